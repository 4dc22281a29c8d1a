import { expect } from 'chai';
import { MEDIA_TYPE } from '../../support/api-client.ts';
import { CURSOR_TYPE, INCLUDED_CURSOR_TYPE, INCLUDED_TYPE } from '../../support/media-types.ts';
import type { Identifier } from '../../support/resource-objects.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { makeHousehold, tagAt, type Household } from './conditions.ts';
import { expectErrors } from './expect-errors.ts';
import { MISSING, unique } from './fixtures.ts';
import { asInLinks, described, newer } from './newer.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Section 22 of the contract: what reads show in JSON:API 1.1. The client checks the rules that hold in every document of it. */
export function describeVersion11(api: ApiUnderTest, items: OwnedResource): void {
  describe(`Reads in JSON:API 1.1, with ${items.plural}`, () => {
    describeReads(api, items);
    describeInclusions(api, items);
    describeStreams(api, items);
  });
}

/** Reads on every kind of route, with the media type of the answer. */
function readsOf(items: OwnedResource): readonly (readonly [path: (household: Household) => string, type: string])[] {
  const { owner: owners, relationship, inverse } = items;
  const ada = ({ ada }: Household): string => `${owners.path}/${ada}`;
  const item = ({ item }: Household): string => `${items.path}/${item}`;
  const free = ({ free }: Household): string => `${items.path}/${free}`;
  return [
    [() => '/', MEDIA_TYPE],
    [() => `${owners.path}?page[size]=1`, MEDIA_TYPE],
    [({ ada }) => `${owners.path}?filter[id]=${ada}&include=${relationship}`, MEDIA_TYPE],
    [() => `${owners.path}?filter[id]=${MISSING}&include=${relationship}`, MEDIA_TYPE],
    [() => `${items.path}?page[size]=2&page[number]=1&sort=-id`, MEDIA_TYPE],
    [() => `${items.path}?page[size]=1&page[after]=`, CURSOR_TYPE],
    [({ ada }) => `${owners.path}?filter[id]=${ada}&page[before]=&page[${relationship}][size]=1`, INCLUDED_CURSOR_TYPE],
    [ada, MEDIA_TYPE],
    [(household) => `${ada(household)}?`, MEDIA_TYPE],
    [(household) => `${ada(household)}?fields[${owners.type}]=`, MEDIA_TYPE],
    [(household) => `${ada(household)}?include=${relationship}.${inverse}`, MEDIA_TYPE],
    [(household) => `${ada(household)}?page[${relationship}][size]=1`, INCLUDED_TYPE],
    [(household) => `${ada(household)}/${relationship}?include=${inverse}.${relationship}`, MEDIA_TYPE],
    [(household) => items.linkagePath(household.ada), MEDIA_TYPE],
    [(household) => `${items.linkagePath(household.ada)}?include=${relationship}`, MEDIA_TYPE],
    [(household) => `${items.linkagePath(household.ada)}?page[size]=1`, INCLUDED_CURSOR_TYPE],
    [item, MEDIA_TYPE],
    [(household) => `${item(household)}/${inverse}?include=${relationship}`, MEDIA_TYPE],
    [(household) => `${free(household)}/${inverse}`, MEDIA_TYPE],
    [(household) => `${item(household)}/relationships/${inverse}?include=${inverse}`, MEDIA_TYPE],
    [(household) => `${free(household)}/relationships/${inverse}`, MEDIA_TYPE],
    [({ ada }) => `/changes?filter[type]=${owners.type}&filter[id]=${ada}&page[size]=1`, MEDIA_TYPE],
  ];
}

