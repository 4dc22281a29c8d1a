import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { RuleBrokenError } from '#application/model/errors';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { Creation, ToManyWrites } from '#application/writing/commands';
import { lockAll } from '#application/writing/lock-all';
import type { WriteTransaction } from '#application/writing/write-transaction';
import { writes } from '#application/writing/writes';
import { stampsOf } from '#domain/entity';
import { linkBetween, linkedIn, NEW } from '#domain/relationships';
import { relationshipOf, type AnyLinkage, type ResourceType } from '#domain/schema';
import { addRows, everyEntity } from '../../contract/fixtures.ts';
import { exampleOf, hasRoom, manyToManyLinks, nextIndex, type Link } from '../../contract/rows-of-types.ts';
import { mostTargets } from '../../contract/rules-of-types.ts';
import { writeOnce } from '../../support/write-once.ts';
import { expectWritten } from './expect-written.ts';
import {
  freshAttributes,
  gone,
  idOn,
  manyToManySides,
  MEMBERS,
  neverExisted,
  requiredTargets,
  SHARED,
  sharedLinks,
  typeOf,
  worldOf,
  type Shared,
  type Side,
} from './holders-and-items.ts';
import { grown, is, stateOf, type State } from './stored-state.ts';
import { waysToLink, type Given, type LinkWayName } from './ways-to-write.ts';

type Case = readonly [what: string, way: LinkWayName, given: Given, shared: Shared];

/** Each case addresses the first holder. `shared` lists the items of each holder afterwards, like `SHARED`; a new holder is `n`, a new item 6. */
const cases: readonly Case[] = [
  ['without items', 'holder.create', {}, SHARED],
  ['with items of others and a free one', 'holder.create', { linked: ['4', '3', '2'] }, { ...SHARED, n: '234' }],
  ['attributes alone', 'holder.update', { attributes: 'new' }, SHARED],
  ['attributes and items', 'holder.update', { attributes: 'new', linked: ['4', '2'] }, { ...SHARED, 1: '24' }],
  ['attributes, with its own items', 'holder.update', { attributes: 'new', linked: ['2', '1'] }, SHARED],
  ['items alone', 'holder.update', { linked: ['3'] }, { ...SHARED, 1: '3' }],
  ['no items, with its own attributes', 'holder.update', { attributes: 'same', linked: [] }, { 2: '23' }],
  ['nothing', 'holder.update', {}, SHARED],
  ['its own attributes and items', 'holder.update', { attributes: 'same', linked: ['2', '1'] }, SHARED],
  ['with items', 'holder.remove', {}, { 2: '23' }],
  ['items of others, a free one and its own', 'toMany.link', { linked: ['4', '3', '1'] }, { ...SHARED, 1: '1234' }],
  ['its own items', 'toMany.link', { linked: ['2', '1'] }, SHARED],
  ['nothing', 'toMany.link', { linked: [] }, SHARED],
  ['some of its items, with another one', 'toMany.replace', { linked: ['3', '2'] }, { ...SHARED, 1: '23' }],
  ['all of its items, with another one', 'toMany.replace', { linked: ['4'] }, { ...SHARED, 1: '4' }],
  ['its items, with the same', 'toMany.replace', { linked: ['2', '1'] }, SHARED],
  ['its items, with none', 'toMany.replace', { linked: [] }, { 2: '23' }],
  [
    'its own items, and some that it does not have',
    'toMany.unlink',
    { linked: ['1', '3', '4', gone.item, ...neverExisted] },
    { ...SHARED, 1: '2' },
  ],
  ['all of its items', 'toMany.unlink', { linked: ['1', '2'] }, { 2: '23' }],
  ['items of others', 'toMany.unlink', { linked: ['3', '4'] }, SHARED],
  ['nothing', 'toMany.unlink', { linked: [] }, SHARED],
  ['without naming holders', 'toMany.create', {}, { ...SHARED, 1: '126' }],
  ['naming no holders', 'toMany.create', { linked: [] }, { ...SHARED, 1: '126' }],
  ['naming the holder', 'toMany.create', { linked: ['1'] }, { ...SHARED, 1: '126' }],
  ['naming another holder', 'toMany.create', { linked: ['2'] }, { 1: '126', 2: '236' }],
  ['naming both holders', 'toMany.create', { linked: ['2', '1'] }, { 1: '126', 2: '236' }],
];

