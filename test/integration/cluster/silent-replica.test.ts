// A replica that vanishes without a word breaks no connection.
import { expect } from 'chai';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { addPerson } from '../../contract/api/persons.ts';
import { AdminPages } from '../../support/admin-pages.ts';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { onServer, startReplicated, type ReplicatedServers } from '../../support/replicated-servers.ts';
import { TcpGate } from '../../support/tcp-gate.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

/** Two seconds until it counts as silent, and some for a busy machine. */
const LONGEST_MILLIS = 4000;
/** Longer than a replica may be silent. */
const SLOW_MILLIS = 3000;
const READERS = 4;

describe('A service with a replica', () => {
  let servers: ReplicatedServers;
  let gate: TcpGate;
  let service: TestService;
  let path = '';
  let loggedAtStart = 0;
  const client = new ApiClient(() => service.url);

  before(async () => {
    servers = await startReplicated({ replicas: 1 });
    gate = await TcpGate.open(servers.replicas[0]?.url ?? '');
    service = await startTestService({
      DATABASE_URL: servers.primary.url,
      DATABASE_REPLICA_URLS: gate.url,
      ADMIN_PORT: '0',
    });
    path = `/persons/${await addPerson(client)}`;
    await eventually('it reads from the replica', async () => {
      const reads = await readsFromReplica();
      expect((await client.get(path)).status).to.equal(200);
      return (await readsFromReplica()) > reads;
    });
    loggedAtStart = service.logged.length;
  });
  after(async () => {
    await service.stop();
    await gate.close();
    await servers.remove();
  });

  const readsFromReplica = (): Promise<number> =>
    new AdminPages(service.adminUrl ?? '').sum('db_reads_total', 'replica');
  /** Not counting the start, when the replica may not have the tables yet. */
  const leftOut = (): readonly unknown[] =>
    service.logged.slice(loggedAtStart).filter(({ message }) => message === 'a replica is left out');

  const isLocked = async (): Promise<boolean> => {
    const [replica] = servers.replicas;
    if (replica === undefined) throw new Error('there is no replica');
    return onServer(replica, async (kysely) => {
      const { rows } =
        await sql`select from pg_locks where mode = 'AccessExclusiveLock' and relation is not null`.execute(kysely);
      return rows.length > 0;
    });
  };

  it('waits for its slow statements as long as it answers otherwise', async () => {
    const slow = await onServer(servers.primary, (kysely) =>
      kysely.transaction().execute(async (transaction) => {
        await sql`lock table person in access exclusive mode`.execute(transaction);
        // A commit sends it.
        await onServer(servers.primary, (other) =>
          sql`select pg_logical_emit_message(true, 'probe', '')`.execute(other),
        );
        await eventually('the replica has taken the lock, too', isLocked);
        const reads = [client.get(path), client.get('/persons')];
        await pause(SLOW_MILLIS);
        return { reads };
      }),
    );
    for (const { status } of await Promise.all(slow.reads)) expect(status).to.equal(200);
    expect(leftOut()).to.deep.equal([]);
  });

  it('reads elsewhere once it is silent, also what it was asked for', async () => {
    const longest = { millis: 0 };
    const end = new AbortController();
    const readers = Array.from({ length: READERS }, async () => {
      while (!end.signal.aborted) {
        const start = performance.now();
        expect((await client.get(path)).status).to.equal(200);
        longest.millis = Math.max(longest.millis, performance.now() - start);
        await pause(5);
      }
    });
    const done = Promise.all(readers);
    await pause(200);
    gate.stall();
    await eventually('it is left out', () => leftOut().length === 1);
    await pause(500);
    end.abort();
    await done;
    expect(longest.millis).to.be.above(1000).and.below(LONGEST_MILLIS);
    gate.resume();
    const reads = await readsFromReplica();
    await eventually('it reads from it again', async () => {
      await client.get(path);
      return (await readsFromReplica()) > reads;
    });
  });
});
