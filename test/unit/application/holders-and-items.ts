// Two holders and four items of any relationship. The holder is on a to-many side, and the item on the other side. A many-to-many relationship has two
// to-many sides, so each type is the holder once.
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { ResourceIdentifier } from '#application/model/query';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { Targets } from '#domain/entity';
import { linkBetween, type Link as StoredLink } from '#domain/relationships';
import { isManyToMany, relationshipNames, relationshipOf, type Attributes, type ResourceType } from '#domain/schema';
import { addDraft } from '../../contract/fixtures.ts';
import { exampleOf, manyToManyLinks, type Link } from '../../contract/rows-of-types.ts';

export type Side = 'holder' | 'item';

export function typeOf({ type, to }: Link, side: Side): ResourceType {
  return side === 'holder' ? to : type;
}

/**
 * The stored identifier of a resource. Tests number the holders and the items from 1.
 * @param id returned unchanged if it is not such a number
 */
export function idOn(side: Side, { type, to }: Link, id: string): string {
  if (side === 'holder' || !/^[1-9]$/.test(id)) return id;
  // Holders are added first. They can be of the same type, or require other resources of it.
  return String(Number(id) + Number(gone.holder) * addedWith(to, type));
}

/** The number of resources of one type that `addDraft` adds with one of another type. */
function addedWith(type: ResourceType, counted: ResourceType): number {
  const required = relationshipNames(type, 'one').filter((name) => relationshipOf(type, name).isRequired);
  return required.reduce(
    (count, name) => count + addedWith(relationshipOf(type, name).to, counted),
    type === counted ? 1 : 0,
  );
}

/** The holder of each item in a world, or `-` for none (see `unheld`). */
export const HELD = '112-';
/** A write can give all items to one holder, so a rule must allow that many. */
export const MEMBERS = HELD.length;
/** Identifiers of resources that were removed from a world. */
export const gone: Readonly<Record<Side, string>> = { holder: '3', item: '5' };

/** Identifiers that no resource has ever had. */
export const neverExisted = ['abc', '0', '01', '9223372036854775808'];

/** The items of each holder in a world of a many-to-many relationship, one digit for each item. */
export type Shared = Readonly<Record<string, string>>;
export const SHARED: Shared = { 1: '12', 2: '23' };

/** True if items have several holders. */
export function isShared({ type, relationship }: Link): boolean {
  return isManyToMany(relationshipOf(type, relationship));
}

/** The many-to-many relationships, each once with either side as the holder. */
export const manyToManySides: readonly Link[] = manyToManyLinks.flatMap(({ type, relationship, to, inverse }) => [
  { type, relationship, to, inverse },
  { type: to, relationship: inverse, to: type, inverse: relationship },
]);

/** Two holders and four items, in memory. They have no other relationships, except required ones. */
export async function worldOf(link: Link): Promise<UnitOfWork> {
  const { type, relationship, to } = link;
  const isToOne = !isShared(link);
  const unitOfWork = new MemoryUnitOfWork();
  await unitOfWork.write(async (transaction) => {
    const { repositories } = transaction;
    for (const id of [1, 2, 3]) await addDraft(transaction, exampleOf(to, id));
    for (const [index, holder] of [...HELD, '-'].entries()) {
      const { targets, ...draft } = exampleOf(type, Number(idOn('item', link, String(index + 1))));
      const target = targetIn(holder === '-' ? unheld(link) : holder);
      await addDraft(transaction, { ...draft, targets: { ...targets, ...(isToOne && { [relationship]: target }) } });
    }
    await repositories[type].remove([idOn('item', link, gone.item)]);
    await repositories[to].remove([gone.holder]);
    const added = isToOne ? [] : sharedLinks(link, SHARED);
    const [first] = added;
    if (first !== undefined) await repositories[first.type].relink(first.relationship, { added, removed: [] });
  });
  return unitOfWork;
}

export function sharedLinks(link: Link, shared: Shared): readonly StoredLink[] {
  const { to, inverse } = link;
  return Object.entries(shared).flatMap(([id, items]) =>
    [...items].map((item) => linkBetween({ type: to, id }, inverse, idOn('item', link, item))),
  );
}

/** The entry in a list like `HELD` for an item without a holder: the second holder if one is required. */
export function unheld({ type, relationship }: Link): string {
  return relationshipOf(type, relationship).isRequired ? '2' : '-';
}

/** The targets of a new resource's other required relationships: the last resource of each type, which no item refers to. */
export function requiredTargets(stored: readonly ResourceIdentifier[], link: Link, makes: Side | undefined): Targets {
  if (makes === undefined) return {};
  const type = typeOf(link, makes);
  const required = relationshipNames(type, 'one').filter(
    (name) => relationshipOf(type, name).isRequired && !(makes === 'item' && name === link.relationship),
  );
  return Object.fromEntries(
    required.map((name) => [name, stored.findLast((each) => each.type === relationshipOf(type, name).to)?.id ?? null]),
  );
}

/** @param created the identifier of a new holder */
export function targetIn(holder = '-', created = ''): string | null {
  if (holder === '-') return null;
  return holder === 'n' ? created : holder;
}

/** Attributes with values that are not stored yet. Each differs from the value in the first example. */
export function freshAttributes(type: ResourceType): Attributes {
  return exampleOf(type, 8).attributes;
}
