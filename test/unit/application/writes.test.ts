import { expect } from 'chai';
import { writes } from '#application/writing/writes';
import { unguarded } from '#application/writing/commands';
import type { Entity, Targets } from '#domain/entity';
import { relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import { exampleOf, hasRoom, toOneLinks, type Link } from '../../contract/rows-of-types.ts';
import { twoOfEverything } from '../../support/two-of-everything.ts';
import { writeOnce } from '../../support/write-once.ts';
import { expectRefusal, expectWritten, type Written } from './expect-written.ts';
import { freshAttributes, gone, HELD, idOn, MEMBERS, neverExisted, targetIn, unheld } from './holders-and-items.ts';
import { grown, is, stateOf, type State } from './stored-state.ts';
import { waysToWrite, type Given, type Way, type WayName } from './ways-to-write.ts';

type Case = readonly [what: string, way: WayName, given: Given, held: string];

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

for (const link of toOneLinks.filter((each) => hasRoom(each, MEMBERS)))
  describe(`writes of ${link.to}.${link.inverse} and ${link.type}.${link.relationship} store it, raise the versions of the resources that they change, and return the stored resource:`, () => {
    for (const [what, name, given, held] of cases)
      it(`${name}, ${what}`, async () => {
        const way = waysToWrite(link)[name];
        const left = heldAfter(link, way, given, held);
        await expectWritten(link, way, given, (before, written) =>
          left === undefined ? undefined : afterwards(link, before, { way, given, held: left, ...written }),
        );
      });
  });

for (const type of resourceTypes)
  for (const [name, { isRequired }] of Object.entries(schema[type].attributes).filter(
    ([, { stamped }]) => stamped === undefined,
  ))
    for (const value of [freshAttributes(type)[name] ?? null, ...(isRequired ? [] : [null])])
      it(`an update that sets ${name} of a ${type} to ${JSON.stringify(value)} keeps its other attributes`, async () => {
        const unitOfWork = await twoOfEverything();
        const before = await stateOf(unitOfWork);
        const { update } = writes[type];
        await writeOnce(unitOfWork)((transaction) =>
          update(transaction, '1', { attributes: { [name]: value }, linkage: {} }, unguarded, []),
        );
        const entities = before.entities.map((each) =>
          is(each, { type, id: '1' }) ? { ...each, attributes: { ...each.attributes, [name]: value } } : each,
        );
        expect(await stateOf(unitOfWork)).to.deep.equal(grown(before, { ...before, entities }));
      });

for (const link of toOneLinks)
  for (const name of ['holder.remove', 'toOne.remove'] as const)
    it(`${name} of ${link.type}.${link.relationship} follows the declaration of every relationship to the holder, of any type`, async () => {
      const unitOfWork = await twoOfEverything();
      const before = await stateOf(unitOfWork);
      const { remove } =
        name === 'holder.remove' ? writes[link.to] : (writes[link.type].toOne[link.relationship] ?? {});
      const removal = writeOnce(unitOfWork)(
        (transaction) => remove?.(transaction, '1') ?? expect.fail('no such write'),
      );
      const removed = removedWith(link.to);
      if (toOneLinks.some((each) => isRefused(each, removed))) {
        await expectRefusal({ removes: true }, removal);
        expect(await stateOf(unitOfWork)).to.deep.equal(before);
        return;
      }
      await removal;
      const isLeft = (type: ResourceType, id: string): boolean => !(id === '1' && removed.includes(type));
      const after = {
        entities: before.entities
          .filter(({ type, id }) => isLeft(type, id))
          .map((each) => ({ ...each, targets: withoutTargets(each, removed, '1') })),
        links: before.links.filter(
          ({ type, id, relationship, target }) =>
            isLeft(type, id) && isLeft(relationshipOf(type, relationship).to, target),
        ),
      };
      expect(await stateOf(unitOfWork)).to.deep.equal(grown(before, after));
    });

/** A type and the types to which its deletion cascades. */
function removedWith(type: ResourceType): readonly ResourceType[] {
  const removed = new Set([type]);
  // The set grows while it is iterated.
  for (const each of removed)
    for (const link of toOneLinks)
      if (link.to === each && declared(link).onDelete === 'cascade') removed.add(link.type);
  return [...removed];
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

interface WrittenItems extends Written {
  readonly way: Way;
  readonly given: Given;
  readonly held: string;
}

function afterwards(link: Link, before: State, { way, given, held, targets, ...written }: WrittenItems): State {
  const made: readonly Entity[] =
    way.makes === undefined ? [] : [{ ...exampleOf(written.type), ...written, version: 1 }];
  const all = [...before.entities, ...made];
  const isItem = (each: Entity): boolean =>
    each.type === link.type &&
    Number(each.id) >= Number(idOn('item', link, '1')) &&
    !(way.makes === 'holder' && is(each, written));
  const items = all.filter(isItem);
  const holderOf = (item: Entity): string | undefined => held[items.indexOf(item)];
  const left = all.filter((each) => !(way.removes && is(each, written)) && holderOf(each) !== DELETED);
  const entities = left.map((each) => ({
    ...each,
    ...(is(each, written) && (given.attributes === 'new' || way.makes) && { attributes: freshAttributes(each.type) }),
    targets: {
      ...each.targets,
      ...(is(each, written) && targets),
      ...(items.includes(each) && { [link.relationship]: targetIn(holderOf(each), written.id) }),
    },
  }));
  return grown(before, { ...before, entities });
}

function withoutTargets({ type, targets }: Entity, to: readonly ResourceType[], id: string): Targets {
  const ending = toOneLinks.filter(
    (link) => link.type === type && to.includes(link.to) && targets[link.relationship] === id,
  );
  return { ...targets, ...Object.fromEntries(ending.map(({ relationship }) => [relationship, null])) };
}
