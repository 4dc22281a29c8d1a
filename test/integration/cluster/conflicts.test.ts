// A replica cancels queries that block the replay of changes (PostgreSQL documentation, "Handling Query Conflicts").
import { expect } from 'chai';
import { sql } from 'kysely';
import { HighestTimeline, OwnNewestWrite } from '#adapters/persistence/replication/newest-write';
import { PrimaryMonitor } from '#adapters/persistence/replication/primary-monitor';
import type { Observation } from '#application/ports/observation';
import { ReadRouter } from '#adapters/persistence/replication/read-router';
import { Replica } from '#adapters/persistence/replication/replica';
import { ReplicatedUnitOfWork } from '#adapters/persistence/replication/replicated-unit-of-work';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlReads } from '#adapters/persistence/storage/reads';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { StorageUnavailableError } from '#application/model/errors';
import { everything } from '#application/model/filter';
import { hasReached } from '#application/model/log-position';
import { queryFor } from '../../contract/fixtures.ts';
import { aNewPerson } from '../../support/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { openServer } from '../../support/open-server.ts';
import { onServer, startReplicated, type ReplicatedServers } from '../../support/replicated-servers.ts';

/** Not so short that reads go to the primary on a busy machine. */
const PATIENCE_MILLIS = 5000;
const REPLICAS = 2;

describe('A read that a replica cancels', () => {
  let servers: ReplicatedServers;
  let database: Database;
  let replication: ReadRouter;
  let unitOfWork: ReplicatedUnitOfWork;
  const servedBy: string[] = [];
  const failures: unknown[] = [];
  const observe = (observation: Observation): void => {
    if (observation.kind === 'read routed') servedBy.push(observation.server);
    if (observation.kind === 'replica left out') failures.push(observation.reason);
  };

  before(async () => {
    servers = await startReplicated({ replicas: REPLICAS });
    database = openServer(servers.primary.url);
    await database.migrate();
    const timelines = new HighestTimeline();
    const replicas = servers.replicas.map(({ url }) => {
      const opened = openServer(url);
      return new Replica(
        opened,
        new SqlReads(opened, 'once'),
        { timelines, schema: () => undefined },
        { name: url, observe },
      );
    });
    const options = { waitMillis: PATIENCE_MILLIS, observe };
    const primary = new PrimaryMonitor(database, { maxAgeMillis: PATIENCE_MILLIS, timelines, observe });
    replication = new ReadRouter({ primary, replicas, timelines, newest: new OwnNewestWrite() }, options);
    unitOfWork = new ReplicatedUnitOfWork(new SqlUnitOfWork(database), replication);
    for (const replica of servers.replicas)
      await onServer(replica, async (kysely) => {
        await sql`alter system set max_standby_streaming_delay = 0`.execute(kysely);
        await sql`select pg_reload_conf()`.execute(kysely);
      });
    await eventually('the replicas answer', () => replication.availableReplicas.length === REPLICAS);
    failures.length = 0;
  });
  after(async () => {
    await replication.stop();
    await database.close();
    await servers.remove();
  });

  const all = { ...queryFor('person'), filter: everything };

  async function addPerson(): Promise<string> {
    const { id } = await unitOfWork.write(({ repositories }) => repositories.person.add(aNewPerson()));
    await unitOfWork.currentPosition();
    servedBy.length = 0;
    return id;
  }

  it('runs once on the primary, and the replica stays in use', async () => {
    const id = await addPerson();
    let runs = 0;
    const found = await unitOfWork.read(async (reader) => {
      runs += 1;
      const before = await reader.find(all);
      if (runs === 1) await removeRow(id);
      const after = await reader.find(all);
      return [before.records.length, after.records.length];
    });
    expect(found).to.deep.equal([0, 0]);
    expect([runs, servedBy, failures]).to.deep.equal([2, ['replica'], []]);
    // PostgreSQL has ended the connection as well, so the replica is asked whether it is there.
    await eventually('the replica has answered', () => replication.availableReplicas.length === REPLICAS);
    await unitOfWork.reader.find(all);
    expect([servedBy, failures]).to.deep.equal([['replica', 'replica'], []]);
  });

  it('is streamed from another replica if nothing has been yielded', async () => {
    const id = await addPerson();
    let runs = 0;
    const counts = unitOfWork.stream(async function* (reader) {
      runs += 1;
      const before = await reader.find(all);
      if (runs === 1) await removeRow(id);
      const after = await reader.find(all);
      yield [before.records.length, after.records.length];
    });
    const found: (readonly number[])[] = [];
    for await (const count of counts) found.push(count);
    expect(found).to.deep.equal([[0, 0]]);
    expect([runs, servedBy, failures]).to.deep.equal([2, ['replica', 'replica'], []]);
    await eventually('the replica has answered', () => replication.availableReplicas.length === REPLICAS);
  });

  it('ends with an error if its result has begun', async () => {
    const id = await addPerson();
    const found: string[] = [];
    const items = unitOfWork.stream(async function* (reader) {
      await reader.find(all);
      yield 'begun';
      await removeRow(id);
      await reader.find(all);
      yield 'done';
    });
    let failure: unknown;
    try {
      for await (const item of items) found.push(item);
    } catch (error) {
      failure = error;
    }
    expect(failure).to.be.instanceOf(StorageUnavailableError);
    expect(found).to.deep.equal(['begun']);
  });

  /** Removes a row for good, and waits until the replicas have removed it as well. */
  async function removeRow(id: string): Promise<void> {
    await sql`delete from person where id = ${id}::bigint`.execute(database.kysely);
    await sql`vacuum person`.execute(database.kysely);
    const removed = await unitOfWork.currentPosition();
    if (removed === undefined) throw new Error('the primary is away');
    await eventually('the replicas have replayed it', () =>
      replication.availableReplicas.every(({ position }) => position !== undefined && hasReached(position, removed)),
    );
  }
});
