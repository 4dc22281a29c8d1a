import { ownedRelationships, typeOf } from '../../application/model/owned-resources.ts';
import type { ResourceType } from '../../application/model/schema.ts';

/** The order in which writes lock rows: all persons first, then the rows of one type after the other. */
const ORDER: readonly ResourceType[] = ['person', ...ownedRelationships.map(typeOf)];

/**
 * The rows that one transaction has locked. Writes run one at a time, so nobody waits for a lock; this proves that a use case takes the locks that
 * the ports ask for, those of each type at once, and in the order that keeps others from a deadlock.
 */
export class Locks {
  readonly #held = new Set<string>();
  /** Place in the order of the last type with locked rows. */
  #latest = -1;

  /**
   * Locks rows of a type.
   * @throws Error if they come too late in the order: concurrent writes could deadlock
   */
  take(type: ResourceType, ids: readonly string[]): void {
    const missing = ids.filter((id) => !this.#holds(type, id));
    const place = ORDER.indexOf(type);
    if (missing.length > 0 && place <= this.#latest)
      throw new Error(`${type} ${missing.join(', ')} is locked too late`);
    if (ids.length > 0) this.#latest = Math.max(this.#latest, place);
    for (const id of ids) this.hold(type, id);
  }

  /** Holds a new row, which nobody else can know of. */
  hold(type: ResourceType, id: string): void {
    this.#held.add(`${type} ${id}`);
  }

  /** @throws Error if a row is not locked, as the port demands */
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
