import type { Item, OwnedRelationship } from '../model/owned-resources.ts';
import type { Change } from '../writing.ts';
import { updateOwned } from './update-owned.ts';

/**
 * Transfers an item to a person or to nobody (`null`); undefined changes nothing.
 * @throws NotFoundError, LinkedNotFoundError
 */
export function assignOwner<Relationship extends OwnedRelationship>(
  relationship: Relationship,
): Change<Item<Relationship>, string | null | undefined> {
  const update = updateOwned(relationship);
  return (transaction, itemId, owner, guard) =>
    update(transaction, itemId, { attributes: {}, linkage: { owner } }, guard);
}
