import type { ResourceType } from '../../application/model/schema.ts';

/**
 * The rows that one transaction has locked. As writes run one at a time nobody waits for a lock: this proves that a use case takes those that the
 * ports ask for, and takes them in the order in which nobody waits in a circle: all persons first, and the rows of each type at once.
 */
export class Locks {
  readonly #held = new Set<string>();
  readonly #done = new Set<ResourceType>();

  /**
   * Locks rows of a type.
   * @throws Error when it is too late for that: where writes run side by side they would end in a deadlock one day
   */
  take(type: ResourceType, ids: readonly string[]): void {
    const missing = ids.filter((id) => !this.#holds(type, id));
    const isLate = this.#done.has(type) || (type === 'person' && this.#done.size > 0);
    if (missing.length > 0 && isLate) throw new Error(`${type} ${missing.join(', ')} is locked too late`);
    if (ids.length > 0) this.#done.add(type);
    for (const id of ids) this.hold(type, id);
  }

  /** For a new row, which nobody else can want. */
  hold(type: ResourceType, id: string): void {
    this.#held.add(`${type} ${id}`);
  }

  /** @throws Error when a row is not locked: the caller breaks the rule of the port */
  require(type: ResourceType, id: string): void {
    if (!this.#holds(type, id)) throw new Error(`${type} ${id} is not locked`);
  }

  /** For a row that is gone. */
  drop(type: ResourceType, id: string): void {
    this.#held.delete(`${type} ${id}`);
  }

  #holds(type: ResourceType, id: string): boolean {
    return this.#held.has(`${type} ${id}`);
  }
}
