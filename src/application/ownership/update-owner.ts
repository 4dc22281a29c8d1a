import { isIdentifier } from '../../domain/identifier.ts';
import type { Person } from '../../domain/person.ts';
import { NotFoundError, PersonMismatchError } from '../errors.ts';
import { typeOf, type OwnedRelationship } from '../model/owned-resources.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { changePerson, lockChange, type PersonChanges } from '../persons/update-person.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { requireOwner } from './locked-ownership.ts';

/** Changes the person who owns an item. */
export class UpdateOwner {
  readonly #unitOfWork: UnitOfWork;
  readonly #relationship: OwnedRelationship;

  constructor(unitOfWork: UnitOfWork, relationship: OwnedRelationship) {
    this.#unitOfWork = unitOfWork;
    this.#relationship = relationship;
  }

  /**
   * @param personId the person who must be the owner
   * @throws NotFoundError, NoOwnerError, PersonMismatchError, InvalidAttributesError, LinkedNotFoundError
   */
  execute(itemId: string, personId: string, changes: PersonChanges, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, itemId, personId, changes));
  }

  async within(
    transaction: Transaction,
    itemId: string,
    personId: string,
    changes: PersonChanges,
    guard: Guard<Person> = unguarded,
  ): Promise<ResourceIdentifier> {
    const relationship = this.#relationship;
    const type = typeOf(relationship);
    if (!isIdentifier(itemId)) throw new NotFoundError(type, itemId);
    const itemIds = [itemId, ...(changes.linkage[relationship] ?? [])];
    const locked = await lockChange(transaction, personId, changes, { [relationship]: itemIds });
    const owner = requireOwner(locked, relationship, itemId);
    if (owner.id !== personId) throw new PersonMismatchError(owner.id);
    guard(owner);
    await changePerson(transaction, owner, changes, locked);
    return { type: 'person', id: owner.id };
  }
}
