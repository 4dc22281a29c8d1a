import { expect } from 'chai';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { startOperated, type OperatedProcess } from '../../support/admin-pages.ts';
import { ApiClient, filterQuery } from '../../support/api-client.ts';
import { depth } from '../../support/depth.ts';
import { eventually } from '../../support/eventually.ts';
import { beginRequest, finishRequest } from '../../support/slow-request.ts';
import { startObserved } from '../../support/observed-service.ts';

/** Longer than a busy machine delays a process twice in a row. */
const MAX_LAG = 300;

/** Blocks the event loop with one long task after another until a promise settles. */
async function blockUntil(done: Promise<unknown>, millis: number): Promise<void> {
  const state = { isDone: false };
  const stop = (): void => {
    state.isDone = true;
  };
  done.then(stop, stop);
  while (!state.isDone) {
    const end = performance.now() + millis;
    while (performance.now() < end);
    await turn();
  }
}

describe('A process whose event loop keeps lagging', () => {
  it('refuses the requests that it cannot keep up with, reports that, and stays live', async () => {
    const service = await startObserved({ MAX_EVENT_LOOP_LAG_MS: '50' });
    const slow = await Promise.all(Array.from({ length: 20 }, () => beginRequest(service.client.url)));
    try {
      const refused = (async () => {
        // The service cannot tell how many requests it can handle until it has worked for a second.
        await eventually('a request is refused', async () => (await service.client.get('/persons')).status === 503);
        const { status, text } = await service.admin.get('/ready');
        expect(status).to.equal(503);
        expect(text).to.contain('overloaded');
        expect((await service.admin.get('/live')).status).to.equal(200);
        const { status: again, headers } = await service.client.get('/persons');
        expect([again, headers['retry-after']]).to.deep.equal([503, '1']);
      })();
      await blockUntil(refused, 200);
      await refused;
      expect(await service.admin.sum('http_requests_shed_total')).to.equal(2);
      for (const request of slow) expect(await finishRequest(request)).to.equal(201);
      await eventually('it has caught up', async () => (await service.admin.get('/ready')).status === 200);
      expect((await service.client.get('/persons')).status).to.equal(200);
    } finally {
      await service.stop();
    }
  });

  if (depth === 'campaign')
    it('answers clients that send one request at a time, and is ready', async () => {
      const service = await startObserved({ MAX_EVENT_LOOP_LAG_MS: String(MAX_LAG) });
      const visit = async (): Promise<readonly number[]> => {
        const statuses: number[] = [];
        for (let times = 0; times < 2; times += 1) {
          statuses.push((await service.client.get('/persons')).status);
          statuses.push((await service.admin.get('/ready')).status);
        }
        return statuses;
      };
      try {
        const visits = Promise.all([visit(), visit()]);
        await blockUntil(visits, 2 * MAX_LAG);
        for (const statuses of await visits) expect(statuses).to.deep.equal(Array(4).fill(200));
        expect(await service.admin.sum('http_requests_shed_total')).to.equal(0);
      } finally {
        await service.stop();
      }
    });
});

if (depth === 'campaign')
  describe('A flood of requests', () => {
    const CLIENTS = 100;
    /** A request takes the process more than 10 ms, so that one from each client takes more than a second in all. */
    const conditions = Array.from({ length: 20 }, (_, n) => ({ name: 'name', op: 'ilike', val: `%${n}%a%b%c%` }));
    const costly = `/persons${filterQuery([{ or: conditions }])}`;
    /** The process accepts one connection per turn, so a new connection for each request would not flood it. */
    const agent = new Agent({ keepAlive: true });
    let service: OperatedProcess;

    before(async () => {
      service = await startOperated({ MAX_EVENT_LOOP_LAG_MS: '100', KEEP_ALIVE_MS: '600000', LOG_LEVEL: 'warn' });
      const client = new ApiClient(service.url);
      const data = { type: 'person', attributes: { name: 'a'.repeat(250) } };
      for (let added = 0; added < 200; added += 1) await client.post('/persons', { data });
    });
    after(async () => {
      agent.destroy();
      service.process.kill('SIGKILL');
      await service.ended;
    });

    /** Sends a costly request; resolves to its status and Retry-After. */
    async function ask(): Promise<readonly [status: number, retryAfter: string | undefined]> {
      const request = httpRequest(service.url + costly, { agent }).end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
      return [response.statusCode ?? 0, response.headers['retry-after']];
    }

    it('is shed as far as the process cannot keep up, and is reported, while the process stays live', async () => {
      const answers = { given: 0, refused: 0 };
      let isOver = false;
      const flood = Array.from({ length: CLIENTS }, async () => {
        while (!isOver) {
          const [status, retryAfter] = await ask();
          if (status === 200) answers.given += 1;
          else answers.refused += 1;
          expect([status, retryAfter]).to.deep.equal(status === 200 ? [200, undefined] : [503, '1']);
        }
      });
      try {
        await eventually('requests are refused', () => answers.refused > 0);
        await eventually('it is reported', async () => {
          const ready = await service.admin.get('/ready');
          expect(ready.status).to.equal(503);
          expect(ready.text).to.contain('overloaded');
        });
        expect((await service.admin.get('/live')).status).to.equal(200);
        const { given } = answers;
        await eventually('others are answered', () => answers.given > given);
      } finally {
        isOver = true;
        await Promise.all(flood);
      }
      expect(await service.admin.sum('http_requests_shed_total')).to.equal(answers.refused);
      await eventually('it has caught up', async () => (await service.admin.get('/ready')).status === 200);
      expect(await ask()).to.deep.equal([200, undefined]);
    });
  });
