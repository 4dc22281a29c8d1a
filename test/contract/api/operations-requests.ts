import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';
import { MEDIA_TYPE } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { computerIds } from './persons.ts';

const ATOMIC = 'https://jsonapi.org/ext/atomic';
const atomic = `${MEDIA_TYPE};ext="${ATOMIC}"`;

const supported = [
  atomic,
  `${MEDIA_TYPE}; ext="${ATOMIC}"`,
  `${MEDIA_TYPE};ext=${ATOMIC}`,
  `APPLICATION/vnd.api+JSON ; EXT="${ATOMIC}" ;`,
  `${MEDIA_TYPE};ext="\\${ATOMIC}"`,
  `${atomic};profile="https://example.org/a https://example.org/b"`,
  `${MEDIA_TYPE};profile=x;ext="${ATOMIC}"`,
];
const unsupported = [
  '',
  MEDIA_TYPE,
  'application/json',
  `application/json;ext="${ATOMIC}"`,
  `${MEDIA_TYPE};ext=""`,
  `${MEDIA_TYPE};ext="https://example.org/x"`,
  `${MEDIA_TYPE};ext="${ATOMIC} https://example.org/x"`,
  `${MEDIA_TYPE};ext="${ATOMIC}/"`,
  `${MEDIA_TYPE};ext="${ATOMIC.toUpperCase()}"`,
  `${atomic};ext="${ATOMIC}"`,
  `${atomic};charset=utf-8`,
  `${atomic};q=1`,
  `${MEDIA_TYPE};profile="${ATOMIC}"`,
  `${MEDIA_TYPE};ext="${ATOMIC}`,
];

const accepted = [
  '',
  '*/*',
  'application/*',
  'application/json',
  atomic,
  `${MEDIA_TYPE};ext=${ATOMIC};q=0.1`,
  `${MEDIA_TYPE}, ${atomic};q=0.5`,
  `${atomic};profile="https://example.org/a"`,
  `text/html, ${atomic}`,
];
const unacceptable = [
  MEDIA_TYPE,
  `${MEDIA_TYPE}, */*`,
  `${atomic};q=0`,
  `${atomic};charset=utf-8`,
  `${MEDIA_TYPE};profile="https://example.org/a"`,
  `${MEDIA_TYPE};ext="https://example.org/x", */*`,
  'text/html',
];

/** Section 11 of the contract: the request around the operations. */
export function describeOperationRequests({ client }: ApiUnderTest): void {
  const eve = { op: 'add', data: { type: 'person', attributes: { name: 'Eve' } } };
  const withHeader = (name: string, value: string): Promise<ApiResponse> =>
    client.operate([eve], { headers: { [name]: value } });

  describe('A request with operations', () => {
    for (const type of supported)
      it(`may have the Content-Type ${type}`, async () => {
        expect((await withHeader('Content-Type', type)).status).to.equal(200);
      });
    for (const type of unsupported)
      it(`must not have the Content-Type ${JSON.stringify(type)}`, async () => {
        expectErrors(await withHeader('Content-Type', type), 'unsupported-media-type');
      });
    for (const accept of accepted)
      it(`may accept ${JSON.stringify(accept)}`, async () => {
        expect((await withHeader('Accept', accept)).status).to.equal(200);
      });
    for (const accept of unacceptable)
      it(`must not accept only ${accept}`, async () => {
        expectErrors(await withHeader('Accept', accept), 'not-acceptable');
      });

    it('has its media type on no other route', async () => {
      const person = { data: { type: 'person', attributes: { name: 'Eve' } } };
      const sent = await client.post('/persons', person, { headers: { 'Content-Type': atomic } });
      expectErrors(sent, 'unsupported-media-type');
      expectErrors(await client.get('/persons', { headers: { Accept: atomic } }), 'not-acceptable');
    });

    it('is a POST', async () => {
      for (const method of ['GET', 'PATCH', 'DELETE', 'PUT', 'QUERY']) {
        const response = await client.send(method, '/operations');
        expectErrors(response, 'method-not-allowed');
        expect(response.headers.allow).to.equal('POST, OPTIONS');
      }
      const options = await client.send('OPTIONS', '/operations');
      expect([options.status, options.headers.allow]).to.deep.equal([204, 'POST, OPTIONS']);
    });

    it('takes no query parameters', async () => {
      for (const name of ['include', 'fields[person]', 'page[size]', 'x']) {
        const headers = { 'Content-Type': atomic };
        const response = await client.post(`/operations?${encodeURI(name)}=1`, '{', { headers });
        expectErrors(response, `invalid-parameter ?${name}`);
      }
    });

    it('has at most 100 operations, and 10,000 identifiers in all of them', async () => {
      expect((await client.operate(Array(100).fill(eve))).document['atomic:results']).to.have.lengthOf(100);
      const tooMany = await client.operate(Array(101).fill(null));
      expectErrors(tooMany, 'body-too-large #/atomic:operations');
      expect(tooMany.document.errors[0].meta).to.deep.equal({ limit: 100 });
      const ref = { type: 'person', id: '1', relationship: 'computers' };
      const link = (number: number): object => ({
        op: 'remove',
        ref,
        data: computerIds(...Array<string>(number).fill('1')),
      });
      expectErrors(await client.operate([link(5000), link(5001)]), 'body-too-large');
      expect((await client.operate([link(5000), link(5000)])).status).to.be.oneOf([204, 404]);
    });

    it('is checked for its size before its query string', async () => {
      const headers = { 'Content-Type': atomic };
      const body = { 'atomic:operations': Array(101).fill(null) };
      expectErrors(await client.post('/operations?x=1', body, { headers }), 'body-too-large #/atomic:operations');
      expectErrors(await client.post('/operations', ' '.repeat(1_100_000), { headers }), 'body-too-large');
    });

    it('must be JSON', async () => {
      for (const body of ['', '{', 'x']) expectErrors(await client.operate(undefined, { body }), 'malformed-json #');
    });
  });
}
