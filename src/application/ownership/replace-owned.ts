import type { Person } from '../../domain/person.ts';
import type { OwnedRelationship } from '../model/owned-resources.ts';
import { unguarded, type Change } from '../writing.ts';
import { lockOwnership } from './lock-ownership.ts';
import { required } from './locked-ownership.ts';
import { replaceSets } from './save-ownership.ts';

/**
 * Makes the items, given without duplicates, all that a person owns by the relationship.
 * @throws NotFoundError, LinkedNotFoundError
 */
export function replaceOwned(relationship: OwnedRelationship): Change<Person, readonly string[]> {
  return async (transaction, personId, itemIds, guard = unguarded) => {
    const items = { [relationship]: itemIds };
    const wholeSets = { of: [personId], relationships: [relationship] };
    const locked = await lockOwnership(transaction, { wholeSets, items });
    const person = required(locked.persons, 'person', personId);
    guard(person);
    await replaceSets(transaction, person, items, locked);
    return { type: 'person', id: personId };
  };
}
