import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';
import { startObserved } from '../../support/observed-service.ts';

/** Longer than a busy machine delays a process twice in a row. */
const MAX_LAG = 300;

/** Blocks the event loop with one long task after another until a promise settles. */
async function blockUntil(done: Promise<unknown>): Promise<void> {
  const state = { isDone: false };
  const stop = (): void => {
    state.isDone = true;
  };
  done.then(stop, stop);
  while (!state.isDone) {
    const end = performance.now() + 2 * MAX_LAG;
    while (performance.now() < end);
    await turn();
  }
}

describe('A process whose event loop keeps lagging', () => {
  it('sheds requests, reports the overload, and recovers', async () => {
    const service = await startObserved({ MAX_EVENT_LOOP_LAG_MS: String(MAX_LAG) });
    try {
      expect((await service.client.get('/persons')).status).to.equal(200);
      const overload = eventually('it is overloaded', async () => (await service.admin.get('/ready')).status === 503);
      const answers = overload.then(() => Promise.all([service.client.get('/persons'), service.admin.get('/ready')]));
      await blockUntil(answers);
      const [refused, ready] = await answers;
      expect(refused.status).to.equal(503);
      expect(refused.headers['retry-after']).to.equal('1');
      expect(refused.document.errors[0]).to.include({ code: 'service-unavailable' });
      expect(ready.status).to.equal(503);
      expect(ready.text).to.contain('overloaded');
      await eventually('it has caught up', async () => (await service.admin.get('/ready')).status === 200);
      expect((await service.client.get('/persons')).status).to.equal(200);
      expect(await service.admin.sum('http_requests_shed_total')).to.equal(1);
    } finally {
      await service.stop();
    }
  });
});
