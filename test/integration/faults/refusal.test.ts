import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { ApiClient } from '../../support/api-client.ts';
import { createDatabaseAt } from '../../support/create-database.ts';
import { eventually } from '../../support/eventually.ts';
import {
  addPerson,
  expectAlive,
  expectQuietPool,
  expectRecovery,
  expectUnavailable,
  openBench,
  storedNames,
  type FaultBench,
} from '../../support/fault-bench.ts';
import { openServer } from '../../support/open-server.ts';
import { PrivateServer } from '../../support/private-server.ts';
import { killedAfterEach, startProcess } from '../../support/service-process.ts';

interface Refusal {
  readonly what: string;
  readonly begin: readonly string[];
  readonly end: readonly string[];
  readonly reason: RegExp;
}

/** Statements have `$database` for the name of the database. */
const refusals: readonly Refusal[] = [
  {
    what: 'the role may not log in (28000)',
    begin: ['alter role guest nologin'],
    end: ['alter role guest login'],
    reason: /role "guest" is not permitted to log in/,
  },
  {
    what: 'the password was changed (28P01)',
    begin: [`alter role guest password 'other'`],
    end: [`alter role guest password 'secret'`],
    reason: /password authentication failed for user "guest"/,
  },
  {
    what: 'the database was renamed (3D000)',
    begin: ['alter database $database rename to $database_elsewhere'],
    end: ['alter database $database_elsewhere rename to $database'],
    reason: /database "test_\w+" does not exist/,
  },
  {
    what: 'the right to connect was revoked (42501)',
    begin: ['revoke connect on database $database from public'],
    end: ['grant connect on database $database to public'],
    reason: /permission denied for database "test_\w+"/,
  },
  {
    what: 'pg_hba.conf rejects the client (28000)',
    begin: [accessRules('reject'), 'select pg_reload_conf()'],
    end: [accessRules('scram-sha-256'), 'select pg_reload_conf()'],
    reason: /pg_hba.conf rejects connection/,
  },
];

/** Ends by itself, so the service waits for it even at the start. */
const closed: Refusal = {
  what: 'the database accepts no connections (55000)',
  begin: ['alter database $database allow_connections false'],
  end: ['alter database $database allow_connections true'],
  reason: /database "test_\w+" is not currently accepting connections/,
};

/** Writes pg_hba.conf. */
function accessRules(methodForGuest: string): string {
  return `do $do$ begin
    execute format($$copy (values ('host all guest all ${methodForGuest}'), ('host all all all trust')) to %L$$, current_setting('hba_file'));
  end $do$`;
}

describe('A database that refuses connections', () => {
  let server: PrivateServer;
  let administrator: Database;
  let databaseUrl: URL;

  async function administer(statements: readonly string[]): Promise<void> {
    const name = databaseUrl.pathname.slice(1);
    for (const statement of statements) {
      const text = statement.replaceAll('$database', name);
      // A database that is in use cannot be renamed.
      await eventually(text, async () => {
        await sql`
        select pg_terminate_backend(pid) from pg_stat_activity where datname like ${`${name}%`}`.execute(
          administrator.kysely,
        );
        await sql.raw(text).execute(administrator.kysely);
      });
    }
  }

  /** The URL of the service's role. */
  function guestUrl(): string {
    const url = new URL(databaseUrl);
    url.username = 'guest';
    url.password = 'secret';
    return url.href;
  }

  before(async () => {
    server = await PrivateServer.create();
    await server.start();
    administrator = openServer(server.url);
    databaseUrl = new URL(await createDatabaseAt(server.url));
    const database = openServer(databaseUrl.href);
    await database.migrate();
    await sql`create role guest login password 'secret'`.execute(database.kysely);
    await sql`grant all on all tables in schema public to guest`.execute(database.kysely);
    await sql`grant usage on all sequences in schema public to guest`.execute(database.kysely);
    await database.close();
    await administer([accessRules('scram-sha-256'), 'select pg_reload_conf()']);
  });

  after(async () => {
    await administrator.close();
    await server.remove();
  });

  describe('while the service runs', () => {
    let stored: Database;
    let bench: FaultBench;

    before(() => {
      stored = openServer(databaseUrl.href);
    });

    after(() => stored.close());

    beforeEach(async () => {
      bench = await openBench({ MIGRATE: 'off' }, guestUrl());
      expect((await addPerson(bench.client, 'before')).status).to.equal(201);
    });

    afterEach(async () => {
      await bench.close();
      await sql`truncate person cascade`.execute(stored.kysely);
    });

    const ready = async (): Promise<{ readonly status: number; readonly text: string }> => {
      const response = await fetch(`${String(bench.service.adminUrl)}/ready`);
      return { status: response.status, text: await response.text() };
    };

    for (const { what, begin, end, reason } of [...refusals, closed])
      it(`${what}: refuses requests, says why, and recovers by itself`, async () => {
        const { client, service } = bench;
        await administer(begin);
        try {
          const headers = { 'X-Request-Id': 'refused' };
          const answer = await client.get('/persons', { headers });
          expectUnavailable(answer);
          expect(answer.text).not.to.match(reason).and.not.to.contain('guest');
          expectUnavailable(await client.get('/persons?include=computers.owner'));
          expectUnavailable(await addPerson(client, 'never'));
          const line = service.logged.find(({ facts }) => facts['requestId'] === 'refused');
          expect(line?.message).to.equal('request failed');
          expect(line?.facts['error']).to.have.nested.property('cause.message').that.matches(reason);
          const unready = await ready();
          expect(unready.status).to.equal(503);
          expect(JSON.parse(unready.text)).to.have.nested.property('because[0]').that.matches(reason);
          expect(unready.text).not.to.contain('secret');
          const metrics = await (await fetch(`${String(service.adminUrl)}/metrics`)).text();
          expect(metrics, 'no error is blamed on input').to.match(/^db_input_errors_total 0$/m);
          await expectAlive(bench);
        } finally {
          await administer(end);
        }
        await expectRecovery(client);
        expect((await ready()).status).to.equal(200);
        await expectQuietPool(bench);
        expect(await storedNames(stored)).to.deep.equal(['before', 'after']);
      });
  });

  describe('at startup', () => {
    const started = killedAfterEach();
    const start = (): ReturnType<typeof startProcess> =>
      started(startProcess({ DATABASE_URL: guestUrl(), MIGRATE: 'off' }));

    for (const { what, begin, end, reason } of refusals)
      it(`${what}: ends the service, which says why in one line`, async () => {
        await administer(begin);
        try {
          const service = start();
          expect(await service.ended).to.equal(1);
          expect(service.output().stderr)
            .to.match(/^the database refuses the connection: .+\n$/)
            .and.match(reason);
        } finally {
          await administer(end);
        }
      });

    it(`${closed.what}: is waited for`, async () => {
      await administer(closed.begin);
      const service = start();
      let client: ApiClient;
      try {
        client = new ApiClient(await service.listening);
        expectUnavailable(await client.get('/persons'));
      } finally {
        await administer(closed.end);
      }
      await eventually('it is used', async () => (await client.get('/persons')).status === 200);
    });
  });
});