/** Reaching higher limits takes too long. */
const LARGEST = 100;

for (const link of manyToManySides.filter((each) => hasRoom(each, MEMBERS)))
  describe(`writes of ${link.to}.${link.inverse}, whose items have several holders, keep the links of others, raise the versions of both ends of each changed link, and return the stored resource:`, () => {
    for (const [what, name, given, shared] of cases)
      it(`${name}, ${what}`, async () => {
        const way = waysToLink(link)[name];
        await expectWritten(link, way, given, (before, { targets, ...written }) => {
          const isNew = way.makes !== undefined || given.attributes === 'new';
          const made = way.makes && { ...exampleOf(written.type), ...written, version: 1 };
          const entities = [...before.entities, ...(made ? [made] : [])]
            .filter((each) => !(way.removes && is(each, written)))
            .map((each) => ({
              ...each,
              ...(isNew && is(each, written) && { attributes: freshAttributes(each.type) }),
              targets: { ...each.targets, ...(is(each, written) && targets) },
            }));
          const { n = '', ...known } = shared;
          const ofNew = way.makes === 'holder' ? { [written.id]: n } : {};
          return grown(before, { entities, links: sharedLinks(link, { ...known, ...ofNew }) });
        });
      });

    it('one after another, under locks that were all taken first', async () => {
      const unitOfWork = await worldOf(link);
      const [holder, another] = [
        { type: link.to, id: '1' },
        { type: link.to, id: '2' },
      ];
      const items = ['1', '2', '3', '4'].map((id) => ({ type: link.type, id: idOn('item', link, id) }));
      const scope = {
        named: [holder, another, ...items],
        linked: [holder, another, ...items],
        relinked: [holder],
        removed: [another],
        removesAdded: false,
        removedTargets: [],
        added: [],
      };
      await writeOnce(unitOfWork)(async (transaction) => {
        const restricted = await lockAll(transaction, scope);
        const ofHolder = toManyOf(link.to, link.inverse);
        await ofHolder.link(restricted, another.id, [idOn('item', link, '4')]);
        await ofHolder.replace(
          restricted,
          holder.id,
          ['3', '4'].map((id) => idOn('item', link, id)),
        );
        await writes[link.to].remove(restricted, another.id);
      });
      expect((await stateOf(unitOfWork)).links).to.have.deep.members(sharedLinks(link, { 1: '34' }));
    });

    if ([link.type, link.to].some((type) => stampsOf(type, 'changed').length > 0)) describeStamps(link);
    const most = mostTargets(link.to, link.inverse);
    if (most <= LARGEST) describeLimit(link, most);
  });

for (const link of manyToManyLinks.filter(({ type, to }) => type === to))
  it(`an update of both sides of ${link.type}.${link.relationship} starts, keeps and ends a link of a resource to itself`, async () => {
    const unitOfWork = await worldOf(link);
    for (const [linked, shared] of [
      [['1'], true],
      [['1'], true],
      [[], false],
    ] as const) {
      const before = await stateOf(unitOfWork);
      const linkage = { [link.relationship]: linked, [link.inverse]: linked };
      await writeOnce(unitOfWork)((transaction) =>
        writes[link.type].update(transaction, '1', { attributes: {}, linkage }),
      );
      const others = before.links.filter(({ id, target }) => id !== '1' && target !== '1');
      const itself = linkBetween({ type: link.type, id: '1' }, link.relationship, '1');
      const after = { ...before, links: [...(shared ? [itself] : []), ...others] };
      expect(await stateOf(unitOfWork)).to.deep.equal(grown(before, after));
    }
  });

function describeStamps(link: Link): void {
  const { type, to, inverse } = link;
  const isDeclaredByHolder = relationshipOf(to, inverse).end === 'from';
  const declaring = isDeclaredByHolder ? to : type;

  it(`stamp only the ${declaring}, which declares the relationship`, async () => {
    const unitOfWork = await worldOf(link);
    const before = await stampsIn(unitOfWork);
    await setTimeout(2);
    const [linked = '', added = ''] = ['1', '4'].map((id) => idOn('item', link, id));
    await writeOnce(unitOfWork)((transaction) => toManyOf(to, inverse).link(transaction, '1', [linked, added]));
    const after = await stampsIn(unitOfWork);
    const changed = [...after].filter(([name, stamps]) => stamps !== before.get(name)).map(([name]) => name);
    const expected = `${declaring} ${isDeclaredByHolder ? '1' : added}`;
    expect(changed).to.deep.equal(stampsOf(declaring, 'changed').length > 0 ? [expected] : []);
  });
}

