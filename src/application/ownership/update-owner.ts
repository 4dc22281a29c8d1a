import { isIdentifier } from '../../domain/identifier.ts';
import type { Person } from '../../domain/person.ts';
import { NotFoundError, PersonMismatchError } from '../errors.ts';
import { typeOf, type OwnedRelationship } from '../model/owned-resources.ts';
import { changePerson, lockChange, type PersonChanges } from '../persons/update-person.ts';
import { unguarded, type Change } from '../writing.ts';
import { requireOwner } from './locked-ownership.ts';

export interface OwnerChanges extends PersonChanges {
  /** The person who must be the owner. */
  readonly id: string;
}

/**
 * Changes the person who owns an item.
 * @throws NotFoundError, NoOwnerError, PersonMismatchError, InvalidAttributesError, LinkedNotFoundError
 */
export function updateOwner(relationship: OwnedRelationship): Change<Person, OwnerChanges> {
  return async (transaction, itemId, changes, guard = unguarded) => {
    if (!isIdentifier(itemId)) throw new NotFoundError(typeOf(relationship), itemId);
    const itemIds = [itemId, ...(changes.linkage[relationship] ?? [])];
    const locked = await lockChange(transaction, changes.id, changes, { [relationship]: itemIds });
    const owner = requireOwner(locked, relationship, itemId);
    if (owner.id !== changes.id) throw new PersonMismatchError(owner.id);
    guard(owner);
    await changePerson(transaction, owner, changes, locked);
    return { type: 'person', id: owner.id };
  };
}
