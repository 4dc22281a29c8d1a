import { expect } from 'chai';
import { EmptyRelationshipError, LinkedNotFoundError, NotFoundError } from '#application/model/errors';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import {
  assignOwner,
  createComputer,
  createPerson,
  deleteComputer,
  deleteOwner,
  deletePerson,
  linkComputers,
  replaceComputers,
  unlinkComputers,
  updatePerson,
} from '#product/use-cases';
import { writeRunner } from '#application/writing/write-transaction';
import { aPerson, computerAttributes, personAttributes } from '../support/builders.ts';
import { execute } from '../support/execute.ts';
import { clear, everyRecord, wholeView } from './fixtures.ts';
import { addComputer, addPerson, storedPerson } from './persons.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';

const ROUNDS = 4;

interface World {
  readonly unitOfWork: UnitOfWork;
  readonly ada: string;
  readonly bob: string;
  /** The first two are Ada's, the next two Bob's; the last two have no owner. */
  readonly computers: readonly string[];
  readonly linkage: () => Promise<Linkage>;
}

/** The owners of computers, read from both sides of the relationship. */
interface Linkage {
  readonly owned: ReadonlyMap<string, readonly string[]>;
  readonly owners: ReadonlyMap<string, string | undefined>;
}

/** Concurrent writes must leave a state that some serial order could have left. */
export function describeConcurrency(unitOfWork: CurrentUnitOfWork): void {
  describe('concurrent writes', () => {
    for (const [name, race] of races)
      it(name, async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          await clear(unitOfWork());
          await race(await openWorld(unitOfWork()));
          await expectConsistent(unitOfWork());
        }
      });
  });
}

const races: readonly (readonly [name: string, race: (world: World) => Promise<void>])[] = [
  [
    'give computers that two people claim to one of them',
    async ({ unitOfWork, ada, bob, computers, linkage }) => {
      const failures = await together([
        () => execute(unitOfWork, linkComputers, [ada, computers], wholeView),
        () => execute(unitOfWork, linkComputers, [bob, computers.toReversed()], wholeView),
      ]);
      expect(failures).to.deep.equal([undefined, undefined]);
      const { owned } = await linkage();
      expect([owned.get(ada), owned.get(bob)].map((ids) => ids?.length)).to.have.members([0, computers.length]);
    },
  ],
  [
    'leave a set replaced several times equal to one of the replacements',
    async ({ unitOfWork, ada, computers, linkage }) => {
      const sets = [computers.slice(0, 3), computers.slice(2, 5), computers.slice(4), []];
      const failures = await together(
        sets.map((set) => () => execute(unitOfWork, replaceComputers, [ada, set], wholeView)),
      );
      expect(failures.every((failure) => failure === undefined)).to.equal(true);
      expect(sets).to.deep.include((await linkage()).owned.get(ada));
    },
  ],
  [
    'give each computer of two overlapping sets to one person',
    async ({ unitOfWork, ada, bob, computers, linkage }) => {
      const failures = await together([
        () => execute(unitOfWork, replaceComputers, [ada, computers.slice(1, 5)], wholeView),
        () => execute(unitOfWork, replaceComputers, [bob, computers.slice(0, 4).toReversed()], wholeView),
      ]);
      expect(failures).to.deep.equal([undefined, undefined]);
      const { owned } = await linkage();
      const sets = [owned.get(ada), owned.get(bob)];
      expect([
        [computers.slice(1, 5), computers.slice(0, 1)],
        [computers.slice(4, 5), computers.slice(0, 4)],
      ]).to.deep.include(sets);
    },
  ],
  [
    'never leave a deleted person as an owner',
    async ({ unitOfWork, ada, computers, linkage }) => {
      const failures = await together([
        () => writeRunner(unitOfWork)((transaction) => deletePerson(transaction, ada)),
        () => execute(unitOfWork, linkComputers, [ada, computers], wholeView),
        () =>
          execute(
            unitOfWork,
            createComputer,
            [{ attributes: computerAttributes({ serial: 'new' }), linkage: { owner: ada } }],
            wholeView,
          ),
        () => execute(unitOfWork, assignOwner, [computers[5] ?? '', ada], wholeView),
      ]);
      expect(failures[0]).to.equal(undefined);
      expectOnly(failures, [NotFoundError, LinkedNotFoundError]);
      expect((await linkage()).owned.has(ada)).to.equal(false);
    },
  ],
  [
    'never leave a deleted computer linked',
    async ({ unitOfWork, ada, bob, computers, linkage }) => {
      const [first = '', ...rest] = computers;
      const failures = await together([
        () => execute(unitOfWork, linkComputers, [bob, computers], wholeView),
        () => writeRunner(unitOfWork)((transaction) => deleteComputer(transaction, first)),
        () => execute(unitOfWork, replaceComputers, [ada, [first]], wholeView),
        () => execute(unitOfWork, unlinkComputers, [ada, computers], wholeView),
      ]);
      expect(failures[1]).to.equal(undefined);
      expectOnly(failures, [LinkedNotFoundError]);
      expect([...(await linkage()).owners.keys()]).to.deep.equal(rest);
    },
  ],
  [
    'let only one of two deletes succeed',
    async ({ unitOfWork, ada, computers }) => {
      const [first = ''] = computers;
      const person = await together([
        () => writeRunner(unitOfWork)((transaction) => deletePerson(transaction, ada)),
        () => writeRunner(unitOfWork)((transaction) => deletePerson(transaction, ada)),
      ]);
      const computer = await together([
        () => writeRunner(unitOfWork)((transaction) => deleteComputer(transaction, first)),
        () => writeRunner(unitOfWork)((transaction) => deleteComputer(transaction, first)),
      ]);
      for (const failures of [person, computer]) {
        expectOnly(failures, [NotFoundError]);
        expect(failures.filter((failure) => failure === undefined)).to.have.lengthOf(1);
      }
    },
  ],
  [
    'delete whoever owns a computer at that moment, while it changes hands',
    async ({ unitOfWork, ada, bob, computers, linkage }) => {
      const [first = ''] = computers;
      const failures = await together([
        () => execute(unitOfWork, assignOwner, [first, bob], wholeView),
        () => writeRunner(unitOfWork)((transaction) => deleteOwner(transaction, first)),
        () => execute(unitOfWork, assignOwner, [first, null], wholeView),
      ]);
      expectOnly(failures, [LinkedNotFoundError, EmptyRelationshipError]);
      const left = [...(await linkage()).owned.keys()];
      expect(left).to.have.lengthOf(failures[1] === undefined ? 1 : 2);
      expect([ada, bob]).to.include.members(left);
    },
  ],
  [
    'keep all changes to different attributes',
    async ({ unitOfWork, ada }) => {
      const changes = [{ name: 'Augusta' }, { email: 'augusta@example.org' }, { birthDate: '1815-12-10' }];
      const failures = await together(
        changes.map(
          (attributes) => () => execute(unitOfWork, updatePerson, [ada, { attributes, linkage: {} }], wholeView),
        ),
      );
      expect(failures).to.deep.equal([undefined, undefined, undefined]);
      expect(await storedPerson(unitOfWork, ada)).to.deep.equal(
        aPerson({ id: ada, version: 4, ...Object.assign({}, ...changes) }),
      );
    },
  ],
  [
    'give computers that several new people claim to the last of them',
    async ({ unitOfWork, computers, linkage }) => {
      const command = { attributes: personAttributes({ name: 'new' }), linkage: { computers: computers } };
      const failures = await together(
        Array.from({ length: 4 }, () => () => execute(unitOfWork, createPerson, [command], wholeView)),
      );
      expect(failures.every((failure) => failure === undefined)).to.equal(true);
      const sizes = [...(await linkage()).owned.values()].map((ids) => ids.length).filter((size) => size > 0);
      expect(sizes).to.deep.equal([computers.length]);
    },
  ],
];

