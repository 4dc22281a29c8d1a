import { expect } from 'chai';
import { MEDIA_TYPE, sendRaw, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { addPerson, computers } from './persons.ts';

const plainTypes = [
  MEDIA_TYPE,
  'APPLICATION/VND.API+JSON',
  'Application/Vnd.Api+Json',
  `  ${MEDIA_TYPE}  `,
  `${MEDIA_TYPE};`,
  `${MEDIA_TYPE} ; ; `,
  `${MEDIA_TYPE};ext=""`,
  `${MEDIA_TYPE}; profile="" ;ext=""`,
];

const typesWithParameters = [
  `${MEDIA_TYPE}; charset=utf-8`,
  `${MEDIA_TYPE};charset=utf-16`,
  `${MEDIA_TYPE};ext="https://example.org/x"`,
  `${MEDIA_TYPE} ; profile=x; charset=utf-8`,
  `${MEDIA_TYPE};ext="https://example.org/x https://jsonapi.org/ext/atomic"`,
  `${MEDIA_TYPE};ext="https://jsonapi.org/ext/atomic"`,
  `${MEDIA_TYPE};q=1`,
  `APPLICATION/vnd.api+json;x=y`,
  `${MEDIA_TYPE};; x`,
];

const otherTypes = [
  '',
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/vnd.api+jsonx',
  'application/vnd.api',
  'application/vnd.api+json, application/json',
  '*/*',
  'application/*',
  'nonsense',
];

const accepted = [
  '',
  '*/*',
  'application/*',
  'application/json',
  MEDIA_TYPE,
  'APPLICATION/VND.API+JSON',
  `${MEDIA_TYPE};`,
  `${MEDIA_TYPE} ; ;q=0.1`,
  ' , ,',
  `${MEDIA_TYPE};q=0.1`,
  `${MEDIA_TYPE};profile=""`,
  `${MEDIA_TYPE};ext="";q=0.5`,
  `${MEDIA_TYPE} ; Q=0.001`,
  `${MEDIA_TYPE}; ext=x, ${MEDIA_TYPE}`,
  `${MEDIA_TYPE}; charset=utf-8,${MEDIA_TYPE};q=0.2`,
  `text/html, ${MEDIA_TYPE}`,
  'text/html,*/*;q=0.1',
  'text/html;x="a,b;q=0", */*',
  'application/JSON;q=0.5',
  'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8',
];

/** Refused everywhere but at `/`, where there is a page. */
const acceptedAtRoot = ['text/html', 'text/*', `${MEDIA_TYPE};q=0.000, */*`, 'application/json;q=0, text/html'];

const unacceptable = [
  'application/xml',
  'application/vnd.api+jsonx',
  `${MEDIA_TYPE};ext=x`,
  `${MEDIA_TYPE}; charset=utf-8`,
  `${MEDIA_TYPE}; charset=utf-8, */*`,
  `${MEDIA_TYPE}; ext=x, application/json`,
  `${MEDIA_TYPE};ext="https://jsonapi.org/ext/atomic", */*`,
  `${MEDIA_TYPE};profile="a";charset=utf-8`,
  `${MEDIA_TYPE};profile="a";ext="https://example.org/x"`,
  `text/html;x="${MEDIA_TYPE}, */*"`,
  `text/html;x="\\", ${MEDIA_TYPE}"`,
  `${MEDIA_TYPE};q=0`,
  '*/*;q=0',
];

/** Section 6 of the contract: media types of requests and responses. */
export function describeNegotiation({ client }: ApiUnderTest): void {
  const person = { data: { type: 'person', attributes: { name: 'Ada' } } };
  const post = (type: string): Promise<ApiResponse> =>
    client.post('/persons', person, { headers: { 'Content-Type': type } });

  describe('Content-Type', () => {
    for (const type of plainTypes)
      it(`may be ${JSON.stringify(type)}`, async () => {
        expect((await post(type)).status).to.equal(201);
      });

    for (const type of typesWithParameters)
      it(`is refused on every method: ${type}`, async () => {
        const id = await addPerson(client);
        const computer = await computers.add(client, 'S1', id);
        const headers = { 'Content-Type': type };
        for (const [method, path] of [
          ['GET', '/'],
          ['GET', '/persons'],
          ['POST', '/persons'],
          ['GET', `/persons/${id}`],
          ['PATCH', `/persons/${id}`],
          ['DELETE', `/persons/${id}`],
          ['POST', `/persons/${id}/computers`],
          ['DELETE', `/computers/${computer}/owner`],
          ['GET', `/computers/${computer}/relationships/owner`],
          ['DELETE', `/computers/${computer}/relationships/owner`],
          ['OPTIONS', '/persons'],
        ] as const)
          expectErrors(await client.send(method, path, { headers }), 'unsupported-media-type');
        expect((await client.send('HEAD', '/persons', { headers })).status).to.equal(415);
        expect(await computers.of(client, id)).to.deep.equal([computer]);
      });

    for (const type of otherTypes)
      it(`is refused where a body is read: ${JSON.stringify(type)}`, async () => {
        const id = await addPerson(client);
        const headers = { 'Content-Type': type };
        for (const [method, path] of [
          ['POST', '/persons'],
          ['PATCH', `/persons/${id}`],
          ['POST', `/persons/${id}/relationships/computers`],
          ['PATCH', `/persons/${id}/relationships/computers`],
          ['DELETE', `/persons/${id}/relationships/computers`],
        ] as const)
          expectErrors(await client.send(method, path, { headers, body: { data: [] } }), 'unsupported-media-type');
      });

    it('is required where a body is read', async () => {
      const id = await addPerson(client);
      const head = `POST /persons HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`;
      expect(await sendRaw(client.url, head)).to.match(/^HTTP\/1\.1 415 /);
      for (const [method, path] of [
        ['POST', '/persons'],
        ['PATCH', `/persons/${id}`],
        ['DELETE', `/persons/${id}/relationships/computers`],
      ] as const)
        expectErrors(await client.send(method, path), 'unsupported-media-type');
    });

    it('and the body are ignored where none is read', async () => {
      for (const type of ['text/plain', 'application/json', MEDIA_TYPE]) {
        const id = await addPerson(client);
        const computer = await computers.add(client, 'S1', id);
        const options = { headers: { 'Content-Type': type }, body: '{ not JSON' };
        for (const path of ['/', '/persons', `/persons/${id}`, `/computers/${computer}/owner`])
          expect((await client.get(path, options)).status, path).to.equal(200);
        for (const path of [`/computers/${computer}/owner`, `/computers/${computer}`])
          expect((await client.send('DELETE', path, options)).status, path).to.equal(200);
        expectErrors(await client.get(`/persons/${id}`), 'object-not-found ?id');
      }
    });
  });

  describe('Accept', () => {
    for (const accept of accepted)
      it(`may be ${JSON.stringify(accept)}`, async () => {
        expect((await client.get('/persons?page[size]=1', { headers: { Accept: accept } })).status).to.equal(200);
      });

    for (const accept of [...unacceptable, ...acceptedAtRoot])
      it(`may not be ${accept}`, async () => {
        const options = { headers: { Accept: accept } };
        const id = await addPerson(client);
        expectErrors(await client.get('/persons', options), 'not-acceptable');
        if (!acceptedAtRoot.includes(accept)) expectErrors(await client.get('/', options), 'not-acceptable');
        expectErrors(await client.post('/persons', person, options), 'not-acceptable');
        expectErrors(await client.delete(`/persons/${id}`, undefined, options), 'not-acceptable');
        expect((await client.send('HEAD', '/persons', options)).status).to.equal(406);
      });
  });
}
