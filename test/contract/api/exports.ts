import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { writableAttributesOf } from '#adapters/http/api/resource-description';
import { query, type ApiClient, type RequestOptions } from '../../support/api-client.ts';
import { fetchFile, type FileResponse } from '../../support/fetch-file.ts';
import { shownAttributes, type Values } from '../../support/resource-objects.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { firstValues, valuesOf } from './described-attributes.ts';
import { expectErrors } from './expect-errors.ts';
import { unique, type Identifier } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

const FORMATS = ['csv', 'ndjson'] as const;
/** Enough for an export to be streamed. */
const MANY = 1030;

interface Exported extends Identifier {
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly relationships: Readonly<Record<string, { readonly data: Identifier | readonly Identifier[] | null }>>;
}

/** The resource objects of an NDJSON export. */
async function objectsAt(client: ApiClient, path: string): Promise<readonly Exported[]> {
  const { status, headers, text } = await fetchFile(client, path);
  expect(status, text).to.equal(200);
  expect(headers.get('Content-Type')).to.equal('application/x-ndjson');
  expect(text).to.match(/^(?:\{.*\}\n)*$/);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Exported);
}

/** The rows of a CSV export by column. */
async function rowsAt(client: ApiClient, path: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const { status, headers, text } = await fetchFile(client, path);
  expect(status, text).to.equal(200);
  expect(headers.get('Content-Type')).to.equal('text/csv; charset=utf-8; header=present');
  return parse(text, { columns: true, record_delimiter: '\r\n' });
}

/** Section 14 of the contract, for owners and one type that they own. */
export function describeExports(api: ApiUnderTest, items: OwnedResource): void {
  describe(`The exports of ${items.owner.plural} and their ${items.plural}`, () => {
    describeContent(api, items);
    describeQueries(api, items);
    describeHttp(api, items);
  });
  describeLongExports(api, items);
}

function describeContent({ client }: ApiUnderTest, items: OwnedResource): void {
  const { owner: owners } = items;

  it(`have the ${owners.plural} with their readable attributes and linkage`, async () => {
    const text = unique('Ada "A", é');
    const attributes = { ...firstValues(owners), [owners.attribute]: text };
    const owner = await items.addOwner(client, {}, attributes);
    const owned = [await items.add(client, 'S1', owner), await items.add(client, 'S2', owner)];
    const bare = await items.addOwner(client, {}, items.ownerAttributes(text));
    const matches = query({ [`filter[${owners.attribute}]`]: text });
    const [first, second, ...others] = await rowsAt(client, `/export/${owners.plural}.csv${matches}`);
    expect(first).to.include({ id: owner, ...cellsOf(items, attributes), [items.relationship]: owned.join(' ') });
    expect(second).to.include({
      id: bare,
      ...cellsOf(items, items.ownerAttributes(text)),
      [items.relationship]: '',
    });
    expect(others).to.deep.equal([]);
    const { document } = await client.get(`${owners.path}${matches}${owners.withLinkage}`);
    expect(await objectsAt(client, `/export/${owners.plural}.ndjson${matches}`)).to.deep.equal(document.data);
  });

  it(`have the ${items.plural} with their owners, which lists show on request only`, async () => {
    const text = unique('=serial');
    const owner = await items.addOwner(client);
    const [owned, free] = [await items.add(client, text, owner), await items.add(client, text)];
    const matches = query({ [`filter[${items.attribute}]`]: text });
    const rows = await rowsAt(client, `/export/${items.plural}.csv${matches}`);
    expect(rows.map((row) => [row['id'], row[items.attribute], row[items.inverse]])).to.deep.equal([
      [owned, `'${text}`, owner],
      [free, `'${text}`, ''],
    ]);
    const { document } = await client.get(`${items.path}${matches}${items.withLinkage}`);
    expect(await objectsAt(client, `/export/${items.plural}.ndjson${matches}`)).to.deep.equal(document.data);
  });

  it('have a header in CSV, and nothing in NDJSON, where nothing matches', async () => {
    const empty = await fetchFile(client, `/export/${items.plural}.csv?filter=[{"or":[]}]`);
    expect(empty.text.split(',')[0]).to.equal('id');
    expect(empty.text).to.match(/^[^\r\n]*\r\n$/);
    expect(empty.text.trimEnd().split(',')).to.include(items.inverse);
    const none = await fetchFile(client, `/export/${owners.plural}.ndjson?filter=[{"or":[]}]`);
    expect([none.status, none.text]).to.deep.equal([200, '']);
  });

  it('never have write-only attributes, not even by name', async () => {
    const id = await items.addOwner(client, {}, firstValues(owners));
    const hidden = Object.entries(writableAttributesOf(owners)).filter(([, { output }]) => output === undefined);
    const names = hidden.map(([name]) => name).join();
    const path = `?filter[id]=${id}&fields[${owners.type}]=${names}`;
    expect((await fetchFile(client, `/export/${owners.plural}.csv${path}`)).text).to.equal(`id\r\n${id}\r\n`);
    const [object] = await objectsAt(client, `/export/${owners.plural}.ndjson${path}`);
    expect(object).to.include.keys('attributes', 'relationships').and.deep.include({ attributes: {} });
  });
}

