import { expect } from 'chai';
import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient, MEDIA_TYPE } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { isRefused } from '../../support/service-process.ts';
import { startOperated, type OperatedProcess } from '../../support/admin-pages.ts';

const body = JSON.stringify({ data: { type: 'person', attributes: { name: 'Slow' } } });

/** What nobody catches, on a signal: thrown, or a promise rejected. */
const planted = (failure: string): readonly string[] => [
  '--import',
  `data:text/javascript,process.on('SIGWINCH', () => { ${failure} })`,
];

describe('The end of the process', () => {
  let service: OperatedProcess;

  async function start(environment: Readonly<Record<string, string>> = {}, options?: readonly string[]): Promise<void> {
    service = await startOperated(environment, options);
  }

  /** A request of which the head and half of the body have been sent. */
  async function beginRequest(): Promise<ClientRequest> {
    const headers = { 'Content-Type': MEDIA_TYPE, 'Content-Length': String(body.length), Expect: '100-continue' };
    const request = httpRequest(`${service.url}/persons`, { method: 'POST', headers, agent: false });
    request.on('error', () => undefined);
    await once(request, 'continue');
    request.write(body.slice(0, 10));
    return request;
  }

  async function finishRequest(request: ClientRequest): Promise<number | undefined> {
    request.end(body.slice(10));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response.statusCode;
  }

  afterEach(async () => {
    service.process.kill('SIGKILL');
    await service.ended;
  });

  it('is announced: not ready from the signal on, and serving all the same for the time that is configured', async () => {
    const [delay, began] = [5000, performance.now()];
    await start({ SHUTDOWN_DELAY_MS: String(delay) });
    expect((await service.admin.get('/ready')).status).to.equal(200);
    service.process.kill('SIGTERM');
    await eventually('it is not ready', async () => (await service.admin.get('/ready')).status === 503);
    expect((await service.admin.get('/ready')).text).to.contain('draining');
    expect((await service.admin.get('/live')).status).to.equal(200);
    expect((await new ApiClient(service.url).get('/persons')).status).to.equal(200);
    expect(await service.ended).to.equal(0);
    expect(performance.now() - began).to.be.at.least(delay);
  });

  it('waits for requests under way, and no longer than configured', async () => {
    await start({ SHUTDOWN_GRACE_MS: '4000' });
    const [finishing, hanging] = [await beginRequest(), await beginRequest()];
    service.process.kill('SIGTERM');
    await eventually('no new client is let in', () => isRefused(service.url));
    expect(await finishRequest(finishing)).to.equal(201);
    expect(service.process.exitCode).to.equal(null);
    const cut = new Promise((resolve) => hanging.once('close', resolve));
    expect(await service.ended).to.equal(0);
    await cut;
  });

  it('comes at once with a second signal that is meant', async () => {
    await start({ SHUTDOWN_DELAY_MS: '60000' });
    service.process.kill('SIGTERM');
    await eventually('it is not ready', async () => (await service.admin.get('/ready')).status === 503);
    service.process.kill('SIGTERM');
    await pause(1200);
    expect(service.process.exitCode).to.equal(null);
    service.process.kill('SIGINT');
    expect(await service.ended).to.equal(1);
  });

  for (const [what, failure] of [
    ['an error that nobody caught', `throw new Error('planted')`],
    ['a rejection that nobody handled', `Promise.reject(new Error('planted'))`],
  ] as const)
    it(`comes in order after ${what}, is logged and is no success`, async () => {
      await start({}, planted(failure));
      const request = await beginRequest();
      service.process.kill('SIGWINCH');
      await eventually('it is logged', () => service.logged().some(({ level }) => level === 60));
      expect(await finishRequest(request)).to.equal(201);
      expect(await service.ended).to.equal(1);
      const fatal = service.logged().find(({ level }) => level === 60);
      expect(fatal?.['error']).to.include({ name: 'Error', message: 'planted' });
    });
});
