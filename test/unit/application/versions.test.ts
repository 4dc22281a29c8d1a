import { expect } from 'chai';
import { MemoryStore } from '#adapters/memory/store';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import {
  assignOwner,
  createComputer,
  createComputerOfPerson,
  createPerson,
  deleteComputer,
  deleteOwner,
  deletePerson,
  linkComputers,
  replaceComputers,
  unassignOwner,
  unlinkComputers,
  updateComputer,
  updateOwner,
  updatePerson,
  writes,
} from '#application/use-cases';
import { unguarded, writesOf } from '#application/writing/commands';
import { addComputer, addPerson, wholeView as view } from '../../contract/fixtures.ts';
import { links } from '../../contract/rows-of-types.ts';
import { computerAttributes, personAttributes } from '../../support/builders.ts';
import { execute } from '../../support/execute.ts';
import { twoOfEverything } from '../../support/world.ts';
import { writeOnce } from '../../support/write-once.ts';

/** Ada is person 1 and owns computer 1, Bob is person 2 and owns computer 2; nobody owns computer 3. */
type Case = readonly [
  name: string,
  work: (unitOfWork: MemoryUnitOfWork) => Promise<unknown>,
  bumped: readonly string[],
];

const cases: readonly Case[] = [
  [
    'a person is created',
    (u) =>
      execute(u, createPerson, [{ attributes: personAttributes({ name: 'Eve' }), linkage: { computers: [] } }], view),
    [],
  ],
  [
    'a new person takes a computer',
    (u) =>
      execute(
        u,
        createPerson,
        [{ attributes: personAttributes({ name: 'Eve' }), linkage: { computers: ['1'] } }],
        view,
      ),
    ['person 1', 'computer 1'],
  ],
  [
    'a person changes',
    (u) => execute(u, updatePerson, ['1', { attributes: { name: 'Eve' }, linkage: {} }], view),
    ['person 1'],
  ],
  [
    'a person is updated without a change',
    (u) => execute(u, updatePerson, ['1', { attributes: { name: 'Ada' }, linkage: { computers: ['1'] } }], view),
    [],
  ],
  [
    'the attributes of a person are updated without a change',
    (u) => execute(u, updatePerson, ['1', { attributes: { name: 'Ada', email: null }, linkage: {} }], view),
    [],
  ],
  [
    'only the serial of a computer changes',
    (u) => execute(u, updateComputer, ['1', { attributes: { serial: 'x' }, linkage: {} }], view),
    ['computer 1'],
  ],
  [
    'a computer is created for a person',
    (u) =>
      execute(u, createComputer, [{ attributes: computerAttributes({ serial: 'x' }), linkage: { owner: '1' } }], view),
    ['person 1'],
  ],
  [
    'a computer is created under a person',
    (u) =>
      execute(u, createComputerOfPerson, ['2', { attributes: computerAttributes({ serial: 'x' }), linkage: {} }], view),
    ['person 2'],
  ],
  [
    'the serial of a computer changes and its owner stays',
    (u) =>
      execute(
        u,
        updateComputer,
        ['1', { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: '1' } }],
        view,
      ),
    ['computer 1'],
  ],
  [
    'a computer is updated without a change',
    (u) =>
      execute(
        u,
        updateComputer,
        ['1', { attributes: computerAttributes({ serial: 'C' }), linkage: { owner: '1' } }],
        view,
      ),
    [],
  ],
  [
    'a computer is transferred',
    (u) => execute(u, assignOwner, ['1', '2'], view),
    ['person 1', 'person 2', 'computer 1'],
  ],
  ['a computer loses its owner', (u) => execute(u, assignOwner, ['1', null], view), ['person 1', 'computer 1']],
  ['computers are linked', (u) => execute(u, linkComputers, ['1', ['1', '3']], view), ['person 1', 'computer 3']],
  ['computers are linked again', (u) => execute(u, linkComputers, ['1', ['1']], view), []],
  [
    'a set is replaced',
    (u) => execute(u, replaceComputers, ['1', ['2']], view),
    ['person 1', 'person 2', 'computer 1', 'computer 2'],
  ],
  ['a set is replaced with itself', (u) => execute(u, replaceComputers, ['1', ['1']], view), []],
  ['computers are unlinked', (u) => execute(u, unlinkComputers, ['1', ['1', '2']], view), ['person 1', 'computer 1']],
  ['a computer is deleted', (u) => writeOnce(u)((attempt) => deleteComputer(attempt, '2')), ['person 2']],
  ['a computer without an owner is deleted', (u) => writeOnce(u)((attempt) => deleteComputer(attempt, '3')), []],
  ['a person is deleted', (u) => writeOnce(u)((attempt) => deletePerson(attempt, '2')), ['computer 2']],
  ['the owner of a computer is deleted', (u) => writeOnce(u)((attempt) => deleteOwner(attempt, '1')), ['computer 1']],
  [
    'a person and the set of computers change together',
    (u) => execute(u, updatePerson, ['1', { attributes: { name: 'Eve' }, linkage: { computers: ['2'] } }], view),
    ['person 1', 'person 2', 'computer 1', 'computer 2'],
  ],
  [
    'only the set of computers of a person changes',
    (u) => execute(u, updatePerson, ['1', { attributes: { name: 'Ada' }, linkage: { computers: [] } }], view),
    ['person 1', 'computer 1'],
  ],
  [
    'a person changes and keeps the set of computers',
    (u) => execute(u, updatePerson, ['1', { attributes: { email: 'a@b' }, linkage: { computers: ['1'] } }], view),
    ['person 1'],
  ],
  [
    'the owner of a computer and the set of computers change together',
    (u) =>
      execute(
        u,
        updateOwner,
        ['2', { id: '2', attributes: { name: 'Eve' }, linkage: { computers: ['1', '3'] } }],
        view,
      ),
    ['person 1', 'person 2', 'computer 1', 'computer 2', 'computer 3'],
  ],
  [
    'a computer and its owner change together',
    (u) =>
      execute(
        u,
        updateComputer,
        ['1', { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: '2' } }],
        view,
      ),
    ['person 1', 'person 2', 'computer 1'],
  ],
  [
    'only the owner of a computer changes',
    (u) =>
      execute(
        u,
        updateComputer,
        ['1', { attributes: computerAttributes({ serial: 'C' }), linkage: { owner: null } }],
        view,
      ),
    ['person 1', 'computer 1'],
  ],
  ['a computer is assigned to its owner again', (u) => execute(u, assignOwner, ['1', '1'], view), []],
  [
    'the owner of a computer is removed',
    (u) => execute(u, unassignOwner, ['1', '1'], view),
    ['person 1', 'computer 1'],
  ],
  ['an owner is removed who does not own the computer', (u) => execute(u, unassignOwner, ['1', '2'], view), []],
  [
    'computers of others are linked',
    (u) => execute(u, linkComputers, ['1', ['2', '3', '1']], view),
    ['person 1', 'person 2', 'computer 2', 'computer 3'],
  ],
  ['computers of others are unlinked', (u) => execute(u, unlinkComputers, ['1', ['2', '3']], view), []],
];

