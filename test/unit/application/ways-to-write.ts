// Every write on both sides of a relationship, for any schema. The holder has the to-many side, the item the to-one side.
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { writes } from '#application/writing/writes';
import type { WriteTransaction } from '#application/writing/write-transaction';
import type { Guard, ResourceWrites, ToManyWrites, ToOneWrites } from '#application/writing/commands';
import type { Targets } from '#domain/entity';
import { relationshipNames, relationshipOf, type Attributes, type ResourceType } from '#domain/schema';
import type { ResourceIdentifier } from '#application/model/query';
import { addDraft } from '../../contract/fixtures.ts';
import { exampleOf, type Link } from '../../contract/rows-of-types.ts';

export type Side = 'holder' | 'item';

/** The input of a write. It ignores the members that it does not use. */
export interface Sent {
  /** The resource that it addresses. */
  readonly id: string;
  readonly attributes: Attributes;
  /** Undefined if the linkage is not sent. */
  readonly linked: readonly string[] | string | null | undefined;
  /** The targets of a new resource's other required relationships. */
  readonly targets?: Targets;
}

export interface Way {
  readonly addresses?: Side;
  /** The resource whose state the guard gets. */
  readonly target?: Side;
  readonly makes?: Side;
  /** True if it sends the id of its target, the first holder. */
  readonly identifies?: true;
  /** True if it removes its target. */
  readonly removes?: true;
  /** The side of the resources that it links, which must exist. */
  readonly links?: Side;
  /** Resolves to the resource for the response, unless it removes its target. */
  readonly run: (transaction: WriteTransaction, sent: Sent, guard: Guard) => Promise<unknown>;
}

type OfResource = Exclude<keyof ResourceWrites, 'toMany' | 'toOne'>;
/** If one is missing in the table, the table does not compile. */
export type WayName = `${Side}.${OfResource}` | `toMany.${keyof ToManyWrites}` | `toOne.${keyof ToOneWrites}`;

export function typeOf({ type, to }: Link, side: Side): ResourceType {
  return side === 'holder' ? to : type;
}

export function waysToWrite({ type, relationship, to, inverse }: Link): Readonly<Record<WayName, Way>> {
  const [holder, item] = [writes[to], writes[type]];
  const [toMany, toOne] = [holder.toMany[inverse], item.toOne[relationship]];
  if (toMany === undefined || toOne === undefined) throw new Error(`${type}.${relationship} has no writes`);
  const ofHolder = ({ attributes, linked, targets }: Sent) => ({
    attributes,
    linkage: { ...targets, [inverse]: linked },
  });
  const ofItem = ({ attributes, linked, targets }: Sent) => ({
    attributes,
    linkage: { ...targets, [relationship]: linked },
  });
  const onHolder = { addresses: 'holder', target: 'holder' } as const;
  const onItem = { addresses: 'item', target: 'item' } as const;
  const onHolderOfItem = { addresses: 'item', target: 'holder' } as const;
  const [links, linksItems] = [{ links: 'holder' }, { links: 'item' }] as const;
  const removes = true;
  return {
    'holder.create': { makes: 'holder', ...linksItems, run: (a, sent, g) => holder.create(a, ofHolder(sent), g) },
    'holder.update': {
      ...onHolder,
      ...linksItems,
      run: (a, sent, g) => holder.update(a, sent.id, ofHolder(sent), g, []),
    },
    'holder.remove': { ...onHolder, removes, run: (a, { id }, g) => holder.remove(a, id, g) },
    'toMany.link': { ...onHolder, ...linksItems, run: (a, sent, g) => toMany.link(a, sent.id, listOf(sent), g) },
    'toMany.replace': { ...onHolder, ...linksItems, run: (a, sent, g) => toMany.replace(a, sent.id, listOf(sent), g) },
    'toMany.unlink': { ...onHolder, run: (a, sent, g) => toMany.unlink(a, sent.id, listOf(sent), g) },
    'toMany.create': {
      ...onHolder,
      makes: 'item',
      ...links,
      run: (a, sent, g) => toMany.create(a, sent.id, ofItem(sent), g),
    },
    'item.create': { makes: 'item', ...links, run: (a, sent, g) => item.create(a, ofItem(sent), g) },
    'item.update': { ...onItem, ...links, run: (a, sent, g) => item.update(a, sent.id, ofItem(sent), g, []) },
    'item.remove': { ...onItem, removes, run: (a, { id }, g) => item.remove(a, id, g) },
    'toOne.assign': { ...onItem, ...links, run: (a, sent, g) => toOne.assign(a, sent.id, oneOf(sent), g) },
    'toOne.unassign': { ...onItem, run: (a, sent, g) => toOne.unassign(a, sent.id, oneOf(sent), g) },
    'toOne.update': {
      ...onHolderOfItem,
      identifies: true,
      ...linksItems,
      run: (a, sent, g) => toOne.update(a, sent.id, { id: '1', ...ofHolder(sent) }, g, []),
    },
    'toOne.remove': { ...onHolderOfItem, removes, run: (a, { id }, g) => toOne.remove(a, id, g) },
  };
}

function listOf({ linked }: Sent): readonly string[] {
  return typeof linked === 'string' ? [linked] : (linked ?? []);
}

function oneOf({ linked }: Sent): string | null | undefined {
  return typeof linked === 'object' && linked !== null ? undefined : linked;
}

/** The holder of each item in a world, or `-` for none (see `unheld`). */
export const HELD = '112-';
/** A write can give all items to one holder, so a rule must allow that many. */
export const MEMBERS = HELD.length;
/** Identifiers of resources that were removed from a world. */
export const gone: Readonly<Record<Side, string>> = { holder: '3', item: '5' };

/** Identifiers that no resource has ever had. */
export const neverExisted = ['abc', '0', '01', '9223372036854775808'];

/** Two holders and four items, in memory. They have no other relationships, except required ones. */
export async function worldOf(link: Link): Promise<UnitOfWork> {
  const { type, relationship, to } = link;
  const unitOfWork = new MemoryUnitOfWork();
  await unitOfWork.write(async (transaction) => {
    for (const id of [1, 2, 3]) await addDraft(transaction, exampleOf(to, id));
    for (const [index, holder] of [...HELD, '-'].entries()) {
      const { targets, ...draft } = exampleOf(type, index + 1);
      const target = targetIn(holder === '-' ? unheld(link) : holder);
      await addDraft(transaction, { ...draft, targets: { ...targets, [relationship]: target } });
    }
    await transaction.repositories[type].remove([gone.item]);
    await transaction.repositories[to].remove([gone.holder]);
  });
  return unitOfWork;
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