function describeReads({ client }: ApiUnderTest, items: OwnedResource): void {
  const names = { ada: '{ada}', bob: '{bob}', item: '{item}', free: '{free}' };
  for (const [pathOf, type] of readsOf(items))
    it(`GET ${pathOf(names)} shows what it shows in 1.0, with links to itself and to the description`, async () => {
      const path = pathOf(await makeHousehold(client, items));
      const [older, response] = [await client.get(path), await client.get(path, newer)];
      expect(response.status, response.text).to.equal(200);
      expect(response.headers['content-type']).to.equal(type);
      const { links, included, jsonapi, ...rest } = response.document;
      const { links: olderLinks, included: repeated, jsonapi: olderVersion, ...olderRest } = older.document;
      expect([jsonapi.version, olderVersion]).to.deep.equal(['1.1', { version: '1.0' }]);
      expect(rest).to.deep.equal(olderRest);
      const href = asInLinks(path.endsWith('?') ? path.slice(0, -1) : path);
      expect(links).to.deep.equal({ ...olderLinks, self: { href, type }, ...described });
      expect(included).to.deep.equal(withoutData(repeated, rest.data));
      expect((await client.get(links.self.href, newer)).text).to.equal(response.text);
      const head = await client.send('HEAD', path, newer);
      expect(head.headers).to.include({ 'content-type': type, 'content-length': response.headers['content-length'] });
    });

  it('a read has another tag than in 1.0, and either allows a write', async () => {
    const { ada } = await makeHousehold(client, items);
    const { owner: owners } = items;
    const path = `${owners.path}/${ada}`;
    for (const view of [path, `${path}?include=${items.relationship}`, items.linkagePath(ada)]) {
      const older = await tagAt(client, view);
      const { etag = '' } = (await client.get(view, newer)).headers;
      expect(etag).not.to.equal(older);
      const ifNoneMatch = (tag: string) => ({ ...newer.headers, 'If-None-Match': tag });
      expect((await client.get(view, { headers: ifNoneMatch(etag) })).status, view).to.equal(304);
      expect((await client.get(view, { headers: ifNoneMatch(older) })).status, view).to.equal(200);
      expect((await client.get(view, { headers: { 'If-None-Match': etag } })).status, view).to.equal(200);
      const data = { ...items.ownerId(ada), attributes: items.ownerAttributes(`Ada ${view.length}`) };
      const first = await client.patch(path, { data }, { headers: { ...newer.headers, 'If-Match': older } });
      expect(first.status, first.text).to.equal(200);
      expectErrors(await client.patch(path, { data }, { headers: { 'If-Match': etag } }), 'precondition-failed');
      const again = String((await client.get(view, newer)).headers.etag);
      expect((await client.patch(path, { data }, { headers: { 'If-Match': again } })).status).to.equal(200);
    }
  });
}

/** What is included in 1.0 without what is primary data as well. */
function withoutData(included: readonly Identifier[] | undefined, data: unknown): readonly Identifier[] | undefined {
  const resources = [data].flat().filter((each) => Object.hasOwn(Object(each) as object, 'attributes'));
  const isPrimary = ({ type, id }: Identifier): boolean =>
    (resources as readonly Identifier[]).some((each) => each.type === type && each.id === id);
  return included?.filter((each) => !isPrimary(each));
}

function describeInclusions({ client }: ApiUnderTest, items: OwnedResource): void {
  const { owner: owners, relationship, inverse } = items;

  it('a document has included wherever the request has include, even if it is empty', async () => {
    const { ada, bob, item, free } = await makeHousehold(client, items);
    const one = `${owners.path}/${ada}`;
    for (const [path, ...ids] of [
      [`${one}?include=`],
      [`${owners.path}/${bob}?include=${relationship}`],
      [`${items.path}/${free}?include=${inverse}`],
      [`${items.path}/${free}/${inverse}?include=${relationship}`],
      [`${items.path}/${free}/relationships/${inverse}?include=`],
      [`${one}?include=${relationship}&fields[${owners.type}]=`],
      [`${owners.path}?include=&filter[id]=${ada}`],
      [`${owners.path}?include=${relationship}&filter[id]=${MISSING}`],
      [`${items.linkagePath(bob)}?include=${relationship}`],
      [`${one}?include=${relationship}.${inverse}`, item],
      [`${items.path}?filter[id]=${item}&include=${inverse}.${relationship}`, ada],
      [`${items.relatedPath(ada)}?include=${inverse}`, ada],
    ] as const) {
      const { document, text } = await client.get(path, newer);
      expect(
        (document.included as readonly Identifier[]).map(({ id }) => id),
        `${path}: ${text}`,
      ).to.deep.equal(ids);
    }
    for (const path of [one, owners.path, items.linkagePath(ada)])
      expect((await client.get(path, newer)).document, path).not.to.have.property('included');
  });
}

function describeStreams({ client }: ApiUnderTest, items: OwnedResource): void {
  it('a long list repeats nothing in included, and is read in pieces as in 1.0', async () => {
    const { relationship, inverse, attribute } = items;
    const text = unique('long');
    const ids = await items.addMany(client, 1001, text);
    const owner = await items.addOwner(client, items.linked(ids.at(0) ?? '', ids.at(-1) ?? ''));
    const matches = `?filter[${attribute}]=${encodeURIComponent(text)}&page[size]=0`;
    for (const include of [`${inverse}.${relationship}`, `${inverse}.${relationship}.${inverse}`, inverse, '']) {
      const path = `${items.path}${matches}&include=${include}`;
      const [older, response] = [await client.get(path), await client.get(path, newer)];
      expect(response.headers['transfer-encoding']).to.equal('chunked');
      expect(response.document.data).to.deep.equal(older.document.data);
      expect((response.document.included as readonly Identifier[]).map(({ id }) => id)).to.deep.equal(
        include === '' ? [] : [owner],
      );
      expect(response.document.links.self.href).to.equal(older.document.links.self);
    }
    const without = await client.get(`${items.path}${matches}`, newer);
    expect(without.document).not.to.have.property('included');
  });
}
