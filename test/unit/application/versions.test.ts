import { expect } from 'chai';
import { MemoryStore } from '#adapters/memory/store';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { AssignOwner } from '#application/ownership/assign-owner';
import { CreateOwned, CreateOwnedBy } from '#application/ownership/create-owned';
import { DeleteOwned } from '#application/ownership/delete-owned';
import { DeleteOwner } from '#application/ownership/delete-owner';
import { LinkOwned } from '#application/ownership/link-owned';
import { RemoveOwner } from '#application/ownership/remove-owner';
import { ReplaceOwned } from '#application/ownership/replace-owned';
import { UnlinkOwned } from '#application/ownership/unlink-owned';
import { UpdateOwned } from '#application/ownership/update-owned';
import { UpdateOwner } from '#application/ownership/update-owner';
import { CreatePerson } from '#application/persons/create-person';
import { DeletePerson } from '#application/persons/delete-person';
import { UpdatePerson } from '#application/persons/update-person';
import { addComputer, addPerson, personAttributes, wholeView as view } from '#test/contract/fixtures';

/** In a new world identifiers count from 1: Ada is person 1 and owns computer 1, Bob is person 2 and owns computer 2, computer 3 is nobody's. */
type Case = readonly [
  name: string,
  work: (unitOfWork: MemoryUnitOfWork) => Promise<unknown>,
  newVersionOf: readonly string[],
];

const cases: readonly Case[] = [
  [
    'a person is created',
    (u) => new CreatePerson(u).execute({ attributes: personAttributes('Eve'), linkage: { computers: [] } }, view),
    [],
  ],
  [
    'a new person takes a computer',
    (u) => new CreatePerson(u).execute({ attributes: personAttributes('Eve'), linkage: { computers: ['1'] } }, view),
    ['person 1', 'computer 1'],
  ],
  [
    'a person changes',
    (u) => new UpdatePerson(u).execute('1', { attributes: { name: 'Eve' }, linkage: {} }, view),
    ['person 1'],
  ],
  [
    'a person changes into the same',
    (u) => new UpdatePerson(u).execute('1', { attributes: { name: 'Ada' }, linkage: { computers: ['1'] } }, view),
    [],
  ],
  [
    'the attributes of a person change into the same',
    (u) => new UpdatePerson(u).execute('1', { attributes: { name: 'Ada', email: null }, linkage: {} }, view),
    [],
  ],
  [
    'the serial alone of a computer changes',
    (u) => new UpdateOwned(u, 'computers').execute('1', { attributes: { serial: 'x' }, linkage: {} }, view),
    ['computer 1'],
  ],
  [
    'a computer is created for a person',
    (u) => new CreateOwned(u, 'computers').execute({ attributes: { serial: 'x' }, linkage: { owner: '1' } }, view),
    ['person 1'],
  ],
  [
    'a computer is created below a person',
    (u) => new CreateOwnedBy(u, 'computers').execute('2', { attributes: { serial: 'x' }, linkage: {} }, view),
    ['person 2'],
  ],
  [
    'a computer changes its serial',
    (u) => new UpdateOwned(u, 'computers').execute('1', { attributes: { serial: 'x' }, linkage: { owner: '1' } }, view),
    ['computer 1'],
  ],
  [
    'a computer changes into the same',
    (u) => new UpdateOwned(u, 'computers').execute('1', { attributes: { serial: 'C' }, linkage: { owner: '1' } }, view),
    [],
  ],
  [
    'a computer moves',
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
  ['linked computers are linked', (u) => new LinkOwned(u, 'computers').execute('1', ['1'], view), []],
  [
    'a set is replaced',
    (u) => new ReplaceOwned(u, 'computers').execute('1', ['2'], view),
    ['person 1', 'person 2', 'computer 1', 'computer 2'],
  ],
  ['a set is replaced by the same', (u) => new ReplaceOwned(u, 'computers').execute('1', ['1'], view), []],
  [
    'computers are unlinked',
    (u) => new UnlinkOwned(u, 'computers').execute('1', ['1', '2'], view),
    ['person 1', 'computer 1'],
  ],
  ['a computer is deleted', (u) => new DeleteOwned(u, 'computers').execute('2'), ['person 2']],
  ['a computer of nobody is deleted', (u) => new DeleteOwned(u, 'computers').execute('3'), []],
  ['a person is deleted', (u) => new DeletePerson(u).execute('2'), ['computer 2']],
  ['the owner of a computer is deleted', (u) => new DeleteOwner(u, 'computers').execute('1'), ['computer 1']],
  [
    'a person and the set of computers change together',
    (u) => new UpdatePerson(u).execute('1', { attributes: { name: 'Eve' }, linkage: { computers: ['2'] } }, view),
    ['person 1', 'person 2', 'computer 1', 'computer 2'],
  ],
  [
    'the set of computers of a person changes alone',
    (u) => new UpdatePerson(u).execute('1', { attributes: { name: 'Ada' }, linkage: { computers: [] } }, view),
    ['person 1', 'computer 1'],
  ],
  [
    'a person changes and the set of computers does not',
    (u) => new UpdatePerson(u).execute('1', { attributes: { email: 'a@b' }, linkage: { computers: ['1'] } }, view),
    ['person 1'],
  ],
  [
    'the owner of a computer changes, computers included',
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
    (u) => new UpdateOwned(u, 'computers').execute('1', { attributes: { serial: 'x' }, linkage: { owner: '2' } }, view),
    ['person 1', 'person 2', 'computer 1'],
  ],
  [
    'a computer changes its owner alone',
    (u) =>
      new UpdateOwned(u, 'computers').execute('1', { attributes: { serial: 'C' }, linkage: { owner: null } }, view),
    ['person 1', 'computer 1'],
  ],
  ['a computer stays with its owner', (u) => new AssignOwner(u, 'computers').execute('1', '1', view), []],
  [
    'a computer is taken from its owner',
    (u) => new RemoveOwner(u, 'computers').execute('1', '1', view),
    ['person 1', 'computer 1'],
  ],
  ['a computer is taken from somebody else', (u) => new RemoveOwner(u, 'computers').execute('1', '2', view), []],
  [
    'computers of others are linked',
    (u) => new LinkOwned(u, 'computers').execute('1', ['2', '3', '1'], view),
    ['person 1', 'person 2', 'computer 2', 'computer 3'],
  ],
  ['computers of others are unlinked', (u) => new UnlinkOwned(u, 'computers').execute('1', ['2', '3'], view), []],
];

describe('versions', () => {
  for (const [name, work, newVersionOf] of cases)
    it(`grow by one of ${newVersionOf.join(', ') || 'nothing'} when ${name}`, async () => {
      const store = new MemoryStore();
      const unitOfWork = new MemoryUnitOfWork(store);
      for (const person of ['Ada', 'Bob']) await addPerson(unitOfWork, person);
      for (const owner of ['1', '2', null]) await addComputer(unitOfWork, 'C', owner);
      const before = versionsOf(store);
      await work(unitOfWork);
      const grown = [...versionsOf(store)]
        .filter(([key]) => before.has(key))
        .map(([key, version]) => [key, version - (before.get(key) ?? 0)] as const)
        .filter(([, growth]) => growth !== 0);
      expect(grown).to.deep.equal(newVersionOf.map((key) => [key, 1]));
    });
});

function versionsOf(store: MemoryStore): ReadonlyMap<string, number> {
  const rows = [...store.all('person'), ...store.all('computer')];
  return new Map(rows.map(({ type, id, entity }) => [`${type} ${id}`, entity.version]));
}
