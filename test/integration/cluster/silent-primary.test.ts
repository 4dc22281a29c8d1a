// A primary that vanishes without a word breaks no connection, and comes back without knowing that it has been replaced.
import { expect } from 'chai';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';
import { onServer, promote, startReplicated, type ReplicatedServers } from '../../support/replicated-servers.ts';
import { startWriters } from '../../support/steady-writers.ts';
import { TcpGate } from '../../support/tcp-gate.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const LONGEST_MILLIS = 3000;
const ARRIVAL_MILLIS = 200;

describe('A service whose primary no longer answers', function () {
  let servers: ReplicatedServers;
  let gate: TcpGate;
  let service: TestService;

  before(async () => {
    servers = await startReplicated({ replicas: 1, synchronous: true });
    gate = await TcpGate.open(servers.primary.url);
    const hosts = [gate.url, ...servers.replicas.map(({ url }) => url)].map((url) => new URL(url).host).join(',');
    service = await startTestService({ DATABASE_URL: `postgres://postgres@${hosts}/postgres` });
  });
  after(async () => {
    await service.stop();
    await gate.close();
    await servers.remove();
  });

  const personsOn = (server: ReplicatedServers['primary']): Promise<readonly string[]> =>
    onServer(server, async (kysely) => {
      const { rows } = await sql<{ name: string }>`select name from person`.execute(kysely);
      return rows.map(({ name }) => name).sort();
    });

  it('writes to the promoted replica at once, and does not go back', async () => {
    const [replica] = servers.replicas;
    if (replica === undefined) throw new Error('there is no replica');
    const writers = startWriters(service.url, 8);
    await eventually('writes are under way', () => writers.written.size > 100);
    gate.stall();
    // Answers already on their way still reach the clients.
    await pause(ARRIVAL_MILLIS);
    const { size } = writers.written;
    await promote(replica);
    const start = performance.now();
    await eventually('a write is good again', () => writers.written.size > size);
    expect(performance.now() - start).to.be.below(LONGEST_MILLIS);
    const onFormer = (await personsOn(servers.primary)).length;
    gate.resume();
    const again = writers.written.size;
    await eventually('writes go on', () => writers.written.size > again + 500);
    await writers.stop();
    expect(await personsOn(replica)).to.deep.equal([...writers.written].sort());
    expect((await personsOn(servers.primary)).length).to.equal(onFormer);
  });
});
