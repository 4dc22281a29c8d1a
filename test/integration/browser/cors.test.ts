import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { testBrowser } from '../../browser/browser.ts';
import { FORM_TYPE, MEDIA_TYPE } from '../../support/api-client.ts';
import { listenLocally, type LocalServer } from '../../support/local-server.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

describe('A page of another origin, in a browser', () => {
  let pages: LocalServer;
  const services: TestService[] = [];
  let page: Page;

  before(async () => {
    pages = await listenLocally((_, response) =>
      response.setHeader('Content-Type', 'text/html').end('<!doctype html>'),
    );
    page = await (await testBrowser()).newPage();
    await page.goto(pages.url);
  });
  after(async () => {
    await page.close();
    await pages.close();
    await Promise.all(services.map((service) => service.stop()));
  });

  async function start(origins: string): Promise<string> {
    const service = await startTestService({ DATABASE_URL: 'memory:', CORS_ORIGINS: origins });
    services.push(service);
    return service.url;
  }

  /** Sends a request from the page. The result is what the page can read of the answer, or `refused`. */
  function send(
    url: string,
    method: string,
    headers: Readonly<Record<string, string>> = {},
    body?: object | string,
  ): Promise<unknown> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const request = JSON.stringify({ method, headers, body: text });
    return page.evaluate(`
      fetch(${JSON.stringify(url)}, ${request}).then(
        async (response) => ({
          status: response.status,
          id: response.headers.has('X-Request-Id'),
          location: response.headers.get('Location'),
          text: (await response.text()).length > 0,
        }),
        () => 'refused',
      )`);
  }

  const person = { data: { type: 'person', attributes: { name: 'Ada' } } };
  const write = { 'Content-Type': MEDIA_TYPE, Accept: MEDIA_TYPE, 'If-Match': '*', 'Idempotency-Key': 'x' };

  for (const [whose, origins] of [
    ['is listed', () => `https://app.example ${pages.url}`],
    ['is one of all', () => '*'],
  ] as const)
    it(`reads, writes and sees errors if it ${whose}`, async () => {
      const url = await start(origins());
      const readable = { id: true, location: null, text: true };
      expect(await send(`${url}/persons`, 'GET', { Accept: MEDIA_TYPE })).to.deep.equal({ status: 200, ...readable });
      const form = { 'Content-Type': FORM_TYPE };
      expect(await send(`${url}/persons`, 'QUERY', form, 'sort=-id')).to.deep.equal({ status: 200, ...readable });
      const created = { status: 201, ...readable, location: '/persons/1' };
      expect(await send(`${url}/persons`, 'POST', write, person)).to.deep.equal(created);
      expect(await send(`${url}/persons/1`, 'DELETE')).to.deep.equal({ status: 200, ...readable });
      expect(await send(`${url}/persons/1`, 'DELETE')).to.deep.equal({ status: 404, ...readable });
      expect(await send(`${url}/nope`, 'GET')).to.deep.equal({ status: 404, ...readable });
      expect(await send(`${url}/persons/1`, 'POST')).to.deep.equal({ status: 405, ...readable });
      expect(await send(`${url}/export/persons.csv`, 'GET')).to.deep.equal({ status: 200, ...readable });
    });

  it('can neither read nor write if it is not listed', async () => {
    const url = await start('https://app.example');
    expect(await send(`${url}/persons`, 'GET')).to.equal('refused');
    expect(await send(`${url}/persons`, 'POST', write, person)).to.equal('refused');
    const answer = await fetch(`${url}/persons`);
    expect(((await answer.json()) as { data: unknown }).data).to.deep.equal([]);
  });

  it('cannot send headers that are not allowed, nor a method that the path does not have', async () => {
    const url = await start('*');
    expect(await send(`${url}/persons`, 'GET', { 'X-Other': 'x' })).to.equal('refused');
    expect(await send(`${url}/persons`, 'DELETE')).to.equal('refused');
  });
});
