import { transfer } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import { typeOf, type OwnedRelationship } from '../model/owned-resources.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { lockOwnership } from './lock-ownership.ts';
import { requireAll, required } from './locked-ownership.ts';
import { saveOwnership } from './save-ownership.ts';

/** Adds to what a person owns: `new LinkOwned(unitOfWork, 'computers')` links computers. */
export class LinkOwned<Relationship extends OwnedRelationship> {
  readonly #unitOfWork: UnitOfWork;
  readonly #relationship: Relationship;

  constructor(unitOfWork: UnitOfWork, relationship: Relationship) {
    this.#unitOfWork = unitOfWork;
    this.#relationship = relationship;
  }

  /**
   * Transfers items to a person. Items that are already linked do not change.
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
    const relationship = this.#relationship;
    const named = { persons: [personId], items: { [relationship]: itemIds } };
    const { persons, items } = await lockOwnership(transaction, named);
    const person = required(persons, 'person', personId);
    guard(person);
    const linked = requireAll(items[relationship], typeOf(relationship), itemIds);
    await saveOwnership(transaction, relationship, transfer(linked, person, persons));
    return { type: 'person', id: personId };
  }
}
