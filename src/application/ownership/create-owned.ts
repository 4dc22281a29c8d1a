import { draft, nextVersion } from '../../domain/entity.ts';
import type { Person } from '../../domain/person.ts';
import { OwnerConflictError } from '../errors.ts';
import {
  rulesOf,
  typeOf,
  type ItemAttributes,
  type ItemLinkage,
  type OwnedRelationship,
} from '../model/owned-resources.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { lockOwnership, repositoryOf } from './lock-ownership.ts';
import { requireAll, required } from './locked-ownership.ts';

export interface NewOwned<Relationship extends OwnedRelationship> {
  readonly attributes: ItemAttributes<Relationship>;
  readonly linkage: ItemLinkage;
}

/** Creates an item. */
export class CreateOwned<Relationship extends OwnedRelationship> {
  readonly #unitOfWork: UnitOfWork;
  readonly #relationship: Relationship;

  constructor(unitOfWork: UnitOfWork, relationship: Relationship) {
    this.#unitOfWork = unitOfWork;
    this.#relationship = relationship;
  }

  /**
   * Creates an item of the owner that it names, or of nobody.
   * @throws InvalidAttributesError, LinkedNotFoundError
   */
  execute(item: NewOwned<Relationship>, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, item));
  }

  async within(transaction: Transaction, { attributes, linkage }: NewOwned<Relationship>): Promise<ResourceIdentifier> {
    const drafted = draft(rulesOf(this.#relationship), attributes);
    const owners = typeof linkage.owner === 'string' ? [linkage.owner] : [];
    const { persons } = await lockOwnership(transaction, { persons: owners });
    const [owner = null] = requireAll(persons, 'person', owners);
    return create(transaction, this.#relationship, drafted, owner);
  }
}

/** Creates an item that belongs to the person in the URL. */
export class CreateOwnedBy<Relationship extends OwnedRelationship> {
  readonly #unitOfWork: UnitOfWork;
  readonly #relationship: Relationship;

  constructor(unitOfWork: UnitOfWork, relationship: Relationship) {
    this.#unitOfWork = unitOfWork;
    this.#relationship = relationship;
  }

  /**
   * Creates an item of the given person. If the item names an owner, it must be this person.
   * @throws InvalidAttributesError, NotFoundError, LinkedNotFoundError, OwnerConflictError
   */
  execute(personId: string, item: NewOwned<Relationship>, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, personId, item));
  }

  async within(
    transaction: Transaction,
    personId: string,
    { attributes, linkage }: NewOwned<Relationship>,
    guard: Guard<Person> = unguarded,
  ): Promise<ResourceIdentifier> {
    const drafted = draft(rulesOf(this.#relationship), attributes);
    const named = typeof linkage.owner === 'string' ? [linkage.owner] : [];
    const { persons } = await lockOwnership(transaction, { persons: [personId, ...named] });
    const person = required(persons, 'person', personId);
    guard(person);
    requireAll(persons, 'person', named);
    if (linkage.owner !== undefined && linkage.owner !== personId)
      throw new OwnerConflictError(typeOf(this.#relationship), personId);
    return create(transaction, this.#relationship, drafted, person);
  }
}

async function create<Relationship extends OwnedRelationship>(
  transaction: Transaction,
  relationship: Relationship,
  drafted: ItemAttributes<Relationship>,
  owner: Person | null,
): Promise<ResourceIdentifier> {
  const { id } = await repositoryOf(transaction, relationship).add({ ...drafted, ownerId: owner?.id ?? null });
  if (owner !== null) await transaction.persons.save([nextVersion(owner)]);
  return { type: typeOf(relationship), id };
}
