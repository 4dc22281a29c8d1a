import { expect } from 'chai';
import { MEDIA_TYPE } from '../../support/api-client.ts';
import { CURSOR_TYPE, INCLUDED_CURSOR_TYPE, INCLUDED_TYPE } from '../../support/media-types.ts';
import type { Identifier } from '../../support/resource-objects.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { makeHousehold, tagAt, type Household } from './conditions.ts';
import { expectErrors } from './expect-errors.ts';
import { MISSING, unique } from './fixtures.ts';
import { asInLinks, described, modern } from './modern.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Section 22 of the contract: reads in JSON:API 1.1. `ApiClient` checks the rules for every document. */
export function describeModernReads(api: ApiUnderTest, items: OwnedResource): void {
  describe(`Reads in JSON:API 1.1, with ${items.plural}`, () => {
    describeReads(api, items);
    describeInclusions(api, items);
    describeStreams(api, items);
  });
}

/** Reads on every kind of route, with the media type of the response. */
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
    it(`return the data of 1.0, linked to itself and the OpenAPI document: GET ${pathOf(names)}`, async () => {
      const path = pathOf(await makeHousehold(client, items));
      const [plain, response] = [await client.get(path), await client.get(path, modern)];
      expect(response.status, response.text).to.equal(200);
      expect(response.headers['content-type']).to.equal(type);
      const { links, included, jsonapi, ...rest } = response.document;
      const { links: plainLinks, included: repeated, jsonapi: plainVersion, ...plainRest } = plain.document;
      expect([jsonapi.version, plainVersion]).to.deep.equal(['1.1', { version: '1.0' }]);
      expect(rest).to.deep.equal(plainRest);
      const href = asInLinks(path.endsWith('?') ? path.slice(0, -1) : path);
      expect(links).to.deep.equal({ ...plainLinks, self: { href, type }, ...described });
      expect(included).to.deep.equal(withoutData(repeated, rest.data));
      expect((await client.get(links.self.href, modern)).text).to.equal(response.text);
      const head = await client.send('HEAD', path, modern);
      expect(head.headers).to.include({ 'content-type': type, 'content-length': response.headers['content-length'] });
    });

  it('have a different entity tag than in 1.0, and either tag allows a write', async () => {
    const { ada } = await makeHousehold(client, items);
    const { owner: owners } = items;
    const path = `${owners.path}/${ada}`;
    for (const view of [path, `${path}?include=${items.relationship}`, items.linkagePath(ada)]) {
      const plain = await tagAt(client, view);
      const { etag = '' } = (await client.get(view, modern)).headers;
      expect(etag).not.to.equal(plain);
      const ifNoneMatch = (tag: string) => ({ ...modern.headers, 'If-None-Match': tag });
      expect((await client.get(view, { headers: ifNoneMatch(etag) })).status, view).to.equal(304);
      expect((await client.get(view, { headers: ifNoneMatch(plain) })).status, view).to.equal(200);
      expect((await client.get(view, { headers: { 'If-None-Match': etag } })).status, view).to.equal(200);
      const data = { ...items.ownerId(ada), attributes: items.ownerAttributes(`Ada ${view.length}`) };
      const first = await client.patch(path, { data }, { headers: { ...modern.headers, 'If-Match': plain } });
      expect(first.status, first.text).to.equal(200);
      expectErrors(await client.patch(path, { data }, { headers: { 'If-Match': etag } }), 'precondition-failed');
      const again = String((await client.get(view, modern)).headers.etag);
      expect((await client.patch(path, { data }, { headers: { 'If-Match': again } })).status).to.equal(200);
    }
  });
}

/** The included resources of 1.0 that are not primary data. */
function withoutData(included: readonly Identifier[] | undefined, data: unknown): readonly Identifier[] | undefined {
  const resources = [data].flat().filter((each) => Object.hasOwn(Object(each) as object, 'attributes'));
  const isPrimary = ({ type, id }: Identifier): boolean =>
    (resources as readonly Identifier[]).some((each) => each.type === type && each.id === id);
  return included?.filter((each) => !isPrimary(each));
}

function describeInclusions({ client }: ApiUnderTest, items: OwnedResource): void {
  const { owner: owners, relationship, inverse } = items;

  it('return included whenever the request has include, even if empty', async () => {
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
      const { document, text } = await client.get(path, modern);
      expect(
        (document.included as readonly Identifier[]).map(({ id }) => id),
        `${path}: ${text}`,
      ).to.deep.equal(ids);
    }
    for (const path of [one, owners.path, items.linkagePath(ada)])
      expect((await client.get(path, modern)).document, path).not.to.have.property('included');
  });
}

function describeStreams({ client }: ApiUnderTest, items: OwnedResource): void {
  it('stream long lists as in 1.0, and repeat none of their resources in included', async () => {
    const { relationship, inverse, attribute } = items;
    const text = unique('long');
    const ids = await items.addMany(client, 1001, text);
    const owner = await items.addOwner(client, items.linked(ids.at(0) ?? '', ids.at(-1) ?? ''));
    const matches = `?filter[${attribute}]=${encodeURIComponent(text)}&page[size]=0`;
    for (const include of [`${inverse}.${relationship}`, `${inverse}.${relationship}.${inverse}`, inverse, '']) {
      const path = `${items.path}${matches}&include=${include}`;
      const [plain, response] = [await client.get(path), await client.get(path, modern)];
      expect(response.headers['transfer-encoding']).to.equal('chunked');
      expect(response.document.data).to.deep.equal(plain.document.data);
      expect((response.document.included as readonly Identifier[]).map(({ id }) => id)).to.deep.equal(
        include === '' ? [] : [owner],
      );
      expect(response.document.links.self.href).to.equal(plain.document.links.self);
    }
    const without = await client.get(`${items.path}${matches}`, modern);
    expect(without.document).not.to.have.property('included');
  });
}
