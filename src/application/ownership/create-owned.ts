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
import type { Transaction } from '../ports/unit-of-work.ts';
import { unguarded, type Change, type Create } from '../writing.ts';
import { lockOwnership, repositoryOf } from './lock-ownership.ts';
import { requireAll, required } from './locked-ownership.ts';

export interface NewOwned<Relationship extends OwnedRelationship> {
  readonly attributes: ItemAttributes<Relationship>;
  readonly linkage: ItemLinkage;
}

/**
 * Creates an item of the owner that it names, or of nobody.
 * @throws InvalidAttributesError, LinkedNotFoundError
 */
export function createOwned<Relationship extends OwnedRelationship>(
  relationship: Relationship,
): Create<NewOwned<Relationship>> {
  return async (transaction, { attributes, linkage }) => {
    const drafted = draft(rulesOf(relationship), attributes);
    const owners = typeof linkage.owner === 'string' ? [linkage.owner] : [];
    const { persons } = await lockOwnership(transaction, { persons: owners });
    const [owner = null] = requireAll(persons, 'person', owners);
    return create(transaction, relationship, drafted, owner);
  };
}

/**
 * Creates an item of the given person. If the item names an owner, it must be this person.
 * @throws InvalidAttributesError, NotFoundError, LinkedNotFoundError, OwnerConflictError
 */
export function createOwnedBy<Relationship extends OwnedRelationship>(
  relationship: Relationship,
): Change<Person, NewOwned<Relationship>> {
  return async (transaction, personId, { attributes, linkage }, guard = unguarded) => {
    const drafted = draft(rulesOf(relationship), attributes);
    const named = typeof linkage.owner === 'string' ? [linkage.owner] : [];
    const { persons } = await lockOwnership(transaction, { persons: [personId, ...named] });
    const person = required(persons, 'person', personId);
    guard(person);
    requireAll(persons, 'person', named);
    if (linkage.owner !== undefined && linkage.owner !== personId)
      throw new OwnerConflictError(typeOf(relationship), personId);
    return create(transaction, relationship, drafted, person);
  };
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
