import { rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlReads } from '#adapters/persistence/storage/reads';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import {
  CollisionError,
  CommitOutcomeUnknownError,
  QueryTimeoutError,
  StorageUnavailableError,
} from '#application/model/errors';
import type { Observe } from '#application/ports/observation';
import { writeRunner, type WriteTransaction } from '#application/writing/write-transaction';
import { queryFor } from '../../contract/fixtures.ts';
import { aNewPerson } from '../../support/builders.ts';
import { newDataFolder } from '../../support/data-folder.ts';
import { embeddedEngine, engines } from '../../support/database-engines.ts';
import { atDepth, depth } from '../../support/depth.ts';
import { eventually } from '../../support/eventually.ts';
import { openEmbedded } from '../../support/open-embedded.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { temporaryFolder } from '../../support/service-process.ts';

const all = queryFor('person', { attributes: ['name'] });
const ada = aNewPerson({ name: 'Ada' });

const reasonOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );

const count = async (unitOfWork: SqlUnitOfWork): Promise<number> => (await unitOfWork.reader.find(all)).records.length;

const terminateOthers = sql`
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

/** The number of other connections. */
const others = async (database: Database): Promise<number> => {
  const { rows } = await sql<{ readonly count: string }>`
    select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    database.kysely,
  );
  return Number(rows[0]?.count);
};

