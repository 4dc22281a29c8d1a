import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { FORM_TYPE, MEDIA_TYPE, query, sendRaw, type ApiResponse } from '../../support/api-client.ts';
import { CURSOR_TYPE, MODERN_TYPE } from '../../support/media-types.ts';
import { fetchFile } from '../../support/fetch-file.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { makeHousehold, tagAt, type Household } from './conditions.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { MISSING, unique } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Section 23 of the contract: reads by QUERY (RFC 10008), whose body is the query string. */
export function describeQueryMethod(api: ApiUnderTest, items: OwnedResource): void {
  describe(`QUERY, with ${items.plural}`, () => {
    describeAnswers(api, items);
    describeConditions(api, items);
    describeContent(api, items);
    describeLongOnes(api, items);
    describeOthers(api, items);
  });
}

/** Valid and invalid reads on every kind of route that takes query parameters. */
function readsOf(items: OwnedResource): readonly ((household: Household) => string)[] {
  const { owner: owners, relationship, inverse, attribute } = items;
  const resource = ({ ada }: Household): string => `${owners.path}/${ada}`;
  const item = ({ item }: Household): string => `${items.path}/${item}`;
  const linkage = ({ ada }: Household): string => items.linkagePath(ada);
  return [
    () => owners.path,
    () => `${owners.path}?`,
    ({ ada }) => `${owners.path}?filter[id]=${ada}&include=${relationship}.${inverse}&sort=-id&page[size]=1`,
    () => `${items.path}?page[size]=1&page[number]=2`,
    () => `${items.path}?page[after]=&page[size]=2&sort=-${attribute}`,
    () => `${items.path}?filter[${attribute}]=%C3%A4+b%26%3D&sort=${attribute}`,
    () => `${items.path}${query({ filter: JSON.stringify([{ name: attribute, op: 'like', val: '%S + 1%' }]) })}`,
    resource,
    (household) => `${resource(household)}?include=${relationship}&fields[${items.type}]=${attribute}`,
    (household) => `${resource(household)}?page[${relationship}][size]=1&includeSort=-${relationship}.id`,
    (household) => `${resource(household)}/${relationship}?sort=id&include=${inverse}`,
    linkage,
    (household) => `${linkage(household)}?page[size]=1&include=${relationship}`,
    (household) => `${item(household)}/${inverse}?include=${relationship}`,
    ({ free }) => `${items.path}/${free}/${inverse}?fields[${owners.type}]=`,
    (household) => `${item(household)}/relationships/${inverse}?include=${inverse}`,
    () => `${owners.path}/${MISSING}?include=${relationship}`,
    () => `${owners.path}/x`,
    () => `${owners.path}?nope=1&page[size]=x`,
    () => `${owners.path}?include=nope&include=${relationship}`,
    () => `${owners.path}?filter[id]=%zz`,
    (household) => `${resource(household)}?sort=id`,
    (household) => `${linkage(household)}?page[number]=1`,
  ];
}

