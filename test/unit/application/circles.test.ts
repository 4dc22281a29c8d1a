// Writes to to-one relationships of a type to itself, and of two types to each other, for any schema that has them.
import { expect } from 'chai';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { ToOneWrites } from '#application/writing/commands';
import type { WriteTransaction } from '#application/writing/write-transaction';
import { writes } from '#application/writing/writes';
import type { Entity } from '#domain/entity';
import type { OnDelete } from '#domain/resource';
import { relationshipOf, type AnyLinkage } from '#domain/schema';
import { addDraft } from '../../contract/fixtures.ts';
import { exampleOf, hasRoom, toOneLinks, nextIndex, type Link } from '../../contract/rows-of-types.ts';
import { twoOfEverything } from '../../support/two-of-everything.ts';
import { writeOnce } from '../../support/write-once.ts';
import { expectRefusal } from './expect-written.ts';
import { freshAttributes, requiredTargets, targetIn } from './holders-and-items.ts';
import { grown, is, stateOf, type State } from './stored-state.ts';

/** The linkage that a write sends. Children and their parent are of one type. */
interface Family {
  readonly parent?: string | null;
  readonly children?: readonly string[];
}

/** Writes of such a relationship. */
interface Ways {
  readonly create: (sent: Family) => Promise<unknown>;
  readonly createChild: (id: string, sent: Family) => Promise<unknown>;
  readonly update: (id: string, sent: Family) => Promise<unknown>;
  readonly updateParent: (id: string, parent: string, sent: Family) => Promise<unknown>;
  readonly assign: (id: string, parent: string | null) => Promise<unknown>;
  readonly unassign: (id: string, parent: string) => Promise<unknown>;
  readonly link: (id: string, children: readonly string[]) => Promise<unknown>;
  readonly replace: (id: string, children: readonly string[]) => Promise<unknown>;
  readonly unlink: (id: string, children: readonly string[]) => Promise<unknown>;
}

type Case = readonly [what: string, before: string, write: (ways: Ways) => Promise<unknown>, after: string];

/** `before` and `after` list the parent of each of four resources, `-` for none. A new resource is the fifth. */
const cases: readonly Case[] = [
  ['a resource becomes its own parent', '----', ({ assign }) => assign('1', '1'), '1---'],
  ['a resource becomes its own child', '----', ({ link }) => link('1', ['1']), '1---'],
  ['a resource becomes its own child and gets another one', '----', ({ replace }) => replace('1', ['1', '2']), '11--'],
  ['a resource stays its own parent', '1---', ({ assign }) => assign('1', '1'), '1---'],
  ['a resource stays its own child', '1---', ({ link }) => link('1', ['1']), '1---'],
  [
    'a resource becomes its own parent and child',
    '----',
    ({ update }) => update('1', { parent: '1', children: ['1'] }),
    '1---',
  ],
  [
    'a resource stops being its own parent and child',
    '11--',
    ({ update }) => update('1', { parent: null, children: [] }),
    '----',
  ],
  ['a resource stops being its own parent', '1---', ({ unassign }) => unassign('1', '1'), '----'],
  ['a resource stops being its own child', '1---', ({ unlink }) => unlink('1', ['1']), '----'],
  ['a resource is replaced as its own child', '1---', ({ replace }) => replace('1', ['2']), '-1--'],
  ['a resource that is its own parent gets another one', '1---', ({ assign }) => assign('1', '2'), '2---'],
  ['a chain becomes a ring', '-12-', ({ assign }) => assign('1', '3'), '312-'],
  ['a ring becomes smaller', '312-', ({ assign }) => assign('3', '1'), '311-'],
  ['a ring takes in another resource', '312-', ({ update }) => update('4', { parent: '3', children: ['1'] }), '4123'],
  ['a ring ends', '312-', ({ assign }) => assign('2', null), '3-2-'],
  ['a parent and its child change places', '-1--', ({ update }) => update('1', { parent: '2', children: [] }), '2---'],
  [
    'a resource moves between a parent and its child',
    '-1--',
    ({ update }) => update('3', { parent: '1', children: ['2'] }),
    '-31-',
  ],
  [
    'a resource becomes the parent and the child of another one',
    '----',
    ({ update }) => update('1', { parent: '2', children: ['2'] }),
    '21--',
  ],
  ['a parent loses its children', '-11-', ({ updateParent }) => updateParent('2', '1', { children: [] }), '----'],
  ['a parent gets a parent', '-1--', ({ updateParent }) => updateParent('2', '1', { parent: '2' }), '21--'],
  [
    'a parent that is its own parent loses it',
    '1---',
    ({ updateParent }) => updateParent('1', '1', { parent: null }),
    '----',
  ],
  [
    'a new resource moves between a parent and its child',
    '-1--',
    ({ create }) => create({ parent: '1', children: ['2'] }),
    '-5--1',
  ],
  [
    'a new resource is the parent and the child of another one',
    '----',
    ({ create }) => create({ parent: '1', children: ['1'] }),
    '5---1',
  ],
  [
    'a new child takes its parent as a child',
    '----',
    ({ createChild }) => createChild('1', { children: ['1'] }),
    '5---1',
  ],
];

