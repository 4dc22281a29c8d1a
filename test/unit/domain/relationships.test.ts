import { expect } from 'chai';
import type { Draft, Entity } from '#domain/entity';
import { moveAll, moveSet, NEW, outcomeOf, type ChangeSet, type Move, identified } from '#domain/relationships';
import { perType } from '#domain/schema';
import { aComputer, aNewComputer, aNewPerson, aPerson } from '../../support/builders.ts';

const ada = aPerson({ id: '1', version: 3, name: 'person 1' });
const bob = aPerson({ id: '2', version: 5, name: 'person 2' });
const eve = aPerson({ id: '3', version: 7, name: 'person 3' });

/** Nothing leads from the first, the next two lead to Ada, the last one to Bob. */
const free = computer('10', null);
const first = computer('11', ada.id);
const second = computer('12', ada.id);
const third = computer('13', bob.id);
const everything = [ada, bob, eve, free, first, second, third];

const assigned: readonly (readonly [
  name: string,
  entities: readonly Entity[],
  to: string | null,
  moves: readonly string[],
])[] = [
  ['leads a relationship somewhere that led nowhere', [free], ada.id, ['10: null → 1']],
  ['leads a relationship away from where it led', [first], bob.id, ['11: 1 → 2']],
  ['leads a relationship nowhere', [first], null, ['11: 1 → null']],
  ['moves entities from several places', [first, free, third], eve.id, ['11: 1 → 3', '10: null → 3', '13: 2 → 3']],
  ['skips what leads there already', [free, first, second], ada.id, ['10: null → 1']],
  ['moves nothing when all lead there already', [first, second], ada.id, []],
  ['moves nothing when what led nowhere still leads nowhere', [free], null, []],
  ['moves nothing without entities', [], ada.id, []],
];

const replaced: readonly (readonly [
  name: string,
  present: readonly Entity[],
  wanted: readonly Entity[],
  moves: readonly string[],
])[] = [
  [
    'adds new ones, drops missing ones and keeps the rest',
    [first, second],
    [second, free],
    ['11: 1 → null', '10: null → 1'],
  ],
  ['takes what leads elsewhere', [first, second], [first, second, third], ['13: 2 → 1']],
  ['drops all', [first, second], [], ['11: 1 → null', '12: 1 → null']],
  ['fills an empty set', [], [free, third], ['10: null → 1', '13: 2 → 1']],
  ['moves nothing when the set is the same', [first, second], [first, second], []],
  ['moves nothing when the set is the same in another order', [first, second], [second, first], []],
  ['moves nothing when the set stays empty', [], [], []],
];

/** Each in its next version, and otherwise the same unless it is named with its new target. */
type Outcome = readonly (Entity | readonly [moved: Entity, target: string | null])[];

const outcomes: readonly (readonly [name: string, change: ChangeSet, expected: Outcome])[] = [
  ['nothing of a change that changes nothing', { moves: [] }, []],
  ['what moves, what it leaves and what it joins', { moves: moving([first], bob) }, [[first, '2'], ada, bob]],
  ['what moves and what it joins', { moves: moving([free], ada) }, [[free, '1'], ada]],
  ['what moves and what it leaves', { moves: moving([first], null) }, [[first, null], ada]],
  [
    'each once, however many move',
    { moves: moving([first, second, third], eve) },
    [[first, '3'], [second, '3'], [third, '3'], ada, bob, eve],
  ],
  [
    'what some leave and others join, once',
    { moves: moveSet([first, second], [third, free], 'owner', ada.id) },
    [[first, null], [second, null], [third, '1'], [free, '1'], ada, bob],
  ],
];

describe('leading a to-one relationship somewhere', () => {
  for (const [name, entities, to, moves] of assigned)
    it(name, () => {
      expect(moveAll(entities, 'owner', to).map(textOf)).to.deep.equal(moves);
    });

  it('says which relationship of which entity moves', () => {
    const expected = { type: 'computer', id: '11', relationship: 'owner', from: '1', to: '2' };
    expect(moveAll([first], 'owner', bob.id)).to.deep.equal([expected]);
  });

  it('takes any iterable', () => {
    expect(moveAll(new Map([['11', first]]).values(), 'owner', null).map(textOf)).to.deep.equal(['11: 1 → null']);
  });

  it('takes a relationship that has no target yet as leading nowhere', () => {
    const added = { type: 'computer', id: NEW, targets: {} } as const;
    expect(moveAll([added], 'owner', null)).to.deep.equal([]);
    expect(moveAll([added], 'owner', ada.id).map(textOf)).to.deep.equal([`${NEW}: null → 1`]);
  });
});

describe('replacing what leads to a resource', () => {
  for (const [name, present, wanted, moves] of replaced)
    it(name, () => {
      expect(moveSet(present, wanted, 'owner', ada.id).map(textOf)).to.have.members(moves);
    });
});

