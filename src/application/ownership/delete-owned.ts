import { nextVersion } from '../../domain/entity.ts';
import { typeOf, type Item, type OwnedRelationship } from '../model/owned-resources.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, type Guard } from '../writing.ts';
import { lockOwnership, repositoryOf } from './lock-ownership.ts';
import { required } from './locked-ownership.ts';

/** Deletes an item. */
export class DeleteOwned<Relationship extends OwnedRelationship> {
  readonly #unitOfWork: UnitOfWork;
  readonly #relationship: Relationship;

  constructor(unitOfWork: UnitOfWork, relationship: Relationship) {
    this.#unitOfWork = unitOfWork;
    this.#relationship = relationship;
  }

  /** @throws NotFoundError */
  execute(id: string): Promise<void> {
    return this.#unitOfWork.write((transaction) => this.within(transaction, id));
  }

  async within(transaction: Transaction, id: string, guard: Guard<Item<Relationship>> = unguarded): Promise<void> {
    const relationship = this.#relationship;
    const { persons, items } = await lockOwnership(transaction, { items: { [relationship]: [id] } });
    const item = required(items[relationship], typeOf(relationship), id);
    guard(item);
    await repositoryOf(transaction, relationship).remove([id]);
    if (item.ownerId !== null) await transaction.persons.save([nextVersion(required(persons, 'person', item.ownerId))]);
  }
}
