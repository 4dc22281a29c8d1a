import type { ResourceType } from '../../application/model/schema.ts';

/** The rows that one transaction has locked. As writes run one at a time nobody waits for a lock: this proves that a use case takes those that the ports ask for. */
export class Locks {
  readonly #held = new Set<string>();

  hold(type: ResourceType, id: string): void {
    this.#held.add(`${type} ${id}`);
  }

  /** @throws Error when a row is not locked: the caller breaks the rule of the port */
  require(type: ResourceType, id: string): void {
    if (!this.#held.has(`${type} ${id}`)) throw new Error(`${type} ${id} is not locked`);
  }

  /** For a row that is gone. */
  drop(type: ResourceType, id: string): void {
    this.#held.delete(`${type} ${id}`);
  }
}
