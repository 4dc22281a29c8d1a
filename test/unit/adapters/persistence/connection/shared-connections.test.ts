import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { DatabaseError, type PoolClient, type QueryArrayConfig, type QueryArrayResult } from 'pg';
import { SharedConnections, type Lender } from '#adapters/persistence/connection/shared-connections';

interface Settle {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A connection whose statements the test answers. */
class TestClient extends EventEmitter {
  readonly unanswered: Settle[] = [];
  readonly released: unknown[] = [];

  query(): Promise<unknown> {
    return new Promise((resolve, reject) => this.unanswered.push({ resolve, reject }));
  }

  release(error?: unknown): void {
    this.released.push(error);
  }
}

/** A pool whose own statements are answered with `alone`. */
class TestLender implements Lender {
  hasRoom = true;
  waitingCount = 0;
  retired: unknown;
  readonly clients: TestClient[] = [];

  async connect(): Promise<PoolClient> {
    const client = new TestClient();
    this.clients.push(client);
    return client as unknown as PoolClient;
  }

  async query<Row extends unknown[]>(): Promise<QueryArrayResult<Row>> {
    return { rows: [['alone']] } as unknown as QueryArrayResult<Row>;
  }

  isRetired(client: PoolClient): boolean {
    return client === this.retired;
  }
}

const query: QueryArrayConfig = { text: 'select 1', rowMode: 'array' };
const MINUTE = 60_000;

describe('Connections that are shared', () => {
  let lender: TestLender;
  let shared: SharedConnections;

  beforeEach(async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    lender = new TestLender();
    shared = new SharedConnections(lender, 2);
    await shared.query(query);
    await turn();
  });
  afterEach(() => mock.timers.reset());

  const first = (): TestClient => clientAt(0);
  function clientAt(index: number): TestClient {
    const client = lender.clients[index];
    if (client === undefined) throw new Error(`there is no connection ${index}`);
    return client;
  }

  it('are opened one at a time, as more is to be sent, and get what is least busy', async () => {
    expect(lender.clients).to.have.lengthOf(1);
    for (let count = 0; count < 3; count += 1) void shared.query(query);
    await turn();
    expect(lender.clients).to.have.lengthOf(2);
    void shared.query(query);
    expect(lender.clients.map(({ unanswered }) => unanswered.length)).to.deep.equal([3, 1]);
  });

  it('are not opened where one would have to wait for that, unless there is none', async () => {
    lender.hasRoom = false;
    first().emit('error', new Error('Connection terminated unexpectedly'));
    lender.clients.length = 0;
    await shared.query(query);
    await turn();
    for (let count = 0; count < 16; count += 1) void shared.query(query);
    await turn();
    expect(lender.clients).to.have.lengthOf(1);
    expect((await shared.query(query)).rows).to.deep.equal([['alone']]);
  });

  it('are given back with the error that breaks them, and get nothing more', async () => {
    lender.hasRoom = false;
    const failing = shared.query(query).catch((error: unknown) => error);
    const broken = new Error('Connection terminated unexpectedly');
    first().emit('error', broken);
    first().unanswered[0]?.reject(broken);
    expect(await failing).to.equal(broken);
    expect(first().released).to.deep.equal([broken]);
    expect((await shared.query(query)).rows).to.deep.equal([['alone']]);
  });

  for (const [name, code, released] of [
    ['are kept when a statement fails', '22012', 0],
    ['are given up when the server ends the session', '57P01', 1],
    ['are given up when a statement takes too long', '57014', 1],
  ] as const)
    it(name, async () => {
      const failing = shared.query(query).catch((error: unknown) => error);
      const error = Object.assign(new DatabaseError('failed', 0, 'error'), { code });
      first().unanswered[0]?.reject(error);
      expect(await failing).to.equal(error);
      expect(first().released).to.have.lengthOf(released);
    });

  it('are given back after a minute, once they are free, unless somebody waits for one', async () => {
    const sent = shared.query(query);
    lender.waitingCount = 1;
    mock.timers.tick(MINUTE);
    expect(shared.idleCount).to.equal(0);
    first().unanswered.shift()?.resolve({ rows: [] });
    await sent;
    expect(shared.idleCount).to.equal(1);
    lender.waitingCount = 0;
    const last = shared.query(query);
    mock.timers.tick(MINUTE);
    expect(first().released).to.deep.equal([]);
    first().unanswered.shift()?.resolve({ rows: [] });
    await last;
    expect(first().released).to.deep.equal([undefined]);
  });

  const moments: Readonly<Record<string, () => unknown>> = {
    'at once': () => shared.giveBackRetired(),
    'before the next statement': () => shared.query(query),
  };
  for (const [when, act] of Object.entries(moments))
    it(`are given back when the pool wants to replace them, ${when}`, () => {
      lender.retired = first();
      void act();
      expect(first().released).to.deep.equal([undefined]);
      expect(shared.idleCount).to.equal(0);
    });

  it('are given back at the end, also one that is being opened', async () => {
    for (let count = 0; count < 2; count += 1) void shared.query(query);
    shared.close();
    expect(first().released).to.deep.equal([]);
    await turn();
    expect(clientAt(1).released).to.deep.equal([undefined]);
  });
});
