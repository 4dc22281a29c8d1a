import { expect } from 'chai';
import { sendRaw } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { addPerson, computers } from './persons.ts';

/** Section 6 of the contract, except media types. The client checks the headers that every response has. */
export function describeHeaders({ client }: ApiUnderTest): void {
  describe('X-Request-Id', () => {
    for (const id of ['a', '0', 'abc-DEF_1.2', 'a'.repeat(128), '5f0c1c0e-8f0f-4a52-9d6f-2b7d2f9f6a11'])
      it(`is echoed: ${id.slice(0, 40)}`, async () => {
        for (const path of ['/', '/persons?page[size]=1', '/nope', '/persons?nope'])
          expect((await client.get(path, { headers: { 'X-Request-Id': id } })).headers['x-request-id']).to.equal(id);
      });

    for (const id of ['', ' ', 'a b', 'a/b', 'a,b', 'a:b', '<x>', '"a"', 'é', 'a'.repeat(129)])
      it(`is replaced: ${JSON.stringify(id.slice(0, 40))}`, async () => {
        const { headers } = await client.get('/', { headers: { 'X-Request-Id': id } });
        expect(headers['x-request-id']).not.to.equal(id).and.not.equal(id.slice(0, 128));
      });

    it('is unique to every request', async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => client.get('/')));
      expect(new Set(responses.map(({ headers }) => headers['x-request-id'])).size).to.equal(10);
    });
  });

  describe('Headers that override the method', () => {
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
      it(`are ignored: ${name}`, async () => {
        const id = await addPerson(client);
        const headers = { [name]: 'DELETE' };
        expect((await client.get(`/persons/${id}`, { headers })).document.data.id).to.equal(id);
        expectErrors(await client.post(`/persons/${id}`, {}, { headers }), 'method-not-allowed');
        const data = { type: 'person', attributes: { name: 'Ada' } };
        expect((await client.post('/persons', { data }, { headers: { [name]: 'PATCH' } })).status).to.equal(201);
        expect((await client.get(`/persons/${id}`)).status).to.equal(200);
      });
  });

  describe('The host', () => {
    const poison = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Prefix': '/evil',
      'X-Original-URL': '/evil',
      'X-Rewrite-URL': '/evil',
      Forwarded: 'host=evil.example;proto=https',
    };

    it('from headers never reaches a document or Location', async () => {
      const id = await addPerson(client);
      const computer = await computers.add(client, 'S1', id);
      const options = { headers: poison };
      const data = { type: 'person', attributes: { name: 'Ada' } };
      const created = await client.post('/persons', { data }, options);
      expect(created.headers.location).to.equal(`/persons/${String(created.document.data.id)}`);
      for (const path of [
        '/',
        '/persons?page[size]=1',
        `/computers/${computer}?include=owner`,
        `/persons/${id}/relationships/computers`,
        '/nope',
      ]) {
        const { text, document } = await client.get(path, options);
        expect(text, path).not.to.contain('evil');
        expect(document).to.deep.equal((await client.get(path)).document);
      }
    });

    it('of an absolute request target is ignored', async () => {
      const id = await addPerson(client);
      await computers.add(client, 'S1', id);
      for (const origin of [
        'http://evil.example',
        'https://evil.example:8443',
        'http://user:secret@evil.example',
        'HTTP://EVIL.EXAMPLE',
      ])
        for (const path of [
          `/persons/${id}`,
          `/persons/${id}/computers?sort=serial`,
          '/',
          '/nope',
          `/persons/${id}?nope=1`,
        ]) {
          const absolute = await client.get(`${origin}${path}`);
          const plain = await client.get(path);
          expect(absolute.status, `${origin}${path}`).to.equal(plain.status);
          expect(absolute.document).to.deep.equal(plain.document);
        }
    });

    it('alone as the request target means the entry point', async () => {
      const answer = await sendRaw(
        client.url,
        'GET http://evil.example HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      );
      expect(answer)
        .to.match(/^HTTP\/1\.1 200 /)
        .and.contain('"self":"/"');
    });
  });
}
