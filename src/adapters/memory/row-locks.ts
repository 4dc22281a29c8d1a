import { lockOrder } from '#application/writing/lock-order';
import type { ResourceType } from '#domain/schema';

/**
 * The rows that one transaction has locked. Writes run one at a time here, so nobody waits. This only checks that use
 * cases lock what they write, each type at once, in the order that prevents deadlocks on a database server.
 */
export class Locks {
  readonly #held = new Set<string>();
  /** The index in `lockOrder` of the last type locked; -1 before the first. */
  #latest = -1;

  /**
   * Locks rows of a type.
   * @throws Error if rows of this type or a later one are locked already: concurrent writes could deadlock
   */
  take(type: ResourceType, ids: readonly string[]): void {
    const missing = ids.filter((id) => !this.#holds(type, id));
    const place = lockOrder.indexOf(type);
    if (missing.length > 0 && place <= this.#latest)
      throw new Error(`${type} ${missing.join(', ')} is locked too late`);
    if (ids.length > 0) this.#latest = Math.max(this.#latest, place);
    for (const id of ids) this.hold(type, id);
  }

  /** Locks a new row, in any order: no other transaction can see it. */
  hold(type: ResourceType, id: string): void {
    this.#held.add(`${type} ${id}`);
  }

  /** @throws Error if a row is not locked */
  require(type: ResourceType, id: string): void {
    if (!this.#holds(type, id)) throw new Error(`${type} ${id} is not locked`);
  }

  /** Forgets a removed row. */
  drop(type: ResourceType, id: string): void {
    this.#held.delete(`${type} ${id}`);
  }

  #holds(type: ResourceType, id: string): boolean {
    return this.#held.has(`${type} ${id}`);
  }
}