async function openWorld(unitOfWork: UnitOfWork): Promise<World> {
  const ada = await addPerson(unitOfWork, 'Ada');
  const bob = await addPerson(unitOfWork, 'Bob');
  const computers: string[] = [];
  for (const owner of [ada, ada, bob, bob, null, null]) computers.push(await addComputer(unitOfWork, 'C', owner));
  return { unitOfWork, ada, bob, computers, linkage: () => readLinkage(unitOfWork) };
}

async function readLinkage(unitOfWork: UnitOfWork): Promise<Linkage> {
  const records = await everyRecord(unitOfWork);
  const persons = records.filter(({ type }) => type === 'person');
  const computers = records.filter(({ type }) => type === 'computer');
  return {
    owned: new Map(persons.map(({ id, linkage }) => [id, linkage['computers'] ?? []])),
    owners: new Map(computers.map(({ id, linkage }) => [id, linkage['owner']?.[0]])),
  };
}

/** Both sides of the relationship agree, and every owner exists. */
async function expectConsistent(unitOfWork: UnitOfWork): Promise<void> {
  const { owned, owners } = await readLinkage(unitOfWork);
  const fromPersons = [...owned].flatMap(([owner, ids]) => ids.map((id) => `${id} of ${owner}`));
  const fromComputers = [...owners].flatMap(([id, owner]) => (owner === undefined ? [] : [`${id} of ${owner}`]));
  expect(fromPersons).to.have.members(fromComputers);
}

/** Starts all writes at once. @returns the error of each, or undefined where it succeeded */
async function together(writes: readonly (() => Promise<unknown>)[]): Promise<readonly unknown[]> {
  const outcomes = await Promise.allSettled(writes.map((write) => write()));
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : undefined));
}

function expectOnly(failures: readonly unknown[], allowed: readonly (new (...facts: never[]) => Error)[]): void {
  const others = failures.filter(
    (failure) => failure !== undefined && !allowed.some((kind) => failure instanceof kind),
  );
  expect(others, String(others[0])).to.deep.equal([]);
}