function describeQueries({ client }: ApiUnderTest, items: OwnedResource): void {
  it('agree with lists that have the same filter, sort and fields', async () => {
    const text = unique('agree');
    const { owner: owners, relationship, inverse, attribute, type } = items;
    const [one = null, other = null] = valuesOf(owners, owners.shown);
    for (const value of [other, one, null]) {
      const attributes = { ...items.ownerAttributes(text), [owners.shown]: value };
      await items.add(client, text, await items.addOwner(client, {}, attributes));
    }
    await items.add(client, text);
    const [ours, theirs] = [{ [`filter[${owners.attribute}]`]: text }, { [`filter[${attribute}]`]: text }];
    for (const [list, parameters] of [
      [owners, ours],
      [owners, { ...ours, sort: `-${owners.shown}` }],
      [owners, { ...ours, sort: `${owners.shown},-id`, [`fields[${owners.type}]`]: relationship }],
      [owners, { filter: JSON.stringify([{ name: `${relationship}__${attribute}`, op: 'eq', val: text }]) }],
      [items, { ...theirs, sort: `${inverse}__${owners.shown}` }],
      [items, { ...theirs, [`filter[${inverse}__${owners.shown}]`]: String(one) }],
      [items, { ...theirs, [`fields[${type}]`]: inverse, sort: '-id' }],
    ] as const) {
      const asked = query(parameters);
      const { document } = await client.get(`${list.path}${asked}&page[size]=0${list.withLinkage}`);
      expect(document.data, asked).not.to.deep.equal([]);
      expect(await objectsAt(client, `/export/${list.plural}.ndjson${asked}`), asked).to.deep.equal(document.data);
      const ids = (document.data as readonly Identifier[]).map(({ id }) => id);
      const rows = await rowsAt(client, `/export/${list.plural}.csv${asked}`);
      expect(
        rows.map(({ id }) => id),
        asked,
      ).to.deep.equal(ids);
    }
  });

  it('have the columns that fields selects, in their own order', async () => {
    const id = await items.addOwner(client);
    const { text } = await fetchFile(
      client,
      `/export/${items.owner.plural}.csv?filter[id]=${id}&fields[${items.owner.type}]=${items.relationship},${items.owner.shown}`,
    );
    expect(text).to.equal(`id,${items.owner.shown},${items.relationship}\r\n${id},,\r\n`);
  });

  for (const format of FORMATS)
    for (const [parameter, ...names] of [
      [`include=${items.inverse}`, 'include'],
      ['include=', 'include'],
      ['page[size]=0', 'page[size]'],
      ['page[number]=1', 'page[number]'],
      ['page[size]=0&page[number]=1&nope=1', 'page[size]', 'page[number]', 'nope'],
      [`fields[${items.owner.type}]=id`, `fields[${items.owner.type}]`],
      ['fields[nope]=id', 'fields[nope]'],
      [`fields[${items.type}]=nope`, `fields[${items.type}]`],
      ['filter[nope]=1', 'filter[nope]'],
      ['sort=nope', 'sort'],
      ['sort=id&sort=id', 'sort'],
      ['filter=nope', 'filter'],
    ] as const)
      it(`refuse ${parameter} as ${format}`, async () => {
        const response = await client.get(`/export/${items.plural}.${format}?${parameter}`);
        expectErrors(response, ...names.map((name) => `invalid-parameter ?${name}`));
        expect(response.headers).not.to.have.property('content-disposition');
      });
}

