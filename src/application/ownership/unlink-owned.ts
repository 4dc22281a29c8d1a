import { transfer } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import type { OwnedRelationship } from '../model/owned-resources.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { lockOwnership, repositoryOf } from './lock-ownership.ts';
import { required } from './locked-ownership.ts';
import { saveOwnership } from './save-ownership.ts';

/** Takes items away from a person. */
export class UnlinkOwned<Relationship extends OwnedRelationship> {
  readonly #unitOfWork: UnitOfWork;
  readonly #relationship: Relationship;

  constructor(unitOfWork: UnitOfWork, relationship: Relationship) {
    this.#unitOfWork = unitOfWork;
    this.#relationship = relationship;
  }

  /**
   * Leaves the named items without an owner. Those that the person does not own, existing or not, are skipped.
   * @throws NotFoundError
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
    const repository = repositoryOf(transaction, this.#relationship);
    const { persons } = await lockOwnership(transaction, { persons: [personId] });
    const person = required(persons, 'person', personId);
    guard(person);
    const named = new Set(itemIds);
    const owned = await repository.ownedBy([personId]);
    const unlinked = await repository.lock(owned.filter((id) => named.has(id)));
    await saveOwnership(transaction, this.#relationship, transfer(unlinked, null, persons));
    return { type: 'person', id: personId };
  }
}
