// Decides which entities change when items change hands. Pure: the caller has locked everything it passes in.
import { nextVersion, type Entity } from './entity.ts';
import type { Person } from './person.ts';

/** Belongs to one person, or to nobody. */
export interface Owned extends Entity {
  readonly ownerId: string | null;
}

/** The entities that change, each in its next version. */
export interface OwnershipChange<Item extends Owned> {
  readonly items: readonly Item[];
  /** Those who gain or lose an item. */
  readonly persons: readonly Person[];
}

/**
 * Transfers items to a person, or to nobody. Items that are there already do not change.
 * @param persons by identifier; at least the new owner and the present ones
 */
export function transfer<Item extends Owned>(
  items: Iterable<Item>,
  owner: Person | null,
  persons: ReadonlyMap<string, Person>,
): OwnershipChange<Item> {
  return reassign(items, () => owner, persons);
}

/**
 * Makes `wanted` the whole set of items that a person owns.
 * @param owned the items that the person owns at present
 * @param persons as above
 */
export function replaceItems<Item extends Owned>(
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

/** @throws Error if the caller left out an owner */
function ownerIn(persons: ReadonlyMap<string, Person>, id: string): Person {
  const person = persons.get(id);
  if (person === undefined) throw new Error(`the owner ${id} is missing among the persons`);
  return person;
}
