import { expect } from 'chai';
import type { Database } from '../../../src/adapters/persistence/connection/database.ts';
import { SqlUnitOfWork } from '../../../src/adapters/persistence/unit-of-work.ts';
import { StorageUnavailableError } from '../../../src/application/errors.ts';
import { everything } from '../../../src/application/model/filter.ts';
import type { Query } from '../../../src/application/model/query.ts';
import { embeddedEngine, serverEngine } from '../../support/database-engines.ts';

const persons: Query = {
  type: 'person',
  filter: everything,
  sort: [],
  page: undefined,
  attributes: [],
  linkage: [],
  total: false,
};

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

/** Everything that a unit of work can be asked for, by name. */
function uses(unitOfWork: SqlUnitOfWork): Readonly<Record<string, () => Promise<unknown>>> {
  const since = unitOfWork.since({ timeline: 1, offset: 0n });
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

for (const engine of [serverEngine, embeddedEngine])
  describe(`A database that is not ready, on ${engine.name}`, () => {
    let database: Database;

    before(async () => {
      database = await engine.open();
    });
    after(() => database.close());

    it('refuses all that a unit of work can be asked for, and is administered; afterwards it refuses nothing', async () => {
      database.refuse('not yet');
      for (const [name, use] of Object.entries(uses(new SqlUnitOfWork(database)))) {
        const error = await use().catch((thrown: unknown) => thrown);
        expect(error, name).to.be.instanceOf(StorageUnavailableError).with.property('message', 'not yet');
      }
      await database.ping();
      expect(await database.pendingMigrations()).to.deep.equal([]);
      database.refuse(undefined);
      for (const use of Object.values(uses(new SqlUnitOfWork(database)))) await use();
    });
  });
