import { transfer } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import type { Item, OwnedRelationship } from '../model/owned-resources.ts';
import { unguarded, type Change } from '../writing.ts';
import { lockOwnership, repositoryOf } from './lock-ownership.ts';
import { required } from './locked-ownership.ts';
import { saveOwnership } from './save-ownership.ts';

/**
 * Takes items away from a person. Those that the person does not own, existing or not, are skipped.
 * @throws NotFoundError
 */
export function unlinkOwned(relationship: OwnedRelationship): Change<Person, readonly string[]> {
  return async (transaction, personId, itemIds, guard = unguarded) => {
    const repository = repositoryOf(transaction, relationship);
    const { persons } = await lockOwnership(transaction, { persons: [personId] });
    const person = required(persons, 'person', personId);
    guard(person);
    const named = new Set(itemIds);
    const owned = await repository.ownedBy([personId]);
    const unlinked: readonly Item<OwnedRelationship>[] = await repository.lock(owned.filter((id) => named.has(id)));
    await saveOwnership(transaction, relationship, transfer(unlinked, null, persons));
    return { type: 'person', id: personId };
  };
}
