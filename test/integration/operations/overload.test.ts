import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';
import { startObserved } from '../../support/observed-service.ts';

/** Longer than a busy machine delays a process by itself, twice in a row. */
const MAX_LAG = 500;

const beBusy = (millis: number): void => {
  const end = performance.now() + millis;
  while (performance.now() < end);
};

describe('A process that is late again and again', () => {
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
      await eventually('it has caught up', async () => (await service.admin.get('/ready')).status === 200);
      expect((await service.client.get('/persons')).status).to.equal(200);
      expect(await service.admin.sum('http_requests_shed_total')).to.equal(1);
    } finally {
      await service.stop();
    }
  });
});
