import { nextVersion } from '../../domain/entity.ts';
import { typeOf, type Item, type OwnedRelationship } from '../model/owned-resources.ts';
import { unguarded, type Remove } from '../writing.ts';
import { lockOwnership, repositoryOf } from './lock-ownership.ts';
import { required } from './locked-ownership.ts';

/**
 * Deletes an item.
 * @throws NotFoundError
 */
export function deleteOwned<Relationship extends OwnedRelationship>(
  relationship: Relationship,
): Remove<Item<Relationship>> {
  return async (transaction, id, guard = unguarded) => {
    const { persons, items } = await lockOwnership(transaction, { items: { [relationship]: [id] } });
    const item = required(items[relationship], typeOf(relationship), id);
    guard(item);
    await repositoryOf(transaction, relationship).remove([id]);
    if (item.ownerId !== null) await transaction.persons.save([nextVersion(required(persons, 'person', item.ownerId))]);
  };
}
