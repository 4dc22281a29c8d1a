import { expect } from 'chai';
import { Socket } from 'node:net';
import { mock } from 'node:test';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { writeRunner } from '#application/writing/attempts';
import { updatePerson } from '#application/use-cases';
import { addPerson } from '../../contract/fixtures.ts';
import { serverEngine } from '../../support/database-engines.ts';

describe('A write', () => {
  let database: Database;

  before(async () => {
    database = await serverEngine.open();
  });
  after(() => database.close());
  afterEach(() => mock.restoreAll());

  it('leaves in as many packets as it waits for answers', async () => {
    const unitOfWork = new SqlUnitOfWork(database);
    const id = await addPerson(unitOfWork, 'Ada');
    const socket = Socket.prototype as Required<Socket>;
    const [single, several] = [mock.method(socket, '_write').mock, mock.method(socket, '_writev').mock];
    await writeRunner(unitOfWork)((attempt) => updatePerson(attempt, id, { attributes: { name: 'Bob' }, linkage: {} }));
    expect([single.callCount(), several.callCount()]).to.deep.equal([0, 2]);
  });
});