type Deletion = readonly [what: string, before: string, after: Readonly<Record<OnDelete, string | undefined>>];

/** Deletions of the first resource: `x` is deleted, undefined if the relationship refuses it. */
const deletions: readonly Deletion[] = [
  ['with children', '-11-', { unset: 'x---', cascade: 'xxx-', refuse: undefined }],
  ['with children of children', '-12-', { unset: 'x-2-', cascade: 'xxx-', refuse: undefined }],
  ['with a parent', '4---', { unset: 'x---', cascade: 'x---', refuse: 'x---' }],
  ['that is its own parent', '1---', { unset: 'x---', cascade: 'x---', refuse: 'x---' }],
  ['that is its own parent and has another child', '11--', { unset: 'x---', cascade: 'xx--', refuse: undefined }],
  ['in a ring', '312-', { unset: 'x-2-', cascade: 'xxx-', refuse: undefined }],
];

for (const link of toOneLinks.filter((each) => each.type === each.to && hasRoom(each, 4)))
  describe(`writes of ${link.type}.${link.relationship}, a relationship of a type to itself, raise each version once:`, () => {
    const { type, relationship } = link;

    for (const [what, parents, write, expected] of cases)
      it(what, async () => {
        const unitOfWork = await familyOf(link, parents);
        const before = await stateOf(unitOfWork);
        await writeOnce(unitOfWork)((transaction) => write(waysOf(link, before, transaction)));
        await expectParents(unitOfWork, link, before, expected);
      });

    for (const [what, parents, { [relationshipOf(type, relationship).onDelete]: expected }] of deletions) {
      const expectRemoved = async (remove: (transaction: WriteTransaction) => Promise<void>): Promise<void> => {
        const unitOfWork = await familyOf(link, parents);
        const before = await stateOf(unitOfWork);
        const removal = writeOnce(unitOfWork)(remove);
        if (expected === undefined) await expectRefusal({ removes: true }, removal);
        else await removal;
        await expectParents(unitOfWork, link, before, expected ?? parents);
      };
      it(`the deletion of a resource ${what}`, () =>
        expectRemoved((transaction) => writes[type].remove(transaction, '1')));

      const child = parents.indexOf('1') + 1;
      if (child > 0)
        it(`the deletion of a resource ${what}, as the parent of its child`, () =>
          expectRemoved((transaction) => toOneOf(link).remove(transaction, String(child))));
    }
  });

/** Four resources with these parents, in memory. */
async function familyOf({ type, relationship }: Link, parents: string): Promise<UnitOfWork> {
  const unitOfWork = new MemoryUnitOfWork();
  await unitOfWork.write(async (transaction) => {
    const added: Entity[] = [];
    while (added.length < parents.length) added.push(await addDraft(transaction, exampleOf(type, nextIndex())));
    await transaction.repositories[type].save(
      added.map((entity, index) => ({
        ...entity,
        targets: { ...entity.targets, [relationship]: targetIn(parents[index]) },
      })),
    );
  });
  return unitOfWork;
}

