import { expect } from 'chai';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { watchEventLoop } from '../../src/adapters/http/server/event-loop-lag.ts';
import { startObserved } from '../support/observed-service.ts';

const beBusy = (millis: number): void => {
  const end = performance.now() + millis;
  while (performance.now() < end);
};

/** Longer than a busy machine is late by itself. */
const MAX_LAG = 120;

describe('A process that is late', () => {
  it('is not overloaded by one long task', async () => {
    const watch = watchEventLoop(MAX_LAG);
    beBusy(5 * MAX_LAG);
    for (let looked = 0; looked < 15; looked += 1) {
      expect(watch.isOverloaded()).to.equal(false);
      await pause(20);
    }
    watch.stop();
  });

  it('is overloaded when it is late again and again, and not any more when it has caught up', async () => {
    const watch = watchEventLoop(MAX_LAG);
    for (let task = 0; task < 3; task += 1) {
      beBusy(2 * MAX_LAG);
      await turn();
    }
    expect(watch.isOverloaded()).to.equal(true);
    await pause(3 * MAX_LAG);
    expect(watch.isOverloaded()).to.equal(false);
    watch.stop();
  });

  it('refuses requests at once meanwhile, says so, and serves again after', async () => {
    const service = await startObserved({ MAX_EVENT_LOOP_LAG_MS: String(MAX_LAG) });
    try {
      expect((await service.client.get('/persons')).status).to.equal(200);
      for (let task = 0; task < 3; task += 1) {
        beBusy(2 * MAX_LAG);
        await turn();
      }
      const [refused, ready] = await Promise.all([service.client.get('/persons'), service.admin.get('/ready')]);
      expect(refused.status).to.equal(503);
      expect(refused.headers['retry-after']).to.equal('1');
      expect(refused.document.errors[0]).to.include({ code: 'service-unavailable' });
      expect(ready.status).to.equal(503);
      expect(ready.text).to.contain('overloaded');
      await pause(3 * MAX_LAG);
      expect((await service.client.get('/persons')).status).to.equal(200);
      expect(await service.admin.sum('http_requests_shed_total')).to.equal(1);
    } finally {
      await service.stop();
    }
  });
});
