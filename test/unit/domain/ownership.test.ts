import { expect } from 'chai';
import type { Computer } from '../../../src/domain/computer.ts';
import { replaceItems, transfer, type OwnershipChange } from '../../../src/domain/ownership.ts';
import type { Person } from '../../../src/domain/person.ts';
import { aComputer, aPerson } from '../../support/builders.ts';

const ada = person('1', 3);
const bob = person('2', 5);
const eve = person('3', 7);
const everybody = new Map([ada, bob, eve].map((each) => [each.id, each]));

/** Nobody owns the first, Ada the next two, Bob the last. */
const free = computer('10', null);
const first = computer('11', ada.id);
const second = computer('12', ada.id);
const third = computer('13', bob.id);

/** The moves, as "computer → owner", and the persons whose sets change. */
type Expected = readonly [moves: readonly string[], persons: readonly Person[]];

const transfers: readonly (readonly [
  name: string,
  items: readonly Computer[],
  owner: Person | null,
  ...expected: Expected,
])[] = [
  ['gives an unowned item to a person', [free], ada, ['10 → 1'], [ada]],
  ['takes an item from its current owner', [first], bob, ['11 → 2'], [ada, bob]],
  ['leaves an item without an owner', [first], null, ['11 → null'], [ada]],
  [
    'bumps each person once, however many items move',
    [first, second, third],
    eve,
    ['11 → 3', '12 → 3', '13 → 3'],
    [ada, eve, bob],
  ],
  ['bumps the new owner once', [free, third], ada, ['10 → 1', '13 → 1'], [ada, bob]],
  ['skips items that the person already owns', [free, first, second], ada, ['10 → 1'], [ada]],
  ['changes nothing when the person already owns all items', [first, second], ada, [], []],
  ['changes nothing when an unowned item stays unowned', [free], null, [], []],
  ['changes nothing without items', [], ada, [], []],
];

const replacements: readonly (readonly [name: string, wanted: readonly Computer[], ...expected: Expected])[] = [
  ['adds new items, removes missing ones and keeps the rest', [second, free], ['11 → null', '10 → 1'], [ada]],
  ['takes items from other owners', [first, second, third], ['13 → 1'], [bob, ada]],
  ['removes all items', [], ['11 → null', '12 → null'], [ada]],
  [
    'bumps the person once, however many items change',
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

  it('needs only the persons whose sets change', () => {
    expectChange(transfer([first], null, new Map([[ada.id, ada]])), ['11 → null'], [ada]);
    expectChange(transfer([first], ada, new Map()), [], []);
  });

  it('throws when an owner is missing', () => {
    expect(() => transfer([third], ada, new Map([[ada.id, ada]]))).to.throw('owner 2 is missing');
    expect(() => transfer([free], eve, new Map([[ada.id, ada]]))).to.throw('owner 3 is missing');
  });
});

describe('replacing what a person owns', () => {
  for (const [name, wanted, moves, persons] of replacements)
    it(name, () => {
      expectChange(replaceItems([first, second], wanted, ada, everybody), moves, persons);
    });

  it('fills an empty set', () => {
    expectChange(replaceItems([], [free, third], eve, everybody), ['10 → 3', '13 → 3'], [eve, bob]);
  });

  it('throws when an owner is missing', () => {
    const without = new Map([[ada.id, ada]]);
    expect(() => replaceItems([first], [third], ada, without)).to.throw('owner 2 is missing');
  });
});

/** Whatever changes gets the next version and is otherwise the same. */
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
