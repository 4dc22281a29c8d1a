import { expect } from 'chai';
import { MemoryStore } from '../../../src/adapters/memory/store.ts';
import { MemoryUnitOfWork } from '../../../src/adapters/memory/unit-of-work.ts';
import { ownedRelationships, typeOf } from '../../../src/application/model/owned-resources.ts';
import type { UnitOfWork } from '../../../src/application/ports/unit-of-work.ts';
import { AssignOwner } from '../../../src/application/ownership/assign-owner.ts';
import { CreateOwned, CreateOwnedBy } from '../../../src/application/ownership/create-owned.ts';
import { DeleteOwned } from '../../../src/application/ownership/delete-owned.ts';
import { DeleteOwner } from '../../../src/application/ownership/delete-owner.ts';
import { LinkOwned } from '../../../src/application/ownership/link-owned.ts';
import { RemoveOwner } from '../../../src/application/ownership/remove-owner.ts';
import { ReplaceOwned } from '../../../src/application/ownership/replace-owned.ts';
import { UnlinkOwned } from '../../../src/application/ownership/unlink-owned.ts';
import { UpdateOwned } from '../../../src/application/ownership/update-owned.ts';
import { UpdateOwner } from '../../../src/application/ownership/update-owner.ts';
import { CreatePerson } from '../../../src/application/persons/create-person.ts';
import { DeletePerson } from '../../../src/application/persons/delete-person.ts';
import { UpdatePerson } from '../../../src/application/persons/update-person.ts';
import { addComputer, addPerson, wholeView as view } from '../../contract/fixtures.ts';
import { computerAttributes, personAttributes } from '../../support/builders.ts';
import { ownersOfEverything } from '../../support/world.ts';

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
      new CreatePerson(u).execute({ attributes: personAttributes({ name: 'Eve' }), linkage: { computers: [] } }, view),
    [],
  ],
  [
    'a new person takes a computer',
    (u) =>
      new CreatePerson(u).execute(
        { attributes: personAttributes({ name: 'Eve' }), linkage: { computers: ['1'] } },
        view,
      ),
    ['person 1', 'computer 1'],
  ],
  [
    'a person changes',
    (u) => new UpdatePerson(u).execute('1', { attributes: { name: 'Eve' }, linkage: {} }, view),
    ['person 1'],
  ],
  [
    'a person is updated without a change',
    (u) => new UpdatePerson(u).execute('1', { attributes: { name: 'Ada' }, linkage: { computers: ['1'] } }, view),
    [],
  ],
  [
    'the attributes of a person are updated without a change',
    (u) => new UpdatePerson(u).execute('1', { attributes: { name: 'Ada', email: null }, linkage: {} }, view),
    [],
  ],
  [
    'only the serial of a computer changes',
    (u) => new UpdateOwned(u, 'computers').execute('1', { attributes: { serial: 'x' }, linkage: {} }, view),
    ['computer 1'],
  ],
  [
    'a computer is created for a person',
    (u) =>
      new CreateOwned(u, 'computers').execute(
        { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: '1' } },
        view,
      ),
    ['person 1'],
  ],
  [
    'a computer is created under a person',
    (u) =>
      new CreateOwnedBy(u, 'computers').execute(
        '2',
        { attributes: computerAttributes({ serial: 'x' }), linkage: {} },
        view,
      ),
    ['person 2'],
  ],
  [
    'the serial of a computer changes and its owner stays',
    (u) =>
      new UpdateOwned(u, 'computers').execute(
        '1',
        { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: '1' } },
        view,
      ),
    ['computer 1'],
  ],
  [
    'a computer is updated without a change',
    (u) =>
      new UpdateOwned(u, 'computers').execute(
        '1',
        { attributes: computerAttributes({ serial: 'C' }), linkage: { owner: '1' } },
        view,
      ),
    [],
  ],
  [
    'a computer is transferred',
    (u) => new AssignOwner(u, 'computers').execute('1', '2', view),
    ['person 1', 'person 2', 'computer 1'],
  ],
  [
    'a computer loses its owner',
    (u) => new AssignOwner(u, 'computers').execute('1', null, view),
    ['person 1', 'computer 1'],
  ],
  [
    'computers are linked',
    (u) => new LinkOwned(u, 'computers').execute('1', ['1', '3'], view),
    ['person 1', 'computer 3'],
  ],
  ['computers are linked again', (u) => new LinkOwned(u, 'computers').execute('1', ['1'], view), []],
  [
    'a set is replaced',
    (u) => new ReplaceOwned(u, 'computers').execute('1', ['2'], view),
    ['person 1', 'person 2', 'computer 1', 'computer 2'],
  ],
  ['a set is replaced with itself', (u) => new ReplaceOwned(u, 'computers').execute('1', ['1'], view), []],
  [
    'computers are unlinked',
    (u) => new UnlinkOwned(u, 'computers').execute('1', ['1', '2'], view),
    ['person 1', 'computer 1'],
  ],
  ['a computer is deleted', (u) => new DeleteOwned(u, 'computers').execute('2'), ['person 2']],
  ['a computer without an owner is deleted', (u) => new DeleteOwned(u, 'computers').execute('3'), []],
  ['a person is deleted', (u) => new DeletePerson(u).execute('2'), ['computer 2']],
  ['the owner of a computer is deleted', (u) => new DeleteOwner(u, 'computers').execute('1'), ['computer 1']],
  [
    'a person and the set of computers change together',
    (u) => new UpdatePerson(u).execute('1', { attributes: { name: 'Eve' }, linkage: { computers: ['2'] } }, view),
    ['person 1', 'person 2', 'computer 1', 'computer 2'],
  ],
  [
    'only the set of computers of a person changes',
    (u) => new UpdatePerson(u).execute('1', { attributes: { name: 'Ada' }, linkage: { computers: [] } }, view),
    ['person 1', 'computer 1'],
  ],
  [
    'a person changes and keeps the set of computers',
    (u) => new UpdatePerson(u).execute('1', { attributes: { email: 'a@b' }, linkage: { computers: ['1'] } }, view),
    ['person 1'],
  ],
  [
    'the owner of a computer and the set of computers change together',
    (u) =>
      new UpdateOwner(u, 'computers').execute(
        '2',
        '2',
        { attributes: { name: 'Eve' }, linkage: { computers: ['1', '3'] } },
        view,
      ),
    ['person 1', 'person 2', 'computer 1', 'computer 2', 'computer 3'],
  ],
  [
    'a computer and its owner change together',
    (u) =>
      new UpdateOwned(u, 'computers').execute(
        '1',
        { attributes: computerAttributes({ serial: 'x' }), linkage: { owner: '2' } },
        view,
      ),
    ['person 1', 'person 2', 'computer 1'],
  ],
  [
    'only the owner of a computer changes',
    (u) =>
      new UpdateOwned(u, 'computers').execute(
        '1',
        { attributes: computerAttributes({ serial: 'C' }), linkage: { owner: null } },
        view,
      ),
    ['person 1', 'computer 1'],
  ],
  ['a computer is assigned to its owner again', (u) => new AssignOwner(u, 'computers').execute('1', '1', view), []],
  [
    'the owner of a computer is removed',
    (u) => new RemoveOwner(u, 'computers').execute('1', '1', view),
    ['person 1', 'computer 1'],
  ],
  [
    'an owner is removed who does not own the computer',
    (u) => new RemoveOwner(u, 'computers').execute('1', '2', view),
    [],
  ],
  [
    'computers of others are linked',
    (u) => new LinkOwned(u, 'computers').execute('1', ['2', '3', '1'], view),
    ['person 1', 'person 2', 'computer 2', 'computer 3'],
  ],
  ['computers of others are unlinked', (u) => new UnlinkOwned(u, 'computers').execute('1', ['2', '3'], view), []],
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
  const deletions: Readonly<Record<string, (unitOfWork: UnitOfWork) => Promise<void>>> = {
    'by their own identifier': (unitOfWork) => new DeletePerson(unitOfWork).execute('1'),
    ...Object.fromEntries(
      ownedRelationships.map((relationship) => [
        `as the owner of one of their ${relationship}`,
        (unitOfWork: UnitOfWork) => new DeleteOwner(unitOfWork, relationship).execute('1'),
      ]),
    ),
  };

  for (const [name, remove] of Object.entries(deletions))
    it(`${name} bumps the version of everything they own, whatever its type`, async () => {
      const store = new MemoryStore();
      await remove(await ownersOfEverything(new MemoryUnitOfWork(store)));
      for (const type of ownedRelationships.map(typeOf)) {
        expect(store.get(type, '1')?.entity).to.deep.include({ ownerId: null, version: 2 });
        expect(store.get(type, '2')?.entity).to.deep.include({ ownerId: '2', version: 1 });
      }
      expect([...store.all('person')].map(({ id, entity }) => [id, entity.version])).to.deep.equal([['2', 1]]);
    });
});

function versionsOf(store: MemoryStore): ReadonlyMap<string, number> {
  const rows = [...store.all('person'), ...store.all('computer')];
  return new Map(rows.map(({ type, id, entity }) => [`${type} ${id}`, entity.version]));
}
