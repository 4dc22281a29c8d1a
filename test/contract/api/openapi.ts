import { expect } from 'chai';
import { MEDIA_TYPE } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';

const PATH = '/openapi.json';

/** Section 14 of the contract: how the description is served. test/openapi checks what it says. */
export function describeOpenApi({ client }: ApiUnderTest): void {
  const get = (headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${client.url}${PATH}`, { method, headers });

  describe('The description of the API', () => {
    it('is an OpenAPI document as plain JSON, with the headers of every answer', async () => {
      const response = await get();
      expect(response.status).to.equal(200);
      expect(response.headers.get('Content-Type')).to.equal('application/json');
      expect(response.headers.get('Cache-Control')).to.equal('no-cache');
      expect(response.headers.get('Vary')).to.equal(`${client.vary}, Accept-Encoding`);
      expect(response.headers.get('X-Request-Id')).to.be.a('string');
      expect(await response.json()).to.have.property('openapi', '3.1.1');
    });

    it('is linked from the entry point', async () => {
      expect((await client.get('/')).document.meta.openapi).to.equal(PATH);
    });

    for (const accept of [
      '',
      '*/*',
      'application/*',
      'application/json',
      'APPLICATION/json;q=0.1',
      'text/html, */*;q=0.1',
    ])
      it(`is sent to a client that accepts "${accept}"`, async () => {
        const response = await get({ Accept: accept });
        expect(response.status).to.equal(200);
        expect(response.headers.get('Content-Type')).to.equal('application/json');
      });

    for (const accept of [MEDIA_TYPE, 'text/html', 'application/json;q=0', 'application/json;q=0, */*', 'text/*'])
      it(`is not sent to a client that accepts "${accept}"`, async () => {
        expectErrors(await client.get(PATH, { headers: { Accept: accept } }), 'not-acceptable');
      });

    it('has a strong tag, by which a client need not fetch it again', async () => {
      const tag = (await get()).headers.get('ETag') ?? '';
      expect(tag).to.match(/^"[\w-]+"$/);
      for (const [tags, status] of [
        [tag, 304],
        [`W/${tag}`, 304],
        [`"other", ${tag}`, 304],
        ['*', 304],
        ['"other"', 200],
        [tag.slice(0, -2), 200],
      ] as const)
        expect((await get({ 'If-None-Match': tags })).status, tags).to.equal(status);
    });

    it('is answered with 304 without a body, but with the headers of caching', async () => {
      const tag = (await get()).headers.get('ETag') ?? '';
      for (const method of ['GET', 'HEAD']) {
        const response = await get({ 'If-None-Match': tag }, method);
        expect(response.status).to.equal(304);
        expect(await response.text()).to.equal('');
        for (const [name, value] of [
          ['ETag', tag],
          ['Cache-Control', 'no-cache'],
          ['Vary', `${client.vary}, Accept-Encoding`],
          ['Content-Type', null],
        ] as const)
          expect(response.headers.get(name), name).to.equal(value);
      }
    });

    it('answers HEAD with the headers of GET', async () => {
      const headersOf = (response: Response): unknown =>
        [...response.headers].filter(([name]) => !['connection', 'date', 'keep-alive', 'x-request-id'].includes(name));
      const head = await get({}, 'HEAD');
      expect(headersOf(head)).to.deep.equal(headersOf(await get()));
      expect(await head.text()).to.equal('');
    });

    it('takes no other methods', async () => {
      for (const method of ['POST', 'PATCH', 'DELETE', 'PUT', 'QUERY']) {
        const response = await client.send(method, PATH);
        expectErrors(response, 'method-not-allowed');
        expect(response.headers.allow).to.equal('GET, HEAD, OPTIONS');
      }
      const options = await client.send('OPTIONS', PATH);
      expect([options.status, options.headers.allow]).to.deep.equal([204, 'GET, HEAD, OPTIONS']);
    });

    it('takes no query parameters', async () => {
      expectErrors(await client.get(`${PATH}?pretty=1`), 'invalid-parameter ?pretty');
    });

    it('is not to be found under similar paths', async () => {
      for (const path of ['/openapi', '/openapi.json/', '/OpenAPI.json', '/openapi.yaml'])
        expectErrors(await client.get(path), 'not-found');
    });
  });
}
