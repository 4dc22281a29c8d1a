import { change } from '../../domain/entity.ts';
import { personRules, type Person, type PersonAttributes } from '../../domain/person.ts';
import type { ItemIds } from '../model/owned-resources.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { lockOwnership, type LockedOwnership } from '../ownership/lock-ownership.ts';
import { required } from '../ownership/locked-ownership.ts';
import { relationshipsIn, replaceSets } from '../ownership/save-ownership.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';

/** What is not named keeps its value. */
export interface PersonChanges {
  readonly attributes: Partial<PersonAttributes>;
  /** Whole sets of what the person owns. */
  readonly linkage: ItemIds;
}

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

/**
 * Locks all that a change of a person is about.
 * @param items to lock, those of the change among them
 */
export function lockChange(
  transaction: Transaction,
  id: string,
  { linkage }: PersonChanges,
  items: ItemIds = linkage,
): Promise<LockedOwnership> {
  const wholeSets = { of: id, relationships: relationshipsIn(linkage) };
  return lockOwnership(transaction, { wholeSets, items: { ...linkage, ...items } });
}

/**
 * Changes a person; what it is about is locked.
 * @throws InvalidAttributesError, LinkedNotFoundError
 */
export async function changePerson(
  transaction: Transaction,
  person: Person,
  { attributes, linkage }: PersonChanges,
  locked: LockedOwnership,
): Promise<void> {
  await replaceSets(transaction, person, linkage, locked);
  const changed = change(personRules, person, attributes);
  // Its version is the one that a new set of items gives it, too.
  if (changed !== person) await transaction.persons.save([changed]);
}
