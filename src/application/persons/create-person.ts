import { draft } from '../../domain/entity.ts';
import { transfer } from '../../domain/ownership.ts';
import { personRules, type PersonAttributes } from '../../domain/person.ts';
import { typeOf, type ItemIds } from '../model/owned-resources.ts';
import { lockOwnership } from '../ownership/lock-ownership.ts';
import { itemsIn, requireAll, requireLinked } from '../ownership/locked-ownership.ts';
import { relationshipsIn, saveOwnership } from '../ownership/save-ownership.ts';
import type { Create } from '../writing.ts';

export interface NewPerson {
  readonly attributes: PersonAttributes;
  /** The items that the person takes over. */
  readonly linkage: ItemIds;
}

/** @throws InvalidAttributesError, LinkedNotFoundError */
export const createPerson: Create<NewPerson> = async (transaction, { attributes, linkage }) => {
  const drafted = draft(personRules, attributes);
  const locked = await lockOwnership(transaction, { items: linkage });
  requireLinked(locked, linkage);
  const person = await transaction.persons.add(drafted);
  const persons = new Map([...locked.persons, [person.id, person]]);
  for (const relationship of relationshipsIn(linkage)) {
    const taken = requireAll(itemsIn(locked, relationship), typeOf(relationship), linkage[relationship] ?? []);
    await saveOwnership(transaction, relationship, transfer(taken, person, persons));
  }
  return { type: 'person', id: person.id };
};
