// Every write to both sides of a relationship, for any schema.
import type { Guard, ResourceWrites, ToManyWrites, ToOneWrites } from '#application/writing/commands';
import type { WriteTransaction } from '#application/writing/write-transaction';
import { writes } from '#application/writing/writes';
import type { Targets } from '#domain/entity';
import type { Attributes } from '#domain/schema';
import type { Link } from '../../contract/rows-of-types.ts';
import { idOn, isShared, type Side } from './holders-and-items.ts';

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

/** The attributes are new, or the same as in the first example. */
export type Given = Partial<Omit<Sent, 'attributes'>> & { readonly attributes?: 'new' | 'same' };

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
/** The tables do not compile if one of these is missing. */
export type LinkWayName = `holder.${OfResource}` | `toMany.${keyof ToManyWrites}`;
export type WayName = LinkWayName | `item.${OfResource}` | `toOne.${keyof ToOneWrites}`;

/** The ways that every to-many relationship has. Identifiers are those of `idOn`. */
export function waysToLink(link: Link): Readonly<Record<LinkWayName, Way>> {
  const { to, inverse } = link;
  const holder = writes[to];
  const toMany = required(holder.toMany[inverse]);
  const links = { links: 'item' } as const;
  return {
    'holder.create': { makes: 'holder', ...links, run: (a, sent, g) => holder.create(a, ofHolder(link, sent), g) },
    'holder.update': {
      ...onHolder,
      ...links,
      run: (a, sent, g) => holder.update(a, sent.id, ofHolder(link, sent), g, []),
    },
    'holder.remove': { ...onHolder, removes: true, run: (a, { id }, g) => holder.remove(a, id, g) },
    'toMany.link': { ...onHolder, ...links, run: (a, sent, g) => toMany.link(a, sent.id, itemsIn(link, sent), g) },
    'toMany.replace': {
      ...onHolder,
      ...links,
      run: (a, sent, g) => toMany.replace(a, sent.id, itemsIn(link, sent), g),
    },
    'toMany.unlink': { ...onHolder, run: (a, sent, g) => toMany.unlink(a, sent.id, itemsIn(link, sent), g) },
    'toMany.create': {
      ...onHolder,
      makes: 'item',
      links: 'holder',
      run: (a, sent, g) => toMany.create(a, sent.id, ofItem(link, sent), g),
    },
  };
}

/** The ways of a relationship of any kind. */
export function waysOf(link: Link): Readonly<Record<string, Way>> {
  return isShared(link) ? waysToLink(link) : waysToWrite(link);
}

/** All ways of a to-one relationship and its inverse. */
export function waysToWrite(link: Link): Readonly<Record<WayName, Way>> {
  const { type, relationship } = link;
  const item = writes[type];
  const toOne = required(item.toOne[relationship]);
  const itemId = (id: string): string => idOn('item', link, id);
  const onItem = { addresses: 'item', target: 'item' } as const;
  const onHolderOfItem = { addresses: 'item', target: 'holder' } as const;
  const links = { links: 'holder' } as const;
  const removes = true;
  return {
    ...waysToLink(link),
    'item.create': { makes: 'item', ...links, run: (a, sent, g) => item.create(a, ofItem(link, sent), g) },
    'item.update': {
      ...onItem,
      ...links,
      run: (a, sent, g) => item.update(a, itemId(sent.id), ofItem(link, sent), g, []),
    },
    'item.remove': { ...onItem, removes, run: (a, { id }, g) => item.remove(a, itemId(id), g) },
    'toOne.assign': { ...onItem, ...links, run: (a, sent, g) => toOne.assign(a, itemId(sent.id), oneOf(sent), g) },
    'toOne.unassign': { ...onItem, run: (a, sent, g) => toOne.unassign(a, itemId(sent.id), oneOf(sent), g) },
    'toOne.update': {
      ...onHolderOfItem,
      identifies: true,
      links: 'item',
      run: (a, sent, g) => toOne.update(a, itemId(sent.id), { id: '1', ...ofHolder(link, sent) }, g, []),
    },
    'toOne.remove': { ...onHolderOfItem, removes, run: (a, { id }, g) => toOne.remove(a, itemId(id), g) },
  };
}

const onHolder = { addresses: 'holder', target: 'holder' } as const;

/** @throws Error if the schema has a relationship without writes */
function required<Of>(writesOfRelationship: Of | undefined): Of {
  if (writesOfRelationship === undefined) throw new Error('the relationship has no writes');
  return writesOfRelationship;
}

function ofHolder(link: Link, sent: Sent) {
  const { attributes, linked, targets } = sent;
  return { attributes, linkage: { ...targets, [link.inverse]: linked === undefined ? linked : itemsIn(link, sent) } };
}

function ofItem({ relationship }: Link, { attributes, linked, targets }: Sent) {
  return { attributes, linkage: { ...targets, [relationship]: linked } };
}

function itemsIn(link: Link, sent: Sent): readonly string[] {
  return listOf(sent).map((id) => idOn('item', link, id));
}

function listOf({ linked }: Sent): readonly string[] {
  return typeof linked === 'string' ? [linked] : (linked ?? []);
}

function oneOf({ linked }: Sent): string | null | undefined {
  return typeof linked === 'object' && linked !== null ? undefined : linked;
}