describe('the outcome of a change', () => {
  for (const [name, change, expected] of outcomes)
    it(`is ${name}`, () => {
      expect(after(change, locked(everything))).to.have.deep.members(expected.map(next));
    });

  it('needs only what moves and both of its ends', () => {
    expect(outcomeOf({ moves: moving([first], null) }, locked([first, ada]))).to.have.lengthOf(2);
  });

  it('changes nothing in place', () => {
    const entities = locked(everything);
    outcomeOf({ moves: moving([first, free], bob), revised: next(first), removed: [third] }, entities);
    expect(entities).to.deep.equal(locked(everything));
    expect(first).to.deep.equal(computer('11', ada.id));
  });

  it('fails if an end of a move, or what moves, was not locked', () => {
    const outcome = (move: readonly Move[], ...entities: readonly Entity[]) =>
      String(failureOf(() => outcomeOf({ moves: move }, locked(entities))));
    expect(outcome(moving([third], ada), third, ada)).to.include('person 2 is missing');
    expect(outcome(moving([free], eve), free, ada)).to.include('person 3 is missing');
    expect(outcome(moving([free], eve), eve)).to.include('computer 10 is missing');
  });

  it('has the revised entity as it is', () => {
    const revised = { ...next(ada), attributes: { ...ada.attributes, name: 'Augusta' } };
    expect(outcomeOf({ revised }, locked([ada]))).to.deep.equal([{ before: ada, after: revised }]);
  });

  it('has an entity that is revised and moves in one next version', () => {
    const revised = { ...next(first), attributes: { serial: 'x' } };
    const outcome = after({ revised, moves: moving([first], bob) }, locked(everything));
    expect(outcome).to.have.deep.members([
      { ...revised, targets: { ...revised.targets, owner: bob.id } },
      next(ada),
      next(bob),
    ]);
  });

  it('has an entity that is revised and whose set changes in one next version', () => {
    const revised = { ...next(ada), attributes: { ...ada.attributes, name: 'Augusta' } };
    const outcome = after({ revised, moves: moving([free], ada) }, locked(everything));
    expect(outcome).to.have.deep.members([revised, next([free, ada.id])]);
  });

  it('has the added one, in version 1, and what it joins', () => {
    const draft: Draft = aNewComputer({ owner: ada.id });
    const moves = moveAll([{ ...draft, id: NEW, targets: {} }], 'owner', ada.id);
    expect(outcomeOf({ added: draft, moves }, locked([ada]))).to.have.deep.members([
      { before: undefined, after: { ...draft, id: NEW, version: 1 } },
      { before: ada, after: next(ada) },
    ]);
  });

  it('leads what joins the added one to it, and grows the version of the added one', () => {
    const draft: Draft = aNewPerson({ name: 'New' });
    const added = { ...draft, id: NEW, version: 1 };
    const moves = moveAll([free, first], 'owner', NEW);
    const outcome = after({ added: draft, moves }, locked([free, first, ada]));
    expect(outcome).to.have.deep.members([next([free, NEW]), next([first, NEW]), next(ada), next(added)]);
    expect(outcome.map((each) => identified(each, '4').targets['owner'])).to.have.members([
      '4',
      '4',
      undefined,
      undefined,
    ]);
  });

  it('leaves out the removed one, and has what it was related to', () => {
    const left = after({ removed: [first], moves: moving([first], null) }, locked(everything));
    expect(left).to.deep.equal([next(ada)]);
    const freed = after({ removed: [ada], moves: moving([first, second], null) }, locked(everything));
    expect(freed).to.have.deep.members([next([first, null]), next([second, null])]);
  });

  it('tells entities of different types apart that have the same identifier', () => {
    const same = computer(ada.id, bob.id);
    const outcome = after({ removed: [same], moves: moving([same], ada) }, locked([same, ada, bob]));
    expect(outcome).to.have.deep.members([next(ada), next(bob)]);
  });
});

function after(...given: Parameters<typeof outcomeOf>): readonly Entity[] {
  return outcomeOf(...given).map((changed) => changed.after);
}

function moving(entities: readonly Entity[], to: Entity | null): readonly Move[] {
  return moveAll(entities, 'owner', to?.id ?? null);
}

function next(expected: Outcome[number]): Entity {
  if ('id' in expected) return { ...expected, version: expected.version + 1 };
  const [entity, target] = expected;
  return { ...entity, version: entity.version + 1, targets: { ...entity.targets, owner: target } };
}

function locked(entities: readonly Entity[]): Parameters<typeof outcomeOf>[1] {
  return perType((type) => new Map(entities.flatMap((each) => (each.type === type ? [[each.id, each] as const] : []))));
}

function textOf({ id, from, to }: Move): string {
  return `${id}: ${from ?? 'null'} → ${to ?? 'null'}`;
}

function failureOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

function computer(id: string, owner: string | null): Entity {
  return aComputer({ id, version: Number(id), serial: `serial ${id}`, owner });
}