function waysOf(link: Link, { entities }: State, transaction: WriteTransaction): Ways {
  const { type, relationship, inverse } = link;
  const { create, update, toMany } = writes[type];
  const { [inverse]: children } = toMany;
  if (children === undefined) throw new Error(`${type}.${inverse} has no writes`);
  const parent = toOneOf(link);
  const linkageOf = (sent: Family): AnyLinkage => ({ [relationship]: sent.parent, [inverse]: sent.children });
  const changes = (sent: Family) => ({ attributes: {}, linkage: linkageOf(sent) });
  const creation = (sent: Family) => ({
    attributes: freshAttributes(type),
    linkage: { ...requiredTargets(entities, link, 'item'), ...linkageOf(sent) },
  });
  return {
    create: (sent) => create(transaction, creation(sent)),
    createChild: (id, sent) => children.create(transaction, id, creation(sent)),
    update: (id, sent) => update(transaction, id, changes(sent)),
    updateParent: (id, target, sent) => parent.update(transaction, id, { id: target, ...changes(sent) }),
    assign: (id, target) => parent.assign(transaction, id, target),
    unassign: (id, target) => parent.unassign(transaction, id, target),
    link: (id, ids) => children.link(transaction, id, ids),
    replace: (id, ids) => children.replace(transaction, id, ids),
    unlink: (id, ids) => children.unlink(transaction, id, ids),
  };
}

function toOneOf({ type, relationship }: Link): ToOneWrites {
  const { [relationship]: found } = writes[type].toOne;
  if (found === undefined) throw new Error(`${type}.${relationship} has no writes`);
  return found;
}

/** @param parents written as in the cases */
async function expectParents(unitOfWork: UnitOfWork, link: Link, before: State, parents: string): Promise<void> {
  const { type, relationship } = link;
  const id = String(parents.length);
  const isNew = !before.entities.some((each) => is(each, { type, id }));
  const added: Entity = { ...exampleOf(type), attributes: freshAttributes(type), id, version: 1 };
  const entities = [
    ...before.entities.filter((each) => each.type !== type),
    ...[...before.entities.filter((each) => each.type === type), ...(isNew ? [added] : [])].flatMap((each, index) => {
      const parent = parents[index];
      const targets = {
        ...each.targets,
        ...(is(each, added) && requiredTargets(before.entities, link, 'item')),
        [relationship]: targetIn(parent),
      };
      return parent === 'x' ? [] : [{ ...each, targets }];
    }),
  ];
  expect((await stateOf(unitOfWork)).entities).to.have.deep.members(grown(before, { ...before, entities }).entities);
}

/** Pairs of relationships by which two types refer to each other. */
const pairs = toOneLinks.flatMap((one, index) =>
  toOneLinks
    .slice(index + 1)
    .filter((other) => one.type === other.to && one.to === other.type && one.type !== one.to)
    .map((other) => [one, other] as const),
);

for (const [one, other] of pairs.filter(
  ([first, second]) =>
    [first, second].every((each) => hasRoom(each, 2)) && !relationshipOf(second.type, second.relationship).isRequired,
))
  describe(`writes of ${one.type}.${one.relationship} and ${other.type}.${other.relationship}, by which two types refer to each other, raise each version once:`, () => {
    const { type, to } = one;
    /** Linkage of a resource of the first type: its target, and the resources whose target it is. */
    const linkage = (id: string): AnyLinkage => ({ [one.relationship]: id, [other.inverse]: [id] });

    it('a resource moves to a new target, whose target it becomes', async () => {
      const unitOfWork = await twoOfEverything();
      const before = await stateOf(unitOfWork);
      await writeOnce(unitOfWork)((transaction) =>
        writes[type].update(transaction, '1', { attributes: {}, linkage: linkage('2') }),
      );
      const entities = before.entities.map((each) => ({
        ...each,
        targets: {
          ...each.targets,
          ...(is(each, { type, id: '1' }) && { [one.relationship]: '2' }),
          ...(is(each, { type: to, id: '1' }) && { [other.relationship]: null }),
          ...(is(each, { type: to, id: '2' }) && { [other.relationship]: '1' }),
        },
      }));
      expect(await stateOf(unitOfWork)).to.deep.equal(grown(before, { ...before, entities }));
    });
  });
