// Random writes to both sides of a relationship: single writes, and operations of a list.
import { wireNameOf, writableAttributesOf } from '#adapters/http/api/resource-description';
import type { Json } from '#adapters/http/request/syntax/json';
import { unguarded } from '#application/writing/commands';
import type { WriteTransaction } from '#application/writing/write-transaction';
import { writes } from '#application/writing/writes';
import type { Targets } from '#domain/entity';
import { isManyToMany, relationshipOf, type ResourceType } from '#domain/schema';
import { resources } from '#test/support/model';
import type { Random } from '../chaos/random.ts';
import { exampleOf, nextIndex, type Link } from './rows-of-types.ts';

interface RacingWorld {
  /** The items hold its links. */
  readonly link: Link;
  readonly holders: readonly string[];
  readonly items: readonly string[];
  /** Targets for the required relationships of new holders. A rule may require different ones for each holder. */
  readonly targets: Targets[];
  readonly random: Random;
}

export type Work = (transaction: WriteTransaction) => Promise<unknown>;

/** The maximum number of resources that a write names. */
const MOST = 8;

export function singleWrite(world: RacingWorld): Work {
  const { link, holders, items, random } = world;
  const { to, inverse } = link;
  const [holder, some] = [oneOf(random, holders), random.sample(items, MOST)];
  const toMany = writesIn(writes[to].toMany, inverse);
  const [sparing, deleting] = itemWrites(world);
  return oneOfMostlySparing(
    random,
    [
      (transaction) => toMany.link(transaction, holder, some, unguarded),
      (transaction) => toMany.link(transaction, holder, some, unguarded),
      (transaction) => toMany.replace(transaction, holder, some, unguarded),
      (transaction) => toMany.unlink(transaction, holder, some, unguarded),
      ...sparing,
    ],
    [(transaction) => writes[to].remove(transaction, holder, unguarded), deleting],
  );
}

/** The writes to an item, first those that delete nothing. */
function itemWrites({
  link,
  holders,
  items,
  random,
}: RacingWorld): readonly [sparing: readonly Work[], deleting: Work] {
  const { type, relationship } = link;
  const [holder, item, some] = [oneOf(random, holders), oneOf(random, items), random.sample(holders, MOST)];
  if (isManyToMany(relationshipOf(type, relationship))) {
    const toMany = writesIn(writes[type].toMany, relationship);
    const sparing: readonly Work[] = [
      (transaction) => toMany.link(transaction, item, some, unguarded),
      (transaction) => toMany.replace(transaction, item, some, unguarded),
      (transaction) => toMany.unlink(transaction, item, some, unguarded),
    ];
    return [sparing, (transaction) => writes[type].remove(transaction, item, unguarded)];
  }
  const toOne = writesIn(writes[type].toOne, relationship);
  const sparing: readonly Work[] = [
    (transaction) => toOne.assign(transaction, item, holder, unguarded),
    (transaction) => toOne.assign(transaction, item, null, unguarded),
  ];
  return [sparing, (transaction) => toOne.remove(transaction, item, unguarded)];
}

function writesIn<Of>(byName: Readonly<Record<string, Of>>, relationship: string): Of {
  const found = byName[relationship];
  if (found === undefined) throw new Error(`${relationship} has no writes`);
  return found;
}

export function operation(world: RacingWorld): Json {
  const { link, holders, items, targets, random } = world;
  const { type, to, inverse } = link;
  const holder = { type: to, id: oneOf(random, holders) };
  const data = random.sample(items, MOST).map((id) => ({ type, id }));
  const linkage = { ...holder, relationship: wireName(to, inverse) };
  const relationships = { [wireName(to, inverse)]: { data } };
  const required = relationshipsToSend(to, targets.pop() ?? {});
  const [sparing, deleting] = itemOperations(world);
  return oneOfMostlySparing(
    random,
    [
      { op: 'add', ref: linkage, data },
      { op: 'update', ref: linkage, data },
      { op: 'remove', ref: linkage, data },
      { op: 'update', data: { ...holder, relationships } },
      ...sparing,
      {
        op: 'add',
        data: { type: to, attributes: attributesToSend(to), relationships: { ...required, ...relationships } },
      },
    ],
    [{ op: 'remove', ref: holder }, deleting],
  );
}

/** The operations on an item, first those that delete nothing. */
function itemOperations({ link, holders, items, random }: RacingWorld): readonly [readonly Json[], Json] {
  const { type, relationship, to } = link;
  const item = { type, id: oneOf(random, items) };
  const name = wireName(type, relationship);
  const ref = { ...item, relationship: name };
  const identify = (id: string): Json => ({ type: to, id });
  if (isManyToMany(relationshipOf(type, relationship))) {
    const data = random.sample(holders, MOST).map(identify);
    const sparing: readonly Json[] = [
      { op: 'add', ref, data },
      { op: 'update', data: { ...item, relationships: { [name]: { data } } } },
    ];
    return [sparing, { op: 'remove', ref: item }];
  }
  const target = oneOf(random, [identify(oneOf(random, holders)), null]);
  return [[{ op: 'update', ref, data: target }], { op: 'remove', href: `${resources[type].path}/${item.id}/${name}` }];
}

/** True if clients see both sides of a relationship. Operations name both. */
export function isShown({ type, relationship, to, inverse }: Link): boolean {
  return [wireNameOf(resources[type], relationship), wireNameOf(resources[to], inverse)].every(
    (name) => name !== undefined,
  );
}

function wireName(type: ResourceType, stored: string): string {
  return wireNameOf(resources[type], stored) ?? stored;
}

function attributesToSend(type: ResourceType): Readonly<Record<string, Json>> {
  const fields = Object.entries(writableAttributesOf(resources[type]));
  const { attributes } = exampleOf(type, nextIndex());
  return Object.fromEntries(fields.map(([name, { stored }]) => [name, attributes[stored] ?? null]));
}

function relationshipsToSend(type: ResourceType, targets: Targets): Readonly<Record<string, Json>> {
  const given = Object.entries(targets).filter(([, id]) => id !== null);
  return Object.fromEntries(
    given.map(([name, id]) => [wireName(type, name), { data: { type: relationshipOf(type, name).to, id } }]),
  );
}

/** Three times out of four, picks one that deletes nothing, so that resources are left to race for. */
function oneOfMostlySparing<Item>(random: Random, sparing: readonly Item[], deleting: readonly Item[]): Item {
  return oneOf(random, random.below(4) === 0 ? [...sparing, ...deleting] : sparing);
}

function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  const picked = random.pick(items);
  if (picked === undefined) throw new Error('there is nothing to pick');
  return picked;
}
