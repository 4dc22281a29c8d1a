// Who owns what, and what a change of it changes. Pure: whoever calls has locked all that is named here.
import { nextVersion, type Entity } from './entity.ts';
import type { Person } from './person.ts';

/** Something that belongs to one person, or to nobody. */
export interface Owned extends Entity {
  readonly ownerId: string | null;
}

/** What a change of ownership changes, each in its next version. */
export interface OwnershipChange<Item extends Owned> {
  readonly items: readonly Item[];
  /** Whose set of belongings changes. */
  readonly persons: readonly Person[];
}

/**
 * Gives items to a person, or to nobody. What is there already stays as it is.
 * @param persons by identifier, at least the new owner and the present ones
 */
export function transfer<Item extends Owned>(
  items: Iterable<Item>,
  owner: Person | null,
  persons: ReadonlyMap<string, Person>,
): OwnershipChange<Item> {
  return reassign(items, () => owner, persons);
}

/**
 * Makes items the whole set of what a person owns of their kind.
 * @param owned what the person owns at present
 * @param persons as above
 */
export function replaceOwned<Item extends Owned>(
  owned: Iterable<Item>,
  wanted: readonly Item[],
  owner: Person,
  persons: ReadonlyMap<string, Person>,
): OwnershipChange<Item> {
  const kept = new Set(wanted.map(({ id }) => id));
  const dropped = [...owned].filter(({ id }) => !kept.has(id));
  return reassign([...dropped, ...wanted], ({ id }) => (kept.has(id) ? owner : null), persons);
}

function reassign<Item extends Owned>(
  items: Iterable<Item>,
  newOwnerOf: (item: Item) => Person | null,
  persons: ReadonlyMap<string, Person>,
): OwnershipChange<Item> {
  const moved: Item[] = [];
  const affected = new Set<string>();
  for (const item of items) {
    const ownerId = newOwnerOf(item)?.id ?? null;
    if (item.ownerId === ownerId) continue;
    moved.push({ ...nextVersion(item), ownerId });
    for (const id of [item.ownerId, ownerId]) if (id !== null) affected.add(id);
  }
  return { items: moved, persons: [...affected].map((id) => nextVersion(ownerIn(persons, id))) };
}

/** @throws Error when the caller has left an owner out */
function ownerIn(persons: ReadonlyMap<string, Person>, id: string): Person {
  const person = persons.get(id);
  if (person === undefined) throw new Error(`the owner ${id} is missing among the persons`);
  return person;
}
