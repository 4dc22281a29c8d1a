import type { Person, PersonAttributes } from '../../domain/person.ts';
import type { ResourceRecord, Selection } from '../model/query.ts';

/** The persons, for writing. Lives inside one unit of work. */
export interface PersonRepository {
  /** Stores a new person; resolves to its identifier. */
  add(draft: PersonAttributes): Promise<string>;
  /**
   * Locks persons, and the present owners of computers, until the unit of work ends, in the order of their identifiers, and resolves to
   * those that exist, in that order. Identifiers are canonical; one that is not there is passed over.
   */
  lock(ids: readonly string[], ownersOf?: readonly string[]): Promise<readonly Person[]>;
  /**
   * Gives attributes other values, of a person who need not be locked, and resolves to what is selected of the person afterwards;
   * undefined when there is no such person. What has the value already does not count as a change.
   */
  change(id: string, attributes: Partial<PersonAttributes>, selection: Selection): Promise<ResourceRecord | undefined>;
  /** Stores a changed person. The person must be locked. */
  save(person: Person): Promise<void>;
  /** Notes that the computers of these persons have changed. The persons must be locked. */
  touch(ids: readonly string[]): Promise<void>;
  /** Removes a person, which must be locked and own no computer. */
  remove(id: string): Promise<void>;
}
