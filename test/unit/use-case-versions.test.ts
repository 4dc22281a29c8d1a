import { expect } from 'chai';
import { MemoryStore } from '../../src/adapters/memory/store.ts';
import { MemoryUnitOfWork } from '../../src/adapters/memory/unit-of-work.ts';
import { AssignOwner } from '../../src/application/computers/assign-owner.ts';
import { CreateComputer } from '../../src/application/computers/create-computer.ts';
import { CreateOwnedComputer } from '../../src/application/computers/create-owned-computer.ts';
import { CreatePerson } from '../../src/application/persons/create-person.ts';
import { DeleteComputer } from '../../src/application/computers/delete-computer.ts';
import { DeletePerson } from '../../src/application/persons/delete-person.ts';
import { LinkComputers } from '../../src/application/persons/link-computers.ts';
import { ReplaceComputers } from '../../src/application/persons/replace-computers.ts';
import { UnlinkComputers } from '../../src/application/persons/unlink-computers.ts';
import { UpdateComputer } from '../../src/application/computers/update-computer.ts';
import { UpdatePerson } from '../../src/application/persons/update-person.ts';
import { addComputer, addPerson, personAttributes, wholeView as view } from '../contract/fixtures.ts';

/** In a new world identifiers count from 1: Ada is person 1 and owns computer 1, Bob is person 2 and owns computer 2, computer 3 is nobody's. */
type Case = readonly [
  name: string,
  work: (unitOfWork: MemoryUnitOfWork) => Promise<unknown>,
  newVersionOf: readonly string[],
];

const cases: readonly Case[] = [
  [
    'a person is created',
    (u) => new CreatePerson(u).execute({ attributes: personAttributes('Eve'), computerIds: [] }, view),
    [],
  ],
  [
    'a new person takes a computer',
    (u) => new CreatePerson(u).execute({ attributes: personAttributes('Eve'), computerIds: ['1'] }, view),
    ['person 1', 'computer 1'],
  ],
  [
    'a person changes',
    (u) => new UpdatePerson(u).execute('1', { attributes: { name: 'Eve' }, computerIds: undefined }, view),
    ['person 1'],
  ],
  [
    'a person changes into the same',
    (u) => new UpdatePerson(u).execute('1', { attributes: { name: 'Ada' }, computerIds: ['1'] }, view),
    [],
  ],
  [
    'the attributes of a person change into the same',
    (u) => new UpdatePerson(u).execute('1', { attributes: { name: 'Ada', email: null }, computerIds: undefined }, view),
    [],
  ],
  [
    'the serial alone of a computer changes',
    (u) => new UpdateComputer(u).execute('1', { attributes: { serial: 'x' }, ownerId: undefined }, view),
    ['computer 1'],
  ],
  [
    'a computer is created for a person',
    (u) => new CreateComputer(u).execute({ attributes: { serial: 'x' }, ownerId: '1' }, view),
    ['person 1'],
  ],
  [
    'a computer is created below a person',
    (u) =>
      new CreateOwnedComputer(u).execute({ personId: '2', attributes: { serial: 'x' }, namedOwnerId: undefined }, view),
    ['person 2'],
  ],
  [
    'a computer changes its serial',
    (u) => new UpdateComputer(u).execute('1', { attributes: { serial: 'x' }, ownerId: '1' }, view),
    ['computer 1'],
  ],
  [
    'a computer changes into the same',
    (u) => new UpdateComputer(u).execute('1', { attributes: { serial: 'C' }, ownerId: '1' }, view),
    [],
  ],
  ['a computer moves', (u) => new AssignOwner(u).execute('1', '2', view), ['person 1', 'person 2', 'computer 1']],
  ['a computer loses its owner', (u) => new AssignOwner(u).execute('1', null, view), ['person 1', 'computer 1']],
  ['computers are linked', (u) => new LinkComputers(u).execute('1', ['1', '3'], view), ['person 1', 'computer 3']],
  ['linked computers are linked', (u) => new LinkComputers(u).execute('1', ['1'], view), []],
  [
    'a set is replaced',
    (u) => new ReplaceComputers(u).execute('1', ['2'], view),
    ['person 1', 'person 2', 'computer 1', 'computer 2'],
  ],
  ['a set is replaced by the same', (u) => new ReplaceComputers(u).execute('1', ['1'], view), []],
  ['computers are unlinked', (u) => new UnlinkComputers(u).execute('1', ['1', '2'], view), ['person 1', 'computer 1']],
  ['a computer is deleted', (u) => new DeleteComputer(u).execute('2'), ['person 2']],
  ['a person is deleted', (u) => new DeletePerson(u).execute('2'), ['computer 2']],
];

describe('versions', () => {
  for (const [name, work, newVersionOf] of cases)
    it(`grow of ${newVersionOf.join(', ') || 'nothing'} when ${name}`, async () => {
      const store = new MemoryStore();
      const unitOfWork = new MemoryUnitOfWork(store);
      for (const person of ['Ada', 'Bob']) await addPerson(unitOfWork, person);
      for (const owner of ['1', '2', null]) await addComputer(unitOfWork, 'C', owner);
      const before = versionsOf(store);
      await work(unitOfWork);
      const grown = [...versionsOf(store)].filter(([key, version]) => version > (before.get(key) ?? version));
      expect(grown.map(([key]) => key)).to.deep.equal(newVersionOf);
    });
});

function versionsOf(store: MemoryStore): ReadonlyMap<string, number> {
  const rows = [...store.all('person'), ...store.all('computer')];
  return new Map(rows.map(({ type, id, version }) => [`${type} ${id}`, version]));
}
