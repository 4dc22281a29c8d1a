import { expect } from 'chai';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { LONG_LIST, longPersons } from '../../support/long-rows.ts';
import { startOperated, type OperatedProcess } from '../../support/admin-pages.ts';

const IDLE_CONNECTIONS = 2000;
const READERS = 4;
const idleMillis = 2000;
/** Far less than a client that stops reading could delay others. */
const PROMPT_MILLIS = 30_000;
const list = 'GET /persons?page[size]=0 HTTP/1.1\r\nHost: x\r\n\r\n';

describe('The memory of the service', () => {
  let service: OperatedProcess;
  let client: ApiClient;
  let answerBytes: number;
  let databaseUrl: string;
  const sockets: Socket[] = [];

  before(async () => {
    databaseUrl = await longPersons();
    await start({ IDLE_TIMEOUT_MS: '60000' });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  after(() => service.kill());

  async function start(environment: Readonly<Record<string, string>>): Promise<void> {
    service = await startOperated({ DATABASE_URL: databaseUrl, POOL_SIZE: '3', LOG_LEVEL: 'warn', ...environment });
    client = new ApiClient(service.url);
    for (let times = 0; times < 200; times += 1) await client.get('/');
  }

  async function open(bytes: string): Promise<Socket> {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.pause().write(bytes);
    return socket;
  }

  async function expectPromptAnswer(): Promise<void> {
    const start = performance.now();
    expect((await client.get('/persons?page[size]=1')).status).to.equal(200);
    expect(performance.now() - start).to.be.below(PROMPT_MILLIS);
  }

  it(`has room for ${IDLE_CONNECTIONS} idle connections`, async () => {
    const before = await service.admin.megabytes();
    for (let opened = 0; opened < IDLE_CONNECTIONS; opened += 200)
      await Promise.all(Array.from({ length: 200 }, () => open('')));
    await expectPromptAnswer();
    expect((await service.admin.megabytes()) - before).to.be.below(100);
    expect(sockets.filter(({ readyState }) => readyState === 'open')).to.have.lengthOf(IDLE_CONNECTIONS);
  });

  it('has room for large answers that are read', async () => {
    await service.kill();
    await start({ IDLE_TIMEOUT_MS: String(idleMillis) });
    // Also warms up the memory that such answers take anyway.
    for (let times = 0; times < 3; times += 1)
      answerBytes = Buffer.byteLength(await (await fetch(`${service.url}/persons?page[size]=0`)).text());
    expect(answerBytes / LONG_LIST).to.be.above(950);
  });

  it('is not held for long by clients that stop reading, nor are database connections', async () => {
    const before = await service.admin.megabytes();
    const readers = await Promise.all(Array.from({ length: READERS }, () => open(list)));
    await eventually('each has received part of its answer', () => readers.every((each) => each.bytesRead > 0));
    await expectTaken(1);
    await expectPromptAnswer();
    expect((await service.admin.megabytes()) - before).to.be.below(200 + (6 * READERS * answerBytes) / 1e6);
    await expectTaken(0);
    // Each received only what both systems had buffered.
    for (const reader of readers) {
      let bytes = 0;
      reader.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume();
      await once(reader, 'close');
      expect(bytes).to.be.below(answerBytes);
    }
  });

  /** One of the three connections is for long lists; further requests for one get 503. */
  async function expectTaken(count: number): Promise<void> {
    await eventually(`${count} database connections are in use`, async () => {
      const states = ['open', 'idle', 'waiting'].map((state) => service.admin.sum('db_pool_connections', `"${state}"`));
      const [open = 0, idle = 0, waiting] = await Promise.all(states);
      return open - idle === count && waiting === 0;
    });
  }

  it('does not grow with pipelined requests whose answers are not read', async () => {
    const before = await service.admin.megabytes();
    await Promise.all(Array.from({ length: READERS }, () => open(list.repeat(5000))));
    for (let round = 0; round < 10; round += 1) {
      await pause(200);
      await expectPromptAnswer();
    }
    expect((await service.admin.megabytes()) - before).to.be.below(200 + (6 * READERS * answerBytes) / 1e6);
  });
});
