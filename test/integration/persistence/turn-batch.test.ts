import { expect } from 'chai';
import { Socket } from 'node:net';
import { mock } from 'node:test';
import { sendByKysely, type Send } from '#adapters/persistence/connection/driver/send-statement';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { asRead } from '#adapters/persistence/tables/sql-fragment';
import { updatePerson } from '#product/use-cases';
import { writeRunner } from '#application/writing/write-transaction';
import { addPerson } from '../../contract/persons.ts';
import { serverEngine } from '../../support/database-engines.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

const select = (expression: string) => asRead({ sql: `select (${expression})::text as value`, parameters: [] });

describe('The statements of a transaction', () => {
  let database: Database;

  afterEach(() => database.close());
  afterEach(() => mock.restoreAll());

  it('are sent in one packet per round trip', async () => {
    database = await serverEngine.open();
    const unitOfWork = new SqlUnitOfWork(database);
    const id = await addPerson(unitOfWork, 'Ada');
    const socket = Socket.prototype as Required<Socket>;
    const [single, several] = [mock.method(socket, '_write').mock, mock.method(socket, '_writev').mock];
    await writeRunner(unitOfWork)((transaction) =>
      updatePerson(transaction, id, { attributes: { name: 'Bob' }, linkage: {} }),
    );
    expect([single.callCount(), several.callCount()]).to.deep.equal([0, 2]);
  });

  describe('sent together', () => {
    const failures: string[] = [];
    const inTransaction = <Result>(work: (send: Send) => Promise<Result>): Promise<Result> =>
      database.em.transactional((em) =>
        work(
          sendByKysely(em.getKysely(), {
            observe: (observation) => {
              if (observation.kind === 'database failed') failures.push(observation.code);
            },
          }),
        ),
      );

    beforeEach(async () => {
      failures.length = 0;
      const url = await (await testServer()).createDatabase();
      database = openServer(url, { statementTimeoutMillis: 1000 });
    });

    it('each have the full statement timeout, however long earlier ones take', async () => {
      const naps = await inTransaction((send) =>
        Promise.all(Array.from({ length: 6 }, () => send(select(`pg_sleep(0.6)`)))),
      );
      expect(naps).to.have.length(6);
    });

    it('fail with the first error, which is reported once', async () => {
      const outcomes = await inTransaction(async (send) => {
        const sent = ['1', '1 / 0', '2'].map((each) => send(select(each)));
        throw new AggregateError((await Promise.allSettled(sent)).map((each) => each));
      }).catch((error: unknown) => (error as AggregateError).errors as PromiseSettledResult<unknown>[]);
      const [first, ...others] = outcomes;
      expect(first).to.deep.equal({ status: 'fulfilled', value: [['1']] });
      for (const other of others) expect(other).to.have.nested.property('reason.code', '22012');
      expect(failures).to.deep.equal(['22012']);
    });

    it('continue after a savepoint has undone the failed one', async () => {
      const rows = await database.em.transactional(async (em) => {
        await em
          .transactional((nested) => sendByKysely(nested.getKysely(), {})(select('1 / 0')))
          .catch(() => undefined);
        return sendByKysely(em.getKysely(), {})(select('1'));
      });
      expect(rows).to.deep.equal([['1']]);
    });
  });
});
