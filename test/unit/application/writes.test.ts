import { expect } from 'chai';
import type { ResourceIdentifier } from '#application/model/query';
import type { View } from '#application/model/view';
import { FindResource, viewResource } from '#application/reading/find-resource';
import { writes } from '#application/writing/writes';
import { unguarded } from '#application/writing/commands';
import type { Entity, Targets } from '#domain/entity';
import { relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import { everyEntity as everyStored, wholeView } from '../../contract/fixtures.ts';
import { exampleOf, hasRoom, links, type Link } from '../../contract/rows-of-types.ts';
import { twoOfEverything } from '../../support/two-of-everything.ts';
import { writeOnce } from '../../support/write-once.ts';
import {
  freshAttributes,
  gone,
  HELD,
  MEMBERS,
  neverExisted,
  requiredTargets,
  targetIn,
  typeOf,
  unheld,
  waysToWrite,
  worldOf,
  type Sent,
  type Way,
  type WayName,
} from './ways-to-write.ts';

/** The attributes are new, or the same as in the first example. */
type Given = Partial<Omit<Sent, 'attributes'>> & { readonly attributes?: 'new' | 'same' };
type Case = readonly [what: string, way: WayName, sent: Given, held: string];

const noneOfThem = [gone.item, ...neverExisted];

/** Each case addresses the first holder or item, unless it names another. `held` lists the holders afterwards, like `HELD`; a new one is `n`. */
const cases: readonly Case[] = [
  ['without items', 'holder.create', { linked: [] }, HELD],
  ['with items of others and of nobody', 'holder.create', { linked: ['4', '3', '1'] }, 'n1nn'],
  ['attributes alone', 'holder.update', { attributes: 'new' }, HELD],
  ['attributes and items', 'holder.update', { attributes: 'new', linked: ['3', '2'] }, '-11-'],
  ['attributes, and the items that it has', 'holder.update', { attributes: 'new', linked: ['1', '2'] }, HELD],
  ['items alone', 'holder.update', { linked: ['2', '3'] }, '-11-'],
  ['items, and the attributes that it has', 'holder.update', { attributes: 'same', linked: [] }, '--2-'],
  ['nothing', 'holder.update', {}, HELD],
  ['what it has', 'holder.update', { attributes: 'same', linked: ['2', '1'] }, HELD],
  ['the attributes that it has', 'holder.update', { attributes: 'same' }, HELD],
  ['with items', 'holder.remove', {}, '--2-'],
  ['items of others, of nobody and its own', 'toMany.link', { linked: ['4', '3', '1'] }, '1111'],
  ['its own item', 'toMany.link', { linked: ['1'] }, HELD],
  ['nothing', 'toMany.link', { linked: [] }, HELD],
  ['some of its items, and another', 'toMany.replace', { linked: ['3', '2'] }, '-11-'],
  ['all of its items', 'toMany.replace', { linked: ['3'] }, '--1-'],
  ['its items with the same', 'toMany.replace', { linked: ['1', '2'] }, HELD],
  ['its items with nothing', 'toMany.replace', { linked: [] }, '--2-'],
  [
    'its own items, and some that it does not have',
    'toMany.unlink',
    { linked: ['1', '3', '4', ...noneOfThem] },
    '-12-',
  ],
  ['all of its items, and another', 'toMany.unlink', { linked: ['1', '2', '3'] }, '--2-'],
  ['items of others', 'toMany.unlink', { linked: ['3', '4'] }, HELD],
  ['nothing', 'toMany.unlink', { linked: [] }, HELD],
  ['without naming the holder', 'toMany.create', { id: '2' }, '112-2'],
  ['naming the holder', 'toMany.create', { linked: '1' }, '112-1'],
  ['without a holder', 'item.create', {}, '112--'],
  ['of nobody', 'item.create', { linked: null }, '112--'],
  ['of a holder', 'item.create', { linked: '1' }, '112-1'],
  ['attributes alone', 'item.update', { attributes: 'new' }, HELD],
  ['attributes and holder', 'item.update', { attributes: 'new', linked: '2' }, '212-'],
  ['attributes, and away from its holder', 'item.update', { attributes: 'new', linked: null }, '-12-'],
  ['attributes, and to the holder that it has', 'item.update', { attributes: 'new', linked: '1' }, HELD],
  ['the holder alone', 'item.update', { linked: '2' }, '212-'],
  ['the holder alone, which was none', 'item.update', { id: '4', linked: '1' }, '1121'],
  [
    'away from its holder, with the attributes that it has',
    'item.update',
    { attributes: 'same', linked: null },
    '-12-',
  ],
  ['nothing', 'item.update', {}, HELD],
  ['what it has', 'item.update', { attributes: 'same', linked: '1' }, HELD],
  ['with a holder', 'item.remove', {}, '112-'],
  ['without a holder', 'item.remove', { id: '4' }, '112-'],
  ['to another holder', 'toOne.assign', { linked: '2' }, '212-'],
  ['to a holder for the first time', 'toOne.assign', { id: '4', linked: '1' }, '1121'],
  ['to the holder that it has', 'toOne.assign', { linked: '1' }, HELD],
  ['to nobody', 'toOne.assign', { linked: null }, '-12-'],
  ['to nobody again', 'toOne.assign', { id: '4', linked: null }, HELD],
  ['without linkage', 'toOne.assign', {}, HELD],
  ['from its holder', 'toOne.unassign', { linked: '1' }, '-12-'],
  ['from its holder, unnamed', 'toOne.unassign', { linked: null }, '-12-'],
  ['from nobody', 'toOne.unassign', { id: '4', linked: null }, HELD],
  ['from another holder', 'toOne.unassign', { linked: '2' }, HELD],
  ['from a holder that is gone', 'toOne.unassign', { linked: gone.holder }, HELD],
  ['from a holder that never was', 'toOne.unassign', { linked: 'abc' }, HELD],
  ['without linkage', 'toOne.unassign', {}, HELD],
  ['attributes alone', 'toOne.update', { attributes: 'new' }, HELD],
  ['attributes and items', 'toOne.update', { attributes: 'new', linked: ['4', '3'] }, '--11'],
  ['items alone', 'toOne.update', { linked: ['1', '4'] }, '1-21'],
  ['what it has', 'toOne.update', { attributes: 'same', linked: ['1', '2'] }, HELD],
  ['with items', 'toOne.remove', {}, '--2-'],
];

for (const link of links.filter((each) => hasRoom(each, MEMBERS)))
  describe(`writes of ${link.to}.${link.inverse} and ${link.type}.${link.relationship} store it, raise the versions of the resources that they change, and return the stored resource:`, () => {
    for (const [what, name, given, held] of cases)
      it(`${name}, ${what}`, async () => {
        const way = waysToWrite(link)[name];
        const left = heldAfter(link, way, given, held);
        for (const view of viewsOf(link, typeOf(link, way.makes ?? way.target ?? 'item'))) {
          const unitOfWork = await worldOf(link);
          const before = await everyEntity(unitOfWork);
          const { type, id } = writtenBy(link, way, given, before);
          const targets = requiredTargets(before, link, way.makes);
          const writing = writeOnce(unitOfWork)(async (transaction) => {
            const written = await way.run(transaction, sentTo(type, way, given, targets), unguarded);
            if (way.removes) return undefined;
            expect(written).to.deep.include({ type, id });
            return viewResource(transaction.reader, type, id, view, { most: Infinity, wholeLinkage: true });
          });
          if (left === undefined) {
            await expectRefusal(way, writing);
            expect(await everyEntity(unitOfWork)).to.deep.equal(before);
            continue;
          }
          const viewed = await writing;
          const expected = afterwards(link, before, { way, type, id, given, held: left, targets });
          expect(await everyEntity(unitOfWork)).to.have.deep.members(expected);
          if (viewed === undefined) continue;
          const stored = await new FindResource(unitOfWork).execute(type, id, view, Infinity);
          expect(stored).to.deep.equal({ kind: 'whole', whole: viewed });
        }
      });
  });

for (const type of resourceTypes)
  for (const [name, { isRequired }] of Object.entries(schema[type].attributes).filter(
    ([, { stamped }]) => stamped === undefined,
  ))
    for (const value of [freshAttributes(type)[name] ?? null, ...(isRequired ? [] : [null])])
      it(`an update that sets ${name} of a ${type} to ${JSON.stringify(value)} keeps its other attributes`, async () => {
        const unitOfWork = await twoOfEverything();
        const before = await everyEntity(unitOfWork);
        const { update } = writes[type];
        await writeOnce(unitOfWork)((transaction) =>
          update(transaction, '1', { attributes: { [name]: value }, linkage: {} }, unguarded, []),
        );
        const after = before.map((each) =>
          is(each, { type, id: '1' }) ? { ...each, attributes: { ...each.attributes, [name]: value } } : each,
        );
        expect(await everyEntity(unitOfWork)).to.deep.equal(grown(before, after));
      });

for (const link of links)
  for (const name of ['holder.remove', 'toOne.remove'] as const)
    it(`${name} of ${link.type}.${link.relationship} follows the declaration of every relationship to the holder, of any type`, async () => {
      const unitOfWork = await twoOfEverything();
      const before = await everyEntity(unitOfWork);
      const sent = { id: '1', attributes: {}, linked: undefined };
      const way = waysToWrite(link)[name];
      const removal = writeOnce(unitOfWork)((transaction) => way.run(transaction, sent, unguarded));
      const removed = removedWith(link.to);
      if (links.some((each) => isRefused(each, removed))) {
        await expectRefusal(way, removal);
        expect(await everyEntity(unitOfWork)).to.deep.equal(before);
        return;
      }
      await removal;
      const after = before
        .filter(({ type, id }) => !(id === '1' && removed.includes(type)))
        .map((each) => ({ ...each, targets: withoutTargets(each, removed, '1') }));
      expect(await everyEntity(unitOfWork)).to.deep.equal(grown(before, after));
    });

/** A type and the types to which its deletion cascades. */
function removedWith(type: ResourceType): readonly ResourceType[] {
  const cascading = links.filter((link) => link.to === type && declared(link).onDelete === 'cascade');
  return [type, ...cascading.flatMap((link) => removedWith(link.type))];
}

function isRefused(link: Link, removed: readonly ResourceType[]): boolean {
  return declared(link).onDelete === 'refuse' && removed.includes(link.to) && !removed.includes(link.type);
}

function declared({ type, relationship }: Link) {
  return relationshipOf(type, relationship);
}

/** The holders after a case, or undefined if a required relationship or `onDelete` refuses it. */
function heldAfter(link: Link, { removes }: Way, { linked }: Given, held: string): string | undefined {
  const { isRequired, onDelete } = declared(link);
  const loses = (holder: string, index: number): boolean => holder === '-' && HELD[index] !== '-';
  const isLeft = linked === null || [...held].some(loses);
  if (isLeft && (removes ? onDelete === 'refuse' : isRequired)) return undefined;
  const lost = removes && onDelete === 'cascade' ? DELETED : '-';
  return [...held]
    .map((holder, index) => (loses(holder, index) ? lost : holder === '-' ? unheld(link) : holder))
    .join('');
}

/** Stands in `held` for an item that is deleted with its holder. */
const DELETED = 'x';

/** @param write one that would leave a required relationship empty, or delete a resource that others need */
async function expectRefusal({ makes, removes }: Way, write: Promise<unknown>): Promise<void> {
  const error: unknown = await write.catch((reason: unknown) => reason);
  // The parser of documents refuses to create a resource without a required target.
  const name = makes ? 'Error' : removes ? 'StillReferencedError' : 'RelationshipRequiredError';
  expect(error).to.have.property('name', name);
}

/** Every entity, without what the storage stamps. */
async function everyEntity(unitOfWork: Parameters<typeof everyStored>[0]): Promise<readonly Entity[]> {
  return (await everyStored(unitOfWork)).map(unstamped);
}

function unstamped(entity: Entity): Entity {
  const declared = schema[entity.type].attributes;
  const given = Object.entries(entity.attributes).filter(([name]) => declared[name]?.stamped === undefined);
  return { ...entity, attributes: Object.fromEntries(given) };
}

/** The resource that a write creates, changes or removes. */
function writtenBy(
  { type, to }: Link,
  { makes, addresses, target }: Way,
  { id = '1' }: Given,
  before: readonly Entity[],
): ResourceIdentifier {
  const latest = before.findLast((each) => each.type === to)?.id;
  if (makes === 'holder') return { type: to, id: String(Math.max(Number(latest), Number(gone.holder)) + 1) };
  if (makes === 'item') return { type, id: '6' };
  return target === 'holder' ? { type: to, id: addresses === 'item' ? '1' : id } : { type, id };
}

function sentTo(type: ResourceType, { makes }: Way, { id = '1', attributes, linked }: Given, targets: Targets): Sent {
  if (attributes === 'new' || makes !== undefined) return { id, attributes: freshAttributes(type), linked, targets };
  return { id, attributes: attributes === 'same' ? exampleOf(type, 1).attributes : {}, linked };
}

/** Views of the resource alone, and with the relationship and its inverse included. */
function viewsOf({ type, relationship, inverse }: Link, of: ResourceType): readonly View[] {
  const path = of === type ? [relationship, inverse] : [inverse, relationship];
  return [wholeView, { ...wholeView, include: [path.slice(0, 1), path] }];
}

interface Written extends ResourceIdentifier {
  readonly way: Way;
  readonly given: Given;
  readonly held: string;
  readonly targets: Targets;
}

function afterwards(
  link: Link,
  before: readonly Entity[],
  { way, given, held, targets, ...written }: Written,
): readonly Entity[] {
  const made: readonly Entity[] =
    way.makes === undefined ? [] : [{ ...exampleOf(written.type), ...written, version: 1 }];
  const all = [...before, ...made];
  const items = all.filter(({ type }) => type === link.type);
  const holderOf = (item: Entity): string | undefined => held[items.indexOf(item)];
  const left = all.filter((each) => !(way.removes && is(each, written)) && holderOf(each) !== DELETED);
  const after = left.map((each) => ({
    ...each,
    ...(is(each, written) && (given.attributes === 'new' || way.makes) && { attributes: freshAttributes(each.type) }),
    targets: {
      ...each.targets,
      ...(is(each, written) && targets),
      ...(items.includes(each) && { [link.relationship]: targetIn(holderOf(each), written.id) }),
    },
  }));
  return grown(before, after);
}

/** A version grows by one if a GET of the resource, or of its relationships, now returns something else. */
function grown(before: readonly Entity[], after: readonly Entity[]): readonly Entity[] {
  return after.map(unstamped).map((each) => {
    // A new resource is stored before it takes over others.
    const old = before.find((other) => is(other, each)) ?? each;
    return { ...each, version: old.version + (looksOf(old, before) === looksOf(each, after) ? 0 : 1) };
  });
}

function looksOf({ type, id, attributes, targets }: Entity, among: readonly Entity[]): string {
  const members = links.map((link) =>
    among.filter((each) => link.to === type && each.type === link.type && each.targets[link.relationship] === id),
  );
  return JSON.stringify([attributes, targets, members.map((each) => each.map((member) => member.id))]);
}

function is(one: ResourceIdentifier, other: ResourceIdentifier): boolean {
  return one.type === other.type && one.id === other.id;
}

function withoutTargets({ type, targets }: Entity, to: readonly ResourceType[], id: string): Targets {
  const ending = links.filter(
    (link) => link.type === type && to.includes(link.to) && targets[link.relationship] === id,
  );
  return { ...targets, ...Object.fromEntries(ending.map(({ relationship }) => [relationship, null])) };
}
