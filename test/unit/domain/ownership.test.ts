import { expect } from 'chai';
import type { Computer } from '../../../src/domain/computer.ts';
import { replaceOwned, transfer, type OwnershipChange } from '../../../src/domain/ownership.ts';
import type { Person } from '../../../src/domain/person.ts';
import { aComputer, aPerson } from '../../support/builders.ts';

const ada = person('1', 3);
const bob = person('2', 5);
const eve = person('3', 7);
const everybody = new Map([ada, bob, eve].map((each) => [each.id, each]));

/** Of nobody, of Ada (two), of Bob. */
const free = computer('10', null);
const first = computer('11', ada.id);
const second = computer('12', ada.id);
const third = computer('13', bob.id);

/** What moves, as "computer → owner", and whose set changes. */
type Expected = readonly [moves: readonly string[], persons: readonly Person[]];

const transfers: readonly (readonly [
  name: string,
  items: readonly Computer[],
  owner: Person | null,
  ...expected: Expected,
])[] = [
  ['gives what nobody owns to a person', [free], ada, ['10 → 1'], [ada]],
  ['takes from the present owner', [first], bob, ['11 → 2'], [ada, bob]],
  ['gives to nobody', [first], null, ['11 → null'], [ada]],
  [
    'changes each set once, however much moves',
    [first, second, third],
    eve,
    ['11 → 3', '12 → 3', '13 → 3'],
    [ada, eve, bob],
  ],
  ['changes the set of the new owner once', [free, third], ada, ['10 → 1', '13 → 1'], [ada, bob]],
  ['leaves what is there already', [free, first, second], ada, ['10 → 1'], [ada]],
  ['changes nothing when all is there already', [first, second], ada, [], []],
  ['changes nothing when nobody owns what is given to nobody', [free], null, [], []],
  ['changes nothing of nothing', [], ada, [], []],
];

const replacements: readonly (readonly [name: string, wanted: readonly Computer[], ...expected: Expected])[] = [
  ['gives what is new, takes what is left out, and keeps the rest', [second, free], ['11 → null', '10 → 1'], [ada]],
  ['takes from other owners', [first, second, third], ['13 → 1'], [bob, ada]],
  ['takes all', [], ['11 → null', '12 → null'], [ada]],
  [
    'changes the set once, however much changes',
    [free, third],
    ['11 → null', '12 → null', '10 → 1', '13 → 1'],
    [ada, bob],
  ],
  ['changes nothing when the set is the same', [first, second], [], []],
  ['changes nothing when the set is the same in another order', [second, first], [], []],
];

describe('a transfer of ownership', () => {
  for (const [name, items, owner, moves, persons] of transfers)
    it(name, () => {
      expectChange(transfer(items, owner, everybody), moves, persons);
    });

  it('needs only those persons whose sets change', () => {
    expectChange(transfer([first], null, new Map([[ada.id, ada]])), ['11 → null'], [ada]);
    expectChange(transfer([first], ada, new Map()), [], []);
  });

  it('throws when an owner has been left out', () => {
    expect(() => transfer([third], ada, new Map([[ada.id, ada]]))).to.throw('owner 2 is missing');
    expect(() => transfer([free], eve, new Map([[ada.id, ada]]))).to.throw('owner 3 is missing');
  });
});

describe('a replacement of what a person owns', () => {
  for (const [name, wanted, moves, persons] of replacements)
    it(name, () => {
      expectChange(replaceOwned([first, second], wanted, ada, everybody), moves, persons);
    });

  it('fills an empty set', () => {
    expectChange(replaceOwned([], [free, third], eve, everybody), ['10 → 3', '13 → 3'], [eve, bob]);
  });

  it('throws when an owner has been left out', () => {
    const without = new Map([[ada.id, ada]]);
    expect(() => replaceOwned([first], [third], ada, without)).to.throw('owner 2 is missing');
  });
});

/** Everything that changes is in its next version, and otherwise as it was. */
function expectChange(
  { items, persons }: OwnershipChange<Computer>,
  moves: readonly string[],
  changed: readonly Person[],
): void {
  expect(items.map(({ id, ownerId }) => `${id} → ${ownerId ?? 'null'}`)).to.have.members(moves);
  for (const { id, serial, version } of items) {
    const before = [free, first, second, third].find((each) => each.id === id);
    expect({ serial, version }, id).to.deep.equal({ serial: before?.serial, version: (before?.version ?? 0) + 1 });
  }
  expect(persons).to.have.deep.members(changed.map((each) => ({ ...each, version: each.version + 1 })));
}

function person(id: string, version: number): Person {
  return aPerson({ id, version, name: `person ${id}` });
}

function computer(id: string, ownerId: string | null): Computer {
  return aComputer({ id, version: Number(id), serial: `serial ${id}`, ownerId });
}
