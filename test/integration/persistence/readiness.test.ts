import { expect } from 'chai';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { StorageUnavailableError } from '#application/model/errors';
import { queryFor } from '../../contract/fixtures.ts';
import { engines } from '../../support/database-engines.ts';

const persons = queryFor('person');

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

/** Everything that a unit of work can be asked for, by name. */
function uses(unitOfWork: SqlUnitOfWork): Readonly<Record<string, () => Promise<unknown>>> {
  const since = unitOfWork.readsSince({ timeline: 1, offset: 0n });
  return {
    epoch: () => unitOfWork.epoch(),
    find: () => unitOfWork.reader.find(persons),
    read: () => unitOfWork.read((reader) => reader.find(persons)),
    stream: () => drain(unitOfWork.stream((reader) => reader.stream(persons))),
    'find since': () => since.reader.find(persons),
    'stream since': () => drain(since.stream((reader) => reader.stream(persons))),
    write: () => unitOfWork.write(({ repositories }) => repositories.person.lock(['1'])),
    purgeAnswers: () => unitOfWork.purgeAnswers(1),
  };
}

for (const engine of engines)
  describe(`A database that is not ready, on ${engine.name}`, () => {
    let database: Database;

    before(async () => {
      database = await engine.open();
    });
    after(() => database.close());

    it('refuses all that a unit of work can be asked for, and is administered; afterwards it refuses nothing', async () => {
      database.refuseUnitsOfWork('not yet');
      for (const [name, use] of Object.entries(uses(new SqlUnitOfWork(database)))) {
        const error = await use().catch((thrown: unknown) => thrown);
        expect(error, name).to.be.instanceOf(StorageUnavailableError).with.property('message', 'not yet');
      }
      await database.ping();
      expect(await database.pendingMigrations()).to.deep.equal([]);
      database.refuseUnitsOfWork(undefined);
      for (const use of Object.values(uses(new SqlUnitOfWork(database)))) await use();
    });
  });