function describeAnswers({ client }: ApiUnderTest, items: OwnedResource): void {
  const names = { ada: '{ada}', bob: '{bob}', item: '{item}', free: '{free}' };
  for (const pathOf of readsOf(items))
    it(`returns what GET returns for ${pathOf(names)}`, async () => {
      const path = pathOf(await makeHousehold(client, items));
      for (const accept of [MEDIA_TYPE, MODERN_TYPE, CURSOR_TYPE, 'application/xml', `${MEDIA_TYPE};charset=x`]) {
        const headers = { Accept: accept };
        const [get, asked] = [await client.get(path, { headers }), await client.query(path, { headers })];
        expect(essenceOf(asked), `${accept}: ${asked.text}`).to.deep.equal(essenceOf(get));
      }
    });

  it('returns what GET returns for exports', async () => {
    const { ada } = await makeHousehold(client, items);
    for (const format of ['csv', 'ndjson'])
      for (const text of ['', `filter[id]=${ada}`, `sort=-id&fields[${items.owner.type}]=id`]) {
        const path = `/export/${items.owner.plural}.${format}`;
        const get = await fetchFile(client, `${path}?${text}`);
        const asked = await fetchFile(client, path, {
          method: 'QUERY',
          headers: { 'Content-Type': FORM_TYPE },
          body: text,
        });
        const stable = ({ status, headers, text: file }: typeof get): unknown => [
          status,
          file,
          [...headers].filter(([name]) => !UNSTABLE.includes(name)),
        ];
        expect(stable(asked)).to.deep.equal(stable(get));
      }
    expectErrors(await client.query(`/export/${items.owner.plural}.csv?page[size]=1`), 'invalid-parameter ?page[size]');
  });

  it('links to pages that GET can read', async () => {
    const owner = await items.addOwner(client, items.linked(...(await items.addSeveral(client, 3))));
    const path = `${items.relatedPath(owner)}?page[size]=1`;
    const first = await client.query(path);
    const { next } = first.document.links;
    expect(next).to.equal((await client.get(path)).document.links.next);
    expect((await client.get(next as string)).text).to.equal((await client.query(next as string)).text);
  });
}

const UNSTABLE = ['date', 'x-request-id'];

function essenceOf({ status, headers, text }: ApiResponse): object {
  const stable = Object.entries(headers).filter(([name]) => !UNSTABLE.includes(name));
  return { status, headers: Object.fromEntries(stable), text };
}

function describeConditions({ client }: ApiUnderTest, items: OwnedResource): void {
  it('returns 304 for an entity tag from GET, and 412 if no tag in If-Match matches', async () => {
    const { ada } = await makeHousehold(client, items);
    for (const path of [`${items.owner.path}/${ada}?include=${items.relationship}`, items.linkagePath(ada)]) {
      const tag = await tagAt(client, path);
      const send = (headers: Readonly<Record<string, string>>): Promise<ApiResponse> => client.query(path, { headers });
      for (const sent of [tag, `W/${tag}`, '*', `"x", ${tag}`]) {
        const { status, headers } = await send({ 'If-None-Match': sent });
        expect([status, headers.etag], sent).to.deep.equal([304, tag]);
      }
      for (const sent of ['"x"', 'x', '']) expect((await send({ 'If-None-Match': sent })).status, sent).to.equal(200);
      expect((await send({ 'If-Match': tag })).status).to.equal(200);
      expectErrors(await send({ 'If-Match': '"x"' }), 'precondition-failed');
      expectErrors(await send({ 'If-Match': 'x' }), 'invalid-header');
      expect((await send({ 'If-Match': tag, 'If-None-Match': tag })).status).to.equal(304);
    }
    expect((await client.query(items.path, { headers: { 'If-None-Match': '*' } })).status).to.equal(304);
  });

  it('ignores an Idempotency-Key, because it is safe', async () => {
    const { ada } = await makeHousehold(client, items);
    const path = `${items.owner.path}/${ada}`;
    for (const key of ['a', 'a', '"', '']) {
      const { status, headers } = await client.query(path, { headers: { 'Idempotency-Key': key } });
      expect([status, headers['idempotent-replayed']]).to.deep.equal([200, undefined]);
    }
    const again = await client.query(`${path}?include=`, { headers: { 'Idempotency-Key': 'a' } });
    expect(again.status).to.equal(200);
  });

  it('does not change HEAD and GET, which ignore a body', async () => {
    const { ada } = await makeHousehold(client, items);
    const path = `${items.owner.path}/${ada}`;
    const options = { headers: { 'Content-Type': FORM_TYPE }, body: 'nope=1' };
    for (const method of ['GET', 'HEAD']) {
      const plain = await client.send(method, path);
      expect(essenceOf(await client.send(method, path, options))).to.deep.equal(essenceOf(plain));
    }
  });
}

