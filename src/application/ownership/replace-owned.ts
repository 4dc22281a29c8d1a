import type { Person } from '../../domain/person.ts';
import type { OwnedRelationship } from '../model/owned-resources.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { lockOwnership } from './lock-ownership.ts';
import { required } from './locked-ownership.ts';
import { replaceSets } from './save-ownership.ts';

/** Replaces the set of items that a person owns. */
export class ReplaceOwned<Relationship extends OwnedRelationship> {
  readonly #unitOfWork: UnitOfWork;
  readonly #relationship: Relationship;

  constructor(unitOfWork: UnitOfWork, relationship: Relationship) {
    this.#unitOfWork = unitOfWork;
    this.#relationship = relationship;
  }

  /**
   * Makes the named items all that the person owns by the relationship.
   * @param itemIds without duplicates
   * @throws NotFoundError, LinkedNotFoundError
   */
  execute(personId: string, itemIds: readonly string[], view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, personId, itemIds));
  }

  async within(
    transaction: Transaction,
    personId: string,
    itemIds: readonly string[],
    guard: Guard<Person> = unguarded,
  ): Promise<ResourceIdentifier> {
    const items = { [this.#relationship]: itemIds };
    const wholeSets = { of: personId, relationships: [this.#relationship] };
    const locked = await lockOwnership(transaction, { wholeSets, items });
    const person = required(locked.persons, 'person', personId);
    guard(person);
    await replaceSets(transaction, person, items, locked);
    return { type: 'person', id: personId };
  }
}
