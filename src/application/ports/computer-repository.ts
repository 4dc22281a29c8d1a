import type { Computer, ComputerAttributes } from '../../domain/computer.ts';
import type { ResourceRecord, Selection } from '../model/query.ts';

/** What `give` has met. Without the person, or without one of the computers, it has changed nothing. */
export interface GiftOutcome {
  /** Whether the person is there; always when the computers go to nobody. */
  readonly ownerExists: boolean;
  /** Those of the named computers that are there. */
  readonly existing: readonly string[];
}

/** The computers, for writing. Lives inside one unit of work. */
export interface ComputerRepository {
  /** Stores a new computer; resolves to its identifier. The owner, when there is one, must be locked. */
  add(draft: ComputerAttributes, ownerId: string | null): Promise<string>;
  /** The identifiers of the computers that a person owns, ascending, without locking them; stable while the person is locked. */
  ownedBy(personId: string): Promise<readonly string[]>;
  /**
   * Locks computers until the unit of work ends, in the order of their identifiers, and resolves to those that exist, in that order.
   * Identifiers are canonical; one that is not there is passed over.
   */
  lock(ids: readonly string[]): Promise<readonly Computer[]>;
  /**
   * Gives attributes other values, of a computer that need not be locked, and resolves to what is selected of the computer afterwards;
   * undefined when there is no such computer. What has the value already does not count as a change.
   */
  change(
    id: string,
    attributes: Partial<ComputerAttributes>,
    selection: Selection,
  ): Promise<ResourceRecord | undefined>;
  /** Stores the attributes of a changed computer, which must be locked. The owner stays: see `assignOwner`. */
  save(computer: Computer): Promise<void>;
  /** Gives computers to a person, or to nobody. The computers, their owners and the new owner must be locked. */
  assignOwner(ids: readonly string[], ownerId: string | null): Promise<void>;
  /**
   * Gives computers to a person, or to nobody: all of them, or none when the person or one of the computers is not there. Locks
   * what it needs by itself, and notes at the persons whose computers change that they do. What is already so does not count as a change.
   * @throws CollisionError when a computer changes hands meanwhile
   */
  give(ids: readonly string[], ownerId: string | null): Promise<GiftOutcome>;
  /** Removes a computer, which must be locked. */
  remove(id: string): Promise<void>;
}