describe('versions', () => {
  for (const [name, work, bumped] of cases)
    it(`${bumped.length === 0 ? 'stay the same' : `of ${bumped.join(', ')} are bumped`} when ${name}`, async () => {
      const store = new MemoryStore();
      const unitOfWork = new MemoryUnitOfWork(store);
      for (const person of ['Ada', 'Bob']) await addPerson(unitOfWork, person);
      for (const owner of ['1', '2', null]) await addComputer(unitOfWork, 'C', owner);
      const before = versionsOf(store);
      await work(unitOfWork);
      const changed = [...versionsOf(store)]
        .filter(([key]) => before.has(key))
        .map(([key, version]) => [key, version - (before.get(key) ?? 0)] as const)
        .filter(([, growth]) => growth !== 0);
      expect(changed).to.deep.equal(bumped.map((key) => [key, 1]));
    });
});

describe('deleting a person', () => {
  const owned = links.filter(({ to }) => to === 'person');
  const deletions: Readonly<Record<string, (unitOfWork: UnitOfWork) => Promise<void>>> = {
    'by their own identifier': (unitOfWork) => writeOnce(unitOfWork)((attempt) => deletePerson(attempt, '1')),
    ...Object.fromEntries(
      owned.map(({ type, relationship }) => [
        `as the ${relationship} of a ${type}`,
        async (unitOfWork: UnitOfWork) => {
          const toOne = writesOf(writes, type).toOne[relationship];
          if (toOne === undefined) throw new Error(`${relationship} leads to many`);
          await writeOnce(unitOfWork)((attempt) => toOne.remove(attempt, '1', unguarded));
        },
      ]),
    ),
  };

  for (const [name, remove] of Object.entries(deletions))
    it(`${name} bumps the version of everything that leads to them, whatever its type`, async () => {
      const store = new MemoryStore();
      await remove(await twoOfEverything(new MemoryUnitOfWork(store)));
      for (const { type, relationship } of owned) {
        const [left, kept] = ['1', '2'].map((id) => store.get(type, id));
        expect([left?.targets[relationship], left?.version]).to.deep.equal([null, 2]);
        expect([kept?.targets[relationship], kept?.version]).to.deep.equal(['2', 1]);
      }
      expect([...store.all('person')].map(({ id, version }) => [id, version])).to.deep.equal([['2', 1]]);
    });
});

function versionsOf(store: MemoryStore): ReadonlyMap<string, number> {
  const rows = [...store.all('person'), ...store.all('computer')];
  return new Map(rows.map(({ type, id, version }) => [`${type} ${id}`, version]));
}
