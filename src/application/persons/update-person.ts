import type { computerRules } from '../../domain/computer.ts';
import { change } from '../../domain/entity.ts';
import { personRules, type Person, type PersonAttributes } from '../../domain/person.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { computers } from '../ownership/computers.ts';
import { lockOwnership, required, type LockedOwnership } from '../ownership/lock-ownership.ts';
import { replaceSet } from '../ownership/replace-owned.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';

/** What is not named keeps its value. */
export interface PersonChanges {
  readonly attributes: Partial<PersonAttributes>;
  readonly linkage: PersonLinkage;
}

/** The whole set of what a person owns, by relationship, each once. */
export type PersonLinkage = Readonly<Partial<Record<'computers', readonly string[] | undefined>>>;

export class UpdatePerson {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Changes a person.
   * @throws NotFoundError, InvalidAttributesError, LinkedNotFoundError
   */
  execute(id: string, changes: PersonChanges, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, id, changes));
  }

  async within(
    transaction: Transaction,
    id: string,
    changes: PersonChanges,
    guard: Guard<Person> = unguarded,
  ): Promise<ResourceIdentifier> {
    const locked = await lockChange(transaction, id, changes);
    const person = required(locked.persons, 'person', id);
    guard(person);
    await changePerson(transaction, person, changes, locked);
    return { type: 'person', id };
  }
}

/** What is locked for a change of a person. */
export type LockedChange = LockedOwnership<typeof computerRules>;

/**
 * Locks all that a change of a person is about.
 * @param others computers that are locked along
 */
export function lockChange(
  transaction: Transaction,
  id: string,
  { linkage: { computers: computerIds } }: PersonChanges,
  others: readonly string[] = [],
): Promise<LockedChange> {
  return computerIds === undefined
    ? lockOwnership(transaction, computers, { persons: [id], items: others })
    : lockOwnership(transaction, computers, { wholeSetOf: id, items: [...computerIds, ...others] });
}

/**
 * Changes a person; what it is about is locked.
 * @throws InvalidAttributesError, LinkedNotFoundError
 */
export async function changePerson(
  transaction: Transaction,
  person: Person,
  { attributes, linkage: { computers: computerIds } }: PersonChanges,
  locked: LockedChange,
): Promise<void> {
  if (computerIds !== undefined) await replaceSet(transaction, computers, person, computerIds, locked);
  const changed = change(personRules, person, attributes);
  // Its version is the one that a new set of computers gives it, too.
  if (changed !== person) await transaction.persons.save([changed]);
}
