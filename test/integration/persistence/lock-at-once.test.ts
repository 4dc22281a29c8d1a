import { expect } from 'chai';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { assignOwner, deletePerson, linkComputers } from '#product/use-cases';
import { writeRunner, type WriteTransaction } from '#application/writing/write-transaction';
import { lockAll } from '#application/writing/lock-all';
import { addComputer, addPerson } from '../../contract/persons.ts';
import { serverEngine } from '../../support/database-engines.ts';
import { untilOneWaits } from '../../support/waits-for-lock.ts';
import { writeOnce } from '../../support/write-once.ts';

describe('A list of operations that deletes a person, and a write that has not seen the computers of that person,', () => {
  let database: Database;
  let deadlocks = 0;

  before(async () => {
    database = await serverEngine.open({
      observe: (observation) => {
        if (observation.kind === 'database failed' && observation.code === '40P01') deadlocks += 1;
      },
    });
  });
  after(() => database.close());

  it('do not deadlock, because the list takes all its locks first', async () => {
    const unitOfWork = new SqlUnitOfWork(database);
    const [ada, bob] = [await addPerson(unitOfWork, 'Ada'), await addPerson(unitOfWork, 'Bob')];
    const [first, second] = [await addComputer(unitOfWork, 'C-1'), await addComputer(unitOfWork, 'C-2')];

    // Waits, and then locks as if nobody owned the computers.
    const [hasBegun, mayLock] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const pausing = ({
      repositories: { person, computer, ...others },
      ...transaction
    }: WriteTransaction): WriteTransaction => ({
      ...transaction,
      repositories: {
        ...others,
        person: { ...person, lock: (ids) => person.lock(ids) },
        computer: {
          ...computer,
          targetsOf: async () => {
            hasBegun.resolve(undefined);
            await mayLock.promise;
            return [];
          },
        },
      },
    });
    const linking = writeRunner(unitOfWork)((transaction) => linkComputers(pausing(transaction), ada, [first, second]));
    await hasBegun.promise;
    await writeOnce(unitOfWork)((transaction) => assignOwner(transaction, first, bob));

    // Names the second computer only; the first one is Bob's by now.
    await writeOnce(unitOfWork)(async (transaction) => {
      const named = [
        { type: 'person', id: bob },
        { type: 'computer', id: second },
      ] as const;
      const locked = await lockAll(transaction, {
        named,
        linked: [],
        relinked: [],
        removed: [{ type: 'person', id: bob }],
        removesAdded: false,
        removedTargets: [],
        added: [],
      });
      mayLock.resolve(undefined);
      await untilOneWaits(database);
      await deletePerson(locked, bob);
    });
    await linking;

    expect(deadlocks).to.equal(0);
    expect(
      await unitOfWork.write(({ repositories }) => repositories.computer.referringTo('owner', [ada])),
    ).to.deep.equal([first, second]);
  });
});