function describeHttp({ client }: ApiUnderTest, items: OwnedResource): void {
  const paths = FORMATS.flatMap((format) => [
    `/export/${items.owner.plural}.${format}`,
    `/export/${items.plural}.${format}`,
  ]);
  for (const path of paths) {
    it(`are attachments: ${path}`, async () => {
      const { status, headers } = await fetchFile(client, `${path}?filter[id]=1`);
      expect(status).to.equal(200);
      expect(headers.get('Content-Disposition')).to.equal('attachment');
    });

    it(`are sent whatever Accept says: ${path}`, async () => {
      for (const accept of ['text/html', 'application/vnd.api+json', 'application/vnd.api+json; ext=x', 'image/png'])
        expect((await fetchFile(client, path, { headers: { Accept: accept } })).status, accept).to.equal(200);
    });

    it(`answer HEAD with the headers of GET, OPTIONS with both, and 405 to the rest: ${path}`, async () => {
      const [get, head] = [await fetchFile(client, path), await fetchFile(client, path, { method: 'HEAD' })];
      expect([head.status, head.text]).to.deep.equal([200, '']);
      expect(stable(head)).to.deep.equal(stable(get));
      const options = await client.send('OPTIONS', path);
      expect([options.status, options.headers.allow]).to.deep.equal([204, 'GET, HEAD, QUERY, OPTIONS']);
      for (const method of ['POST', 'PATCH', 'DELETE', 'PUT']) {
        const refused = await client.send(method, path);
        expectErrors(refused, 'method-not-allowed');
        expect(refused.headers.allow).to.equal('GET, HEAD, QUERY, OPTIONS');
      }
    });

    it(`refuse media type parameters, as everywhere: ${path}`, async () => {
      const options: RequestOptions = { headers: { 'Content-Type': 'application/vnd.api+json; a=b' } };
      expectErrors(await client.get(path, options), 'unsupported-media-type');
    });
  }

  for (const path of [
    '/export',
    '/export/',
    `/export/${items.owner.plural}`,
    `/export/${items.owner.plural}.xml`,
    `/export/${items.owner.plural}.csv/`,
    `/export/${items.owner.plural.toUpperCase()}.csv`,
  ])
    it(`are not at ${path}`, async () => {
      expectErrors(await client.get(path), 'not-found');
    });
}

function describeLongExports({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`Long exports of ${items.plural}`, () => {
    const text = unique('=long, "export"');
    const matches = query({ [`filter[${items.attribute}]`]: text, sort: '-id' });
    let ids: readonly string[] = [];
    let owner = '';

    before(async () => {
      ids = await items.addMany(client, MANY, text);
      owner = await items.addOwner(client, items.linked(...ids));
    });

    it('are streamed, with the same rows in the same order as the list', async () => {
      const { headers } = await fetchFile(client, `/export/${items.plural}.csv${matches}`);
      expect(headers.get('Transfer-Encoding')).to.equal('chunked');
      const rows = await rowsAt(client, `/export/${items.plural}.csv${matches}`);
      expect(rows.map(({ id }) => id)).to.deep.equal([...ids].reverse());
      for (const row of rows) expect(row).to.include({ [items.attribute]: `'${text}`, [items.inverse]: owner });
      const { document } = await client.get(`${items.path}${matches}&page[size]=0${items.withLinkage}`);
      expect(await objectsAt(client, `/export/${items.plural}.ndjson${matches}`)).to.deep.equal(document.data);
    });

    it('have the same text as short ones', async () => {
      const all = await fetchFile(client, `/export/${items.plural}.csv${matches}`);
      const [first = ''] = ids;
      const one = await fetchFile(client, `/export/${items.plural}.csv?filter[id]=${first}`);
      expect(one.headers.get('Content-Length')).to.equal(String(Buffer.byteLength(one.text)));
      const [head = '', row = ''] = one.text.split('\r\n');
      expect(all.text.startsWith(`${head}\r\n`)).to.equal(true);
      expect(all.text.endsWith(`\r\n${row}\r\n`)).to.equal(true);
    });

    it('answer HEAD with the same headers as GET', async () => {
      for (const format of FORMATS) {
        const path = `/export/${items.plural}.${format}${matches}`;
        const [get, head] = [await fetchFile(client, path), await fetchFile(client, path, { method: 'HEAD' })];
        expect(stable(head)).to.deep.equal(stable(get));
      }
    });

    it('join any number of identifiers', async () => {
      const [row] = await rowsAt(client, `/export/${items.owner.plural}.csv?filter[id]=${owner}`);
      expect(row?.[items.relationship]).to.equal(ids.join(' '));
    });
  });
}

/** The headers that do not vary between requests. The client closes the connection after a HEAD. */
function stable({ headers }: FileResponse): object {
  const varying = ['date', 'x-request-id', 'connection', 'keep-alive'];
  return Object.fromEntries([...headers].filter(([name]) => !varying.includes(name)));
}

/** The cells of what an owner shows after these attributes were written. */
function cellsOf({ owner }: OwnedResource, written: Values): object {
  const shown = Object.entries(shownAttributes(owner.type, written));
  return Object.fromEntries(shown.map(([name, value]) => [name, String(value ?? '')]));
}
