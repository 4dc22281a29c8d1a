import type { Person, PersonAttributes } from '../../domain/person.ts';

/** The persons, for writing. Lives inside one unit of work. */
export interface PersonRepository {
  /** Stores a new person; resolves to its identifier. */
  add(draft: PersonAttributes): Promise<string>;
  /**
   * Locks persons until the unit of work ends, in the order of their identifiers, and resolves to those that exist, in that order.
   * Identifiers are canonical; one that is not there is passed over.
   */
  lock(ids: readonly string[]): Promise<readonly Person[]>;
  /** Stores a changed person. The person must be locked. */
  save(person: Person): Promise<void>;
  /** Notes that the computers of these persons have changed. The persons must be locked. */
  touch(ids: readonly string[]): Promise<void>;
  /** Removes a person, which must be locked and own no computer. */
  remove(id: string): Promise<void>;
}
