import { mock } from 'node:test';
import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

describe('The pool of a server', () => {
  let database: Database;

  beforeEach(async () => {
    database = openServer(await (await testServer()).createDatabase(), { poolSize: 2 });
  });
  afterEach(() => database.close());

  it('reads dates, moments and intervals as text', async () => {
    const { rows } = await sql`
      select date '0044-03-15 BC' as date, timestamp '2026-01-02 03:04:05.123456' as timestamp,
        timestamptz 'infinity' as timestamptz, interval '1 day' as interval`.execute(database.kysely);
    expect(rows).to.deep.equal([
      {
        date: '0044-03-15 BC',
        timestamp: '2026-01-02 03:04:05.123456',
        timestamptz: 'infinity',
        interval: '1 day',
      },
    ]);
  });

  it('ends its connections when the database is closed, even if no transaction has used one', async () => {
    await database.send({ sql: 'select 1 as one', parameters: [] });
    expect(database.poolUse()?.open).to.equal(1);
    await database.close();
    expect(database.poolUse()?.open).to.equal(0);
  });

  it('replaces a connection that is five minutes old', async () => {
    const backend = async (): Promise<unknown> =>
      (await database.send({ sql: 'select pg_backend_pid()::text as pid', parameters: [] }))[0]?.[0];
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const first = await backend();
      // Never idle for so long that it would be closed.
      for (let seconds = 0; seconds < 295; seconds += 5) {
        mock.timers.tick(5000);
        expect(await backend(), `after ${seconds} s`).to.equal(first);
      }
      mock.timers.tick(5000);
      expect(await backend()).not.to.equal(first);
    } finally {
      mock.timers.reset();
    }
  });
});