async function stampsIn(unitOfWork: UnitOfWork): Promise<ReadonlyMap<string, string>> {
  const stored = await everyEntity(unitOfWork);
  return new Map(
    stored.map(({ type, id, attributes }) => [
      `${type} ${id}`,
      stampsOf(type, 'changed')
        .map((name) => attributes[name])
        .join(),
    ]),
  );
}

function describeLimit(link: Link, most: number): void {
  const { type, relationship, to, inverse } = link;
  const [ofHolder, ofItem] = [toManyOf(to, inverse), toManyOf(type, relationship)];
  let unitOfWork: UnitOfWork;
  let before: State;
  let [full, another] = ['', ''];
  let items: readonly string[] = [];

  beforeEach(async () => {
    unitOfWork = await worldOf(link);
    [full = ''] = await addRows(unitOfWork, to, 1);
    [another = '', ...items] = await addRows(unitOfWork, type, most + 1);
    await write((transaction) => ofHolder.link(transaction, full, items));
    before = await stateOf(unitOfWork);
  });

  const write = <Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> =>
    writeOnce(unitOfWork)(work);
  const aNew = (made: Side, linkage: AnyLinkage = {}): Creation => ({
    attributes: exampleOf(typeOf(link, made), nextIndex()).attributes,
    linkage: { ...requiredTargets(before.entities, link, made), ...linkage },
  });
  const tooMany = (): AnyLinkage => ({ [inverse]: [...items, another] });
  const alsoFull = (): AnyLinkage => ({ [relationship]: [full] });
  type Refused = readonly [what: string, write: (transaction: WriteTransaction) => Promise<unknown>, by?: string];
  const refused: readonly Refused[] = [
    [`the creation of a ${to}`, (t) => writes[to].create(t, aNew('holder', tooMany())), NEW],
    ['a change', (t) => writes[to].update(t, full, { attributes: {}, linkage: tooMany() })],
    ['a link', (t) => ofHolder.link(t, full, [another])],
    ['a replacement', (t) => ofHolder.replace(t, full, [...items, another])],
    [`the creation of a ${type} in it`, (t) => ofHolder.create(t, full, aNew('item'))],
    [`the creation of a ${type}`, (t) => writes[type].create(t, aNew('item', alsoFull()))],
    [`a change of a ${type}`, (t) => writes[type].update(t, another, { attributes: {}, linkage: alsoFull() })],
    [`a link of a ${type}`, (t) => ofItem.link(t, another, [full])],
    [`a replacement by a ${type}`, (t) => ofItem.replace(t, another, [full])],
    [
      `the creation of a ${to} in a ${type}`,
      (t) => ofItem.create(t, another, aNew('holder', { [inverse]: items })),
      NEW,
    ],
  ];
  for (const [what, run, by] of refused)
    it(`have no room for more than ${most}: ${what}`, async () => {
      const error: unknown = await write(run).catch((reason: unknown) => reason);
      if (!(error instanceof RuleBrokenError)) throw error;
      expect(error.broken.map((each) => ({ ...each.by }))).to.deep.equal([{ type: to, id: by ?? full }]);
      expect(await stateOf(unitOfWork)).to.deep.equal(before);
    });

  it(`have room for ${most} members, for the same again, and for another one after one has left`, async () => {
    const [first = '', ...others] = items;
    await write((transaction) => ofHolder.link(transaction, full, items));
    expect(await stateOf(unitOfWork)).to.deep.equal(before);
    await write((transaction) => ofHolder.replace(transaction, full, [another, ...others]));
    await write((transaction) => ofItem.unlink(transaction, another, [full]));
    await write((transaction) => ofItem.link(transaction, first, [full]));
    const { links } = await stateOf(unitOfWork);
    expect(linkedIn(links, { type: to, id: full }, inverse)).to.have.members(items);
  });
}

function toManyOf(type: ResourceType, relationship: string): ToManyWrites {
  const { [relationship]: found } = writes[type].toMany;
  if (found === undefined) throw new Error(`${type}.${relationship} has no writes`);
  return found;
}