function describeContent({ client }: ApiUnderTest, items: OwnedResource): void {
  const { path } = items.owner;
  const text = 'page[size]=1&sort=-id';
  const send = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> =>
    client.send('QUERY', path, { headers: { 'Content-Type': FORM_TYPE, ...headers }, body });

  for (const type of [
    FORM_TYPE,
    'Application/X-WWW-Form-Urlencoded',
    `${FORM_TYPE};charset=utf-8`,
    `${FORM_TYPE} ; Charset="UTF-8"`,
    `${FORM_TYPE};`,
  ])
    it(`accepts the Content-Type ${type}`, async () => {
      const response = await send(text, { 'Content-Type': type });
      expect([response.status, response.text]).to.deep.equal([200, (await client.get(`${path}?${text}`)).text]);
    });

  for (const type of [
    '',
    MEDIA_TYPE,
    MODERN_TYPE,
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    `${FORM_TYPE};charset=iso-8859-1`,
    `${FORM_TYPE};charset=utf-16`,
    `${FORM_TYPE};x=1`,
    `${FORM_TYPE}x`,
  ])
    it(`returns 415 for the Content-Type ${JSON.stringify(type)}`, async () => {
      const response = await send(text, { 'Content-Type': type });
      expectErrors(response, 'unsupported-media-type');
      expect(response.headers['accept-query']).to.equal(`"${FORM_TYPE}"`);
      const modern = await send(text, { 'Content-Type': type, Accept: MODERN_TYPE });
      expectErrors(modern, 'unsupported-media-type');
      expect(modern.document.jsonapi).to.deep.equal({ version: '1.1' });
    });

  it('returns 415 without a Content-Type', async () => {
    const response = await sendRaw(
      client.url,
      `QUERY ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    expect(response)
      .to.match(/^HTTP\/1\.1 415 /)
      .and.match(/^Accept-Query: "application\/x-www-form-urlencoded"\r$/im);
  });

  it('accepts an empty, chunked or compressed body', async () => {
    expect((await send('')).text).to.equal((await client.get(path)).text);
    const compressed = await send(gzipSync(text), { 'Content-Encoding': 'gzip' });
    expect(compressed.text).to.equal((await client.get(`${path}?${text}`)).text);
    expectErrors(await send(text, { 'Content-Encoding': 'zip' }), 'unsupported-media-type');
    const chunk = `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    const answer = await sendRaw(
      client.url,
      `QUERY ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${FORM_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
    );
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
  });

  it('takes the whole query string from the body, and returns 400 for one in the URL', async () => {
    const both = await client.send('QUERY', `${path}?page[size]=1`, {
      headers: { 'Content-Type': FORM_TYPE },
      body: 'sort=id',
    });
    expectErrors(both, 'invalid-parameter');
    expect(both.document.errors[0]).not.to.have.property('source');
    const bare = await client.send('QUERY', `${path}?`, { headers: { 'Content-Type': FORM_TYPE }, body: text });
    expect(bare.text).to.equal((await client.get(`${path}?${text}`)).text);
    expectErrors(await send(`?${text}`), 'invalid-parameter ??page[size]');
    expectErrors(await send(JSON.stringify({ sort: 'id' })), 'invalid-parameter ?{"sort":"id"}');
  });

  it('checks in order: Accept, Content-Type, headers, size, query, resource', async () => {
    const large = 'x'.repeat(70_000);
    const at = `${path}/${MISSING}`;
    const ask = (body: string, headers: Readonly<Record<string, string>>): Promise<ApiResponse> =>
      client.send('QUERY', at, { headers: { 'Content-Type': FORM_TYPE, ...headers }, body });
    const malformed = { 'If-Match': 'x' };
    expectErrors(
      await ask(large, { ...malformed, 'Content-Type': 'text/plain', Accept: 'text/html' }),
      'not-acceptable',
    );
    expectErrors(await ask(large, { ...malformed, 'Content-Type': 'text/plain' }), 'unsupported-media-type');
    expectErrors(await ask(large, malformed), 'invalid-header');
    const tooLarge = await ask(large, {});
    expectErrors(tooLarge, 'body-too-large');
    expect(tooLarge.document.errors[0].meta).to.deep.equal({ limit: 65_536 });
    expectErrors(await ask('nope=1', {}), 'invalid-parameter ?nope');
    expectErrors(await ask('', {}), 'object-not-found ?id');
  });
}

function describeLongOnes({ client }: ApiUnderTest, items: OwnedResource): void {
  it('accepts a query string of up to 64 KiB, which no URL can hold', async () => {
    const [first = ''] = await items.addSeveral(client, 2);
    const ids = Array.from({ length: 900 }, (_, index) => String(BigInt(MISSING) - BigInt(index)));
    const text = query({ filter: JSON.stringify([{ name: 'id', op: 'in_', val: [...ids, first] }]) });
    expectErrors(await client.get(`${items.path}${text}`), 'uri-too-long');
    const response = await client.query(`${items.path}${text}&page[size]=1`);
    expect(response.status, response.text).to.equal(200);
    expect(response.document.data).to.have.lengthOf(1);
    const { self } = response.document.links;
    expect((await client.query(self as string)).text).to.equal(response.text);
    const longest = `filter[${items.attribute}]=`.padEnd(65_536, 'x');
    expect((await client.query(`${items.path}?${longest}`)).status).to.equal(200);
    expectErrors(await client.query(`${items.path}?${longest}x`), 'body-too-large');
    const packed = gzipSync(`${longest}x`);
    const headers = { 'Content-Type': FORM_TYPE, 'Content-Encoding': 'gzip' };
    expectErrors(await client.send('QUERY', items.path, { headers, body: packed }), 'body-too-large');
  });

  it('streams long lists', async () => {
    const text = unique('queried');
    await items.addMany(client, 1001, text);
    const path = `${items.path}${query({ [`filter[${items.attribute}]`]: text })}&page[size]=0&include=${items.inverse}`;
    for (const accept of [MEDIA_TYPE, MODERN_TYPE]) {
      const headers = { Accept: accept };
      const [get, asked] = [await client.get(path, { headers }), await client.query(path, { headers })];
      expect(asked.headers['transfer-encoding']).to.equal('chunked');
      expect(asked.document.data).to.have.lengthOf(1001);
      expect(essenceOf(asked)).to.deep.equal(essenceOf(get));
    }
  });
}

function describeOthers({ client }: ApiUnderTest, items: OwnedResource): void {
  it('returns 405 on routes without query parameters and on the feed of changes', async () => {
    for (const [path, allow] of [
      ['/', 'GET, HEAD, OPTIONS'],
      ['/changes', 'GET, HEAD, OPTIONS'],
      ['/openapi.json', 'GET, HEAD, OPTIONS'],
      ['/operations', 'POST, OPTIONS'],
    ] as const) {
      const response = await client.query(`${path}?nope=1`);
      expectErrors(response, 'method-not-allowed');
      expect(response.headers.allow).to.equal(allow);
      expect(response.headers).not.to.have.property('accept-query');
    }
    expectErrors(await client.query('/nope'), 'not-found');
  });

  it('returns 501 if it is not written in upper case', async () => {
    for (const method of ['query', 'Query']) {
      const answer = await sendRaw(
        client.url,
        `${method} ${items.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${FORM_TYPE}\r\nContent-Length: 0\r\n\r\n`,
      );
      expect(answer).to.match(/^HTTP\/1\.1 501 /);
    }
  });

  it('is named in the 405 for other methods', async () => {
    const response = await client.send('PUT', items.path);
    expectErrors(response, 'method-not-allowed');
    expect(detailsOf(response).join()).to.include('QUERY');
  });
}
