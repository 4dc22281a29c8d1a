import { transfer } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import { typeOf, type OwnedRelationship } from '../model/owned-resources.ts';
import { unguarded, type Change } from '../writing.ts';
import { lockOwnership } from './lock-ownership.ts';
import { itemsIn, requireAll, required } from './locked-ownership.ts';
import { saveOwnership } from './save-ownership.ts';

/**
 * Adds to what a person owns: transfers items, given without duplicates, to the person. Items that are already linked do not change.
 * @throws NotFoundError, LinkedNotFoundError
 */
export function linkOwned(relationship: OwnedRelationship): Change<Person, readonly string[]> {
  return async (transaction, personId, itemIds, guard = unguarded) => {
    const locked = await lockOwnership(transaction, { persons: [personId], items: { [relationship]: itemIds } });
    const person = required(locked.persons, 'person', personId);
    guard(person);
    const linked = requireAll(itemsIn(locked, relationship), typeOf(relationship), itemIds);
    await saveOwnership(transaction, relationship, transfer(linked, person, locked.persons));
    return { type: 'person', id: personId };
  };
}
