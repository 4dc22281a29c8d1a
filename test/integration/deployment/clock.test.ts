import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { ApiClient } from '../../support/api-client.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startProcess } from '../../support/service-process.ts';

/** Preloaded into the service: a clock that jumps ten years back and forth every few milliseconds. */
const JUMPING_CLOCK = `
  const RealDate = Date;
  const now = () => RealDate.now() + (Math.floor(performance.now() / 7) % 3 - 1) * 315360000000;
  globalThis.Date = class extends RealDate {
    constructor(...parts) { super(...(parts.length === 0 ? [now()] : parts)); }
    static now() { return now(); }
  };`;

describe('A clock that jumps', () => {
  it('disturbs neither requests nor the shutdown', async () => {
    const url = await (await testServer()).createDatabase();
    const preload = `data:text/javascript,${encodeURIComponent(JUMPING_CLOCK)}`;
    const service = startProcess({ DATABASE_URL: url, REQUEST_TIMEOUT_MS: '30000' }, ['--import', preload]);
    try {
      const client = new ApiClient(await service.listening);
      for (let round = 0; round < 40; round += 1) {
        const created = await client.post('/persons', { data: { type: 'person', attributes: { name: 'Ada' } } });
        expect(created.status).to.equal(201);
        const found = await client.get(created.document.data.links.self);
        expect(found.status).to.equal(200);
        await pause(11);
      }
      service.process.kill('SIGTERM');
      expect(await service.ended).to.equal(0);
      const years = [...service.output().stderr.matchAll(/"time":(\d+)/g)].map(([, time]) => yearOf(Number(time)));
      expect(new Set(years).size, 'distinct years in the log').to.be.above(1);
    } finally {
      service.process.kill('SIGKILL');
    }
  });
});

function yearOf(time: number): number {
  return new Date(time).getUTCFullYear();
}
