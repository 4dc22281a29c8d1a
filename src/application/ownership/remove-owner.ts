import { transfer } from '../../domain/ownership.ts';
import { typeOf, type Item, type OwnedRelationship } from '../model/owned-resources.ts';
import { unguarded, type Change } from '../writing.ts';
import { lockOwnership } from './lock-ownership.ts';
import { required } from './locked-ownership.ts';
import { saveOwnership } from './save-ownership.ts';

/**
 * Takes an item away from the named person, or from whoever owns it (`null`). Changes nothing if somebody else owns it, or for undefined.
 * @throws NotFoundError
 */
export function removeOwner<Relationship extends OwnedRelationship>(
  relationship: Relationship,
): Change<Item<Relationship>, string | null | undefined> {
  return async (transaction, itemId, personId, guard = unguarded) => {
    const type = typeOf(relationship);
    const { persons, items } = await lockOwnership(transaction, { items: { [relationship]: [itemId] } });
    const item = required(items[relationship], type, itemId);
    guard(item);
    const taken = personId === null || item.ownerId === personId ? [item] : [];
    await saveOwnership(transaction, relationship, transfer(taken, null, persons));
    return { type, id: itemId };
  };
}