describe('A unit of work on a server that fails', () => {
  let url: string;
  let database: Database;
  let unitOfWork: SqlUnitOfWork;
  let administrator: Database;

  beforeEach(async () => {
    url = await (await testServer()).createDatabase();
    database = openServer(url, { poolSize: 2, connectTimeoutMillis: 2000 });
    unitOfWork = new SqlUnitOfWork(database);
    administrator = openServer(url);
  });

  afterEach(async () => {
    await database.close();
    await administrator.close();
  });

  it('reports one error for each statement, transaction and stream that cannot reach a server', async () => {
    const codes: string[] = [];
    const observe: Observe = (observation) => {
      if (observation.kind === 'database failed') codes.push(observation.code);
    };
    const away = openServer('postgres://postgres@127.0.0.1:1/postgres', { observe });
    try {
      const reads = new SqlReads(away, 'once');
      const writing = new SqlUnitOfWork(away);
      for (const fail of [
        () => reads.reader.find(all),
        () => reads.read((reader) => reader.find(all)),
        () => writing.write(({ repositories }) => repositories.person.add(ada)),
        async () => {
          for await (const each of reads.stream((reader) => reader.stream(all))) void each;
        },
      ])
        expect(await reasonOf(fail())).to.be.instanceOf(StorageUnavailableError);
      expect(codes).to.deep.equal(Array(4).fill('ECONNREFUSED'));
    } finally {
      await away.close();
    }
  });

  it('leaves no trace when the server drops connections during transactions', async () => {
    for (let round = 0; round < 6; round += 1) {
      const error = await reasonOf(
        unitOfWork.write(async ({ repositories: { person } }) => {
          await person.add(ada);
          await terminateOthers.execute(administrator.kysely);
          await person.add(ada);
        }),
      );
      expect(error).to.be.instanceOf(StorageUnavailableError);
    }
    expect(await count(unitOfWork)).to.equal(0);
    await unitOfWork.write(({ repositories }) => repositories.person.add(ada));
    expect(await count(unitOfWork)).to.equal(1);
  });

  it('reports a connection lost before COMMIT was sent: nothing is written', async () => {
    const error = await reasonOf(
      unitOfWork.write(async ({ repositories: { person } }) => {
        await person.add(ada);
        await terminateOthers.execute(administrator.kysely);
        // The server reports the termination before they disappear.
        await eventually('they are gone', async () => (await others(administrator)) === 0);
        await others(administrator);
      }),
    );
    expect(error).to.be.instanceOf(StorageUnavailableError);
    expect(await count(unitOfWork)).to.equal(0);
  });

  it('reports a connection lost during COMMIT: the outcome is unknown', async () => {
    const proxy = createServer((client) => {
      const upstream = connect(Number(new URL(url).port), new URL(url).hostname);
      client.on('data', (data) => {
        const committing = data.toString('latin1').includes('commit\0');
        upstream.write(data, () => {
          if (committing) client.destroy();
        });
      });
      upstream.on('data', (data) => client.write(data));
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const)
        one.on('error', () => undefined).on('close', () => other.end());
    });
    await new Promise<void>((settle) => proxy.listen(0, '127.0.0.1', settle));
    const proxyUrl = new URL(url);
    proxyUrl.port = String((proxy.address() as AddressInfo).port);
    const proxied = openServer(proxyUrl.href);
    try {
      const error = await reasonOf(
        new SqlUnitOfWork(proxied).write(({ repositories }) => repositories.person.add(ada)),
      );
      expect(error).to.be.instanceOf(CommitOutcomeUnknownError);
      await eventually('it is written', async () => expect(await count(unitOfWork)).to.equal(1));
    } finally {
      await proxied.close();
      proxy.close();
    }
  });

  it('waits for a free connection no longer than configured', async () => {
    const lock = await administrator.kysely.startTransaction().execute();
    await sql`select pg_advisory_xact_lock(1)`.execute(lock);
    const held = Array.from({ length: 2 }, () => sql`select pg_advisory_xact_lock(1)`.execute(database.kysely));
    await eventually('both connections are in use', () => {
      const { open = 0, idle = 0 } = database.poolUse() ?? {};
      return open - idle === 2;
    });
    for (const reason of await Promise.all([
      reasonOf(unitOfWork.reader.find(all)),
      reasonOf(unitOfWork.write(({ repositories }) => repositories.person.add(ada))),
    ]))
      expect(reason).to.be.instanceOf(StorageUnavailableError);
    await lock.rollback().execute();
    await Promise.all(held);
    expect(await count(unitOfWork)).to.equal(0);
  });

  it('reports the storage as unavailable when nobody listens, the database is read-only or a lock is not available', async () => {
    const nowhere = openServer('postgres://postgres@127.0.0.1:1/none', { connectTimeoutMillis: 500 });
    expect(await reasonOf(new SqlUnitOfWork(nowhere).reader.find(all))).to.be.instanceOf(StorageUnavailableError);
    expect(await reasonOf(nowhere.migrate())).to.be.instanceOf(StorageUnavailableError);
    expect(await reasonOf(nowhere.pendingMigrations())).to.be.instanceOf(StorageUnavailableError);
    await nowhere.close();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(administrator.kysely);
    const name = sql.id(rows[0]?.name ?? '');
    await sql`alter database ${name} set default_transaction_read_only to on`.execute(administrator.kysely);
    await terminateOthers.execute(administrator.kysely);
    await eventually('they are gone', async () => (await others(administrator)) === 0);
    expect(await reasonOf(unitOfWork.write(({ repositories }) => repositories.person.add(ada)))).to.be.instanceOf(
      StorageUnavailableError,
    );
    const failing = `do $$ begin raise exception 'no' using errcode = 'lock_not_available'; end $$`;
    expect(await reasonOf(runAlone(administrator, failing))).to.be.instanceOf(StorageUnavailableError);
  });

  it('reports a statement timeout, and leaves other errors as they are', async () => {
    const slow = openServer(`${url}?options=-c%20statement_timeout%3D50`);
    const timeout = await reasonOf(runAlone(slow, 'select pg_sleep(5)'));
    await slow.close();
    expect(timeout).to.be.instanceOf(QueryTimeoutError);
    expect(await reasonOf(runAlone(administrator, 'select 1 / 0'))).to.have.property('code', '22012');
  });

  it('reports a deadlock as a collision, so that the write is tried again', async () => {
    // A connection that detects deadlocks sooner.
    await database.close();
    database = openServer(`${url}?options=-c%20deadlock_timeout%3D50`, { poolSize: 2 });
    unitOfWork = new SqlUnitOfWork(database);
    const [one, other] = await unitOfWork.write(async ({ repositories: { person } }) => [
      (await person.add(ada)).id,
      (await person.add(ada)).id,
    ]);
    /** Two writes, each of which has one of the locks when it asks for the other. */
    const crossing = (): readonly ((holding: Pick<WriteTransaction, 'repositories'>) => Promise<void>)[] => {
      let holding = 0;
      const bothHaveOne = Promise.withResolvers<undefined>();
      return [
        [one, other],
        [other, one],
      ].map(([first = '0', second = '0']) => async ({ repositories: { person } }) => {
        await person.lock([first]);
        holding += 1;
        if (holding === 2) bothHaveOne.resolve(undefined);
        await bothHaveOne.promise;
        await person.lock([second]);
      });
    };
    const outcomes = await Promise.allSettled(crossing().map((work) => unitOfWork.write(work)));
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(failures).to.have.lengthOf(1);
    expect(failures[0]).to.be.instanceOf(CollisionError);

    let collisions = 0;
    const run = writeRunner(unitOfWork, { observe: () => (collisions += 1) });
    await Promise.all(crossing().map(run));
    expect(collisions).to.be.greaterThan(0);
  });

  it('retries a read that fails to serialize, once', async () => {
    await runAlone(administrator, 'create sequence tries');
    await runAlone(
      administrator,
      `create function collide() returns boolean language plpgsql as $$ begin
        if nextval('tries') in (1, 3, 4) then raise exception using errcode = 'serialization_failure'; end if; return true; end $$`,
    );
    await runAlone(administrator, 'alter table person rename to people');
    await runAlone(administrator, 'create view person as select * from people where (select collide())');
    expect(await count(unitOfWork)).to.equal(0);
    expect(await reasonOf(count(unitOfWork))).to.be.instanceOf(StorageUnavailableError);
    expect(await count(unitOfWork)).to.equal(0);
  });

  it('leaves an idle connection alone, however short the statement timeout', async () => {
    // The driver gives a connection up two seconds after the statement timeout.
    const watched = openServer(url, { poolSize: 1, statementTimeoutMillis: 1, sessionSettings: false });
    const backend = (): Promise<unknown> => runAlone(watched, 'select pg_backend_pid()::text as pid');
    const first = await backend();
    await new Promise((settle) => setTimeout(settle, 2200));
    expect(await backend()).to.deep.equal(first);
    await watched.close();
  });

  it('refuses calls to a finished transaction', async () => {
    const { repositories } = await unitOfWork.write(async (transaction) => transaction);
    expect(await reasonOf(repositories.person.lock(['1']))).to.be.instanceOf(Error);
    expect(await reasonOf(repositories.person.add(ada))).to.be.instanceOf(Error);
    expect(await count(unitOfWork)).to.equal(0);
  });

  it('reads one snapshot while others write', async () => {
    await unitOfWork.read(async (reader) => {
      expect((await reader.find(all)).records).to.deep.equal([]);
      await new SqlUnitOfWork(administrator).write(({ repositories }) => repositories.person.add(ada));
      expect((await reader.find(all)).records).to.deep.equal([]);
    });
    expect(await count(unitOfWork)).to.equal(1);
  });
});

