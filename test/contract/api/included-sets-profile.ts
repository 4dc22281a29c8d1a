// The Included Sets profile: how requests ask for it, and how documents declare it.
import { expect } from 'chai';
import { CURSORS, INCLUDED } from '../../support/media-types.ts';
import { MEDIA_TYPE, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import type { OwnedResource } from './owned-resource.ts';

const profile = (...uris: readonly string[]): string => `${MEDIA_TYPE};profile="${uris.join(' ')}"`;

/** `none` is a document of JSON:API 1.0; the other names are documents of 1.1. */
type Applied = 'none' | 'modern' | 'included' | 'cursors' | 'both' | 406;

/** The profiles applied to a list with a bound, a list without one, a resource with a bound, and a resource without one. */
type Row = readonly [accept: string, list: Applied, plainList: Applied, resource: Applied, plainResource: Applied];

const rows: readonly Row[] = [
  [profile(INCLUDED), 'included', 'modern', 'included', 'modern'],
  [`${MEDIA_TYPE.toUpperCase()} ; Profile = "${INCLUDED}"`, 'included', 'modern', 'included', 'modern'],
  [`${MEDIA_TYPE};profile=${INCLUDED}`, 'included', 'modern', 'included', 'modern'],
  [profile(INCLUDED, CURSORS), 'both', 'cursors', 'included', 'modern'],
  [profile(CURSORS, INCLUDED), 'both', 'cursors', 'included', 'modern'],
  [profile('https://example.org/x', INCLUDED), 'included', 'modern', 'included', 'modern'],
  [`${profile(INCLUDED)}, ${MEDIA_TYPE}`, 'included', 'modern', 'included', 'modern'],
  [`${MEDIA_TYPE};q=0.5, ${profile(INCLUDED)};q=0.5`, 'included', 'modern', 'included', 'modern'],
  [`${MEDIA_TYPE}, ${profile(INCLUDED)};q=0.9`, 'none', 'none', 'none', 'none'],
  [`${profile(INCLUDED)};q=0, ${MEDIA_TYPE}`, 'none', 'none', 'none', 'none'],
  [
    `${profile(INCLUDED)};q=0.2, ${profile(CURSORS)};q=0.4, ${MEDIA_TYPE};q=0.1`,
    'both',
    'cursors',
    'included',
    'modern',
  ],
  // JSON:API 1.1 requires the name of every applied profile, even of one that was not asked for.
  [`${profile(CURSORS)}, ${MEDIA_TYPE};q=0.1`, 'both', 'cursors', 'included', 'modern'],
  [MEDIA_TYPE, 'none', 'none', 'none', 'none'],
  ['*/*', 'none', 'none', 'none', 'none'],
  [profile(CURSORS), 'both', 'cursors', 'included', 'modern'],
  [`${profile(INCLUDED)};q=0`, 406, 406, 406, 406],
  [`${profile(INCLUDED)};charset=utf-8`, 406, 406, 406, 406],
  [profile(`${INCLUDED}x`), 'included', 'modern', 'included', 'modern'],
  [profile('https://example.org/x'), 'included', 'modern', 'included', 'modern'],
];

const uris: Readonly<Record<Exclude<Applied, 406>, readonly string[]>> = {
  none: [],
  modern: [],
  included: [INCLUDED],
  cursors: [CURSORS],
  both: [INCLUDED, CURSORS],
};

export function describeIncludedSetsProfile({ client }: ApiUnderTest, items: OwnedResource): void {
  const { owner: owners, relationship: name } = items;

  describe(`The profile of included sets, with ${items.plural}`, () => {
    let [id, item]: readonly string[] = [];

    before(async () => {
      id = await items.addOwner(client);
      [item] = await items.addSeveral(client, 2, id);
    });

    const expectApplied = (response: ApiResponse, applied: Applied, where: string): void => {
      if (applied === 406) {
        expectErrors(response, 'not-acceptable');
        return;
      }
      const found = uris[applied];
      const version = {
        version: applied === 'none' ? '1.0' : '1.1',
        ...(found.length > 0 && { profile: found }),
      };
      expect(response.headers['content-type'], where).to.equal(found.length === 0 ? MEDIA_TYPE : profile(...found));
      expect(response.document.jsonapi, where).to.deep.equal(version);
    };
    const bound = `page[${name}][size]=1`;

    for (const [accept, list, plainList, resource, plainResource] of rows)
      it(`is chosen by Accept: ${accept}`, async () => {
        const asking = { headers: { Accept: accept } };
        const owner = `${owners.path}/${id ?? ''}`;
        const back = `${items.path}/${item ?? ''}/${items.inverse}`;
        const linkage = items.linkagePath(id ?? '');
        const onward = `include=${items.inverse}&page[${items.inverse}.${name}][size]=1`;
        for (const [path, applied] of [
          [`${owners.path}?${bound}`, list],
          [`${items.relatedPath(id ?? '')}?${onward}`, list],
          [`${owners.path}?include=${name}`, plainList],
          [`${owner}?${bound}`, resource],
          [`${owner}?includeSort=${name}.id&fields[${owners.type}]=`, resource],
          [`${back}?${bound}`, resource],
          [`${back}?page[${name}][size]=0`, plainResource],
          [owner, plainResource],
          [linkage, plainResource],
          [`${linkage}?sort=id`, resource],
          [`${items.path}/${item ?? ''}/relationships/${items.inverse}?${onward}`, resource],
        ] as const)
          expectApplied(await client.get(path, asking), applied, path);
        // Pages on this route always use cursors.
        const pages = resource === 'included' ? 'both' : resource;
        expectApplied(await client.get(`${linkage}?page[size]=1`, asking), pages, 'a page of the relationship');
      });

    it('changes nothing else', async () => {
      for (const path of [`${owners.path}/${id ?? ''}?${bound}`, `${items.linkagePath(id ?? '')}?page[size]=1`]) {
        const [plain, asked] = [
          await client.get(path),
          await client.get(path, { headers: { Accept: profile(INCLUDED) } }),
        ];
        const { self, describedby, ...links } = asked.document.links;
        expect(self.href).to.equal(path.replaceAll('[', '%5B').replaceAll(']', '%5D'));
        expect(describedby).to.equal('/openapi.json');
        expect({ ...asked.document, jsonapi: '', links: { self: plain.document.links.self, ...links } }).to.deep.equal({
          ...plain.document,
          jsonapi: '',
        });
        expect(asked.headers.etag).not.to.equal(plain.headers.etag);
        const head = await client.send('HEAD', path, { headers: { Accept: profile(INCLUDED) } });
        expect([head.headers['content-type'], head.headers.etag]).to.deep.equal([
          asked.headers['content-type'],
          asked.headers.etag,
        ]);
        const again = { headers: { Accept: profile(INCLUDED), 'If-None-Match': String(plain.headers.etag) } };
        expect((await client.get(path, again)).status).to.equal(200);
      }
    });

    it('is not applied to errors and writes, which are in JSON:API 1.1', async () => {
      const asking = { headers: { Accept: profile(INCLUDED) } };
      const refused = await client.get(`${owners.path}?page[${name}][size]=x`, asking);
      expectErrors(refused, `invalid-parameter ?page[${name}][size]`);
      const another = await items.addOwner(client);
      const written = await client.patch(items.linkagePath(another), { data: [] }, asking);
      expect(written.status, written.text).to.equal(200);
      const shapeless = await client.post(owners.path, {}, asking);
      expectErrors(shapeless, 'invalid-document #/data');
      for (const response of [refused, written, shapeless]) expectApplied(response, 'modern', response.text);
    });

    it('is named by the entry point', async () => {
      const { document } = await client.get('/');
      expect(document.meta.profiles).to.deep.equal({ included: INCLUDED });
    });
  });
}