for (const engine of engines)
  describe(`A unit of work on ${engine.name}`, () => {
    let database: Database;
    let unitOfWork: SqlUnitOfWork;

    before(async () => {
      database = await engine.open();
      unitOfWork = new SqlUnitOfWork(database);
    });

    after(() => database.close());

    it('rolls back and rethrows what the work throws', async () => {
      const failure = new Error('no');
      const error = await reasonOf(
        unitOfWork.write(async ({ repositories: { person } }) => {
          await person.add(ada);
          throw failure;
        }),
      );
      expect(error).to.equal(failure);
      expect(await count(unitOfWork)).to.equal(0);
    });

    it('fails when the work swallows an error of the database', async () => {
      const error = await reasonOf(
        unitOfWork.write(async ({ repositories: { person } }) => {
          await person.add(ada);
          await person.add(aNewPerson({ name: 'x'.repeat(256) })).catch(() => undefined);
        }),
      );
      expect(error).to.have.property('code', '22001');
      expect(await count(unitOfWork)).to.equal(0);
    });

    it('does not hang after the database is closed', async () => {
      const closed = await engine.open();
      await closed.close();
      const late = new SqlUnitOfWork(closed);
      expect(await reasonOf(late.reader.find(all))).to.be.instanceOf(StorageUnavailableError);
      expect(await reasonOf(late.write(({ repositories }) => repositories.person.add(ada)))).to.be.instanceOf(
        StorageUnavailableError,
      );
      expect(await reasonOf(closed.ping())).to.be.instanceOf(StorageUnavailableError);
      expect(await reasonOf(closed.pendingMigrations())).to.be.instanceOf(StorageUnavailableError);
    });
  });

describe('The embedded database', () => {
  it('finishes transactions that wait for the only connection before it closes', async () => {
    const closing = await embeddedEngine.open();
    const late = new SqlUnitOfWork(closing);
    const pending = [
      ...Array.from({ length: 4 }, () => late.write(({ repositories }) => repositories.person.add(ada))),
      ...Array.from({ length: 4 }, () => late.read((reader) => reader.find(all))),
    ];
    const [answers] = await Promise.all([Promise.allSettled(pending), closing.close()]);
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(8).fill('fulfilled'));
  });

  // The gate covers this with the unit tests of the data folder.
  if (depth === 'campaign')
    it('is created again if a process was killed while creating it', async () => {
      const folder = temporaryFolder();
      // The files that exist halfway through.
      for (const name of ['PG_VERSION', '.incomplete']) writeFileSync(join(folder.path, name), '');
      try {
        for (const round of [1, 2]) {
          const database = await openEmbedded(folder.path);
          await database.migrate();
          await new SqlUnitOfWork(database).write(({ repositories }) => repositories.person.add(ada));
          expect(await count(new SqlUnitOfWork(database))).to.equal(round);
          await database.close();
        }
      } finally {
        folder.remove();
      }
    });

  it('limits how much it would replay after a crash', async () => {
    const folder = await newDataFolder();
    const failures: unknown[] = [];
    const observe: Observe = (observation) => {
      if (observation.kind === 'database failed') failures.push(observation);
    };
    const database = await openEmbedded(folder, { observe }, 100);
    try {
      await sql`create table filler (text text)`.execute(database.kysely);
      for (let round = 0; round < atDepth({ gate: 1, campaign: 3 }); round += 1) {
        await sql`insert into filler select repeat('x', 1000) from generate_series(1, 50000)`.execute(database.kysely);
        await eventually('there is a checkpoint', async () => {
          const { rows } = await sql<{ readonly bytes: string }>`
            select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::text as bytes from pg_control_checkpoint()`.execute(
            database.kysely,
          );
          expect(Number(rows[0]?.bytes)).to.be.below(1_000_000);
        });
      }
      expect(failures).to.deep.equal([]);
    } finally {
      await database.close();
      rmSync(folder, { recursive: true });
    }
  });
});

function runAlone({ send }: Database, text: string): Promise<unknown> {
  return send({ sql: text, parameters: [] });
}
