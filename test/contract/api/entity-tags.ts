import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { conditionalWrites, makeHousehold, sendWrite, tagAt, type Household } from './conditions.ts';
import { expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Section 9 of the contract: which answers have an entity tag, and what GET and HEAD do with it. */
export function describeEntityTags({ client }: ApiUnderTest, items: OwnedResource): void {
  const taggedPaths = ({ ada, item, free }: Household): readonly string[] => [
    ...[`${items.owner.path}/${ada}`, items.linkagePath(ada)].flatMap((path) => [
      path,
      `${path}?include=${items.relationship}`,
    ]),
    `${items.owner.path}/${ada}?include=${items.relationship}.${items.inverse}&fields[${items.owner.type}]=${items.owner.shown},${items.relationship}`,
    ...['', `/${items.inverse}`, `/relationships/${items.inverse}`].flatMap((rest) => [
      `${items.path}/${item}${rest}`,
      `${items.path}/${free}${rest}`,
    ]),
    `${items.path}/${item}?include=${items.inverse}`,
    `${items.path}/${free}/relationships/${items.inverse}?include=${items.inverse}`,
  ];

  const untaggedPaths = ({ ada }: Household): readonly string[] => [
    '/',
    `${items.owner.path}?filter[id]=${ada}`,
    `${items.path}?page[size]=1`,
    items.relatedPath(ada),
    `${items.relatedPath(ada)}?page[size]=0`,
  ];

  describe(`Entity tags with ${items.plural}`, () => {
    it('are on every answer that shows one resource, and on no other', async () => {
      const household = await makeHousehold(client, items);
      for (const path of taggedPaths(household)) await tagAt(client, path);
      for (const path of [
        ...untaggedPaths(household),
        '/nope',
        `${items.owner.path}/${MISSING}`,
        `${items.owner.path}/${household.ada}?x=1`,
      ])
        expect((await client.get(path)).headers, path).not.to.have.property('etag');
    });

    it('are the same on HEAD', async () => {
      for (const path of taggedPaths(await makeHousehold(client, items)))
        expect((await client.send('HEAD', path)).headers.etag, path).to.equal(await tagAt(client, path));
    });

    it('differ by resource, path and query string', async () => {
      const tags = await Promise.all(
        taggedPaths(await makeHousehold(client, items)).map((path) => tagAt(client, path)),
      );
      expect(new Set(tags).size).to.equal(tags.length);
    });

    it('show neither of what may not be read', async () => {
      const id = await items.addOwner(client, {}, items.ownerAttributes('Secretive'));
      expect(await tagAt(client, `${items.owner.path}/${id}`)).not.to.match(/secretive/i);
    });

    for (const write of conditionalWrites(items).filter(({ data }) => data !== undefined))
      it(`of the answer to ${write.method} ${write.path({ ada: '{id}', bob: '', item: '{id}', free: '' })} are those of the next GET`, async () => {
        const queries = write.path({ ada: '', bob: '', item: '', free: '' }).includes('relationships')
          ? ['', '?include=', `?fields[${items.owner.type}]=${items.owner.shown}`]
          : ['', '?include=', `?include=${write.of === 'owner' ? items.relationship : items.inverse}`];
        for (const query of queries) {
          const household = await makeHousehold(client, items);
          const path = write.path(household);
          const shown = path.includes('relationships') ? path : `${path}${query}`;
          const changing = { ...write, path: () => `${path}${query}` };
          const before = await tagAt(client, shown);
          const { headers, status, text } = await sendWrite(client, changing, household);
          expect(status, text).to.equal(200);
          expect(headers.etag, shown).to.equal(await tagAt(client, shown));
          expect(headers.etag).not.to.equal(before);
          if (write.method === 'DELETE') continue;
          expect((await sendWrite(client, changing, household)).headers.etag, 'nothing changed').to.equal(headers.etag);
        }
      });

    it(`of the answer to a change of the owner that takes the ${items.type} away are those of the next GET`, async () => {
      const queries = [
        '',
        '?include=',
        `?include=${items.relationship}`,
        `?fields[${items.owner.type}]=${items.owner.shown}`,
      ];
      for (const query of queries) {
        const { ada, item, free } = await makeHousehold(client, items);
        const path = `${items.path}/${item}/${items.inverse}${query}`;
        const data = { ...items.ownerId(ada), relationships: items.linked(free) };
        const { headers, document, status, text } = await client.patch(path, { data });
        expect(status, text).to.equal(200);
        expect(document.data).to.include(items.ownerId(ada));
        expect((await client.get(path)).document.data).to.equal(null);
        expect(headers.etag, path).to.equal(await tagAt(client, path));
      }
    });

    it('of a new resource are those of its Location', async () => {
      const { ada, free } = await makeHousehold(client, items);
      const draft = {
        type: items.owner.type,
        attributes: items.ownerAttributes('Ada'),
        relationships: items.linked(free),
      };
      for (const [path, query, data] of [
        [items.path, `?include=${items.inverse}`, items.draft('S1', ada)],
        [items.path, '', items.draft()],
        [items.relatedPath(ada), `?include=${items.inverse}`, items.draft()],
        [items.owner.path, '', draft],
        [items.owner.path, `?include=${items.relationship}`, draft],
      ] as const) {
        const { headers, status, text } = await client.post(`${path}${query}`, { data });
        expect(status, text).to.equal(201);
        expect(headers.etag).to.equal(await tagAt(client, `${String(headers.location)}${query}`));
      }
    });

    it('of a relationship change when its other end is deleted', async () => {
      const { ada, item } = await makeHousehold(client, items);
      const paths = [
        `${items.path}/${item}/relationships/${items.inverse}`,
        `${items.path}/${item}`,
        `${items.path}/${item}/${items.inverse}`,
      ];
      const before = await Promise.all(paths.map((path) => tagAt(client, path)));
      await client.delete(`${items.owner.path}/${ada}`);
      for (const [index, path] of paths.entries()) expect(await tagAt(client, path)).not.to.equal(before[index]);

      const next = await makeHousehold(client, items);
      const linkage = await tagAt(client, items.linkagePath(next.ada));
      await client.delete(`${items.path}/${next.item}`);
      expect(await tagAt(client, items.linkagePath(next.ada))).not.to.equal(linkage);
    });

    it('of an inclusion change when what is included changes', async () => {
      const { ada, item } = await makeHousehold(client, items);
      const path = `${items.owner.path}/${ada}?include=${items.relationship}`;
      const [plain, including] = [await tagAt(client, `${items.owner.path}/${ada}`), await tagAt(client, path)];
      await client.patch(`${items.path}/${item}`, { data: { ...items.id(item), attributes: items.attributes('S9') } });
      expect(await tagAt(client, `${items.owner.path}/${ada}`)).to.equal(plain);
      expect(await tagAt(client, path)).not.to.equal(including);
    });

    it('are the same if the path is encoded differently', async () => {
      const id = await items.addOwner(client);
      const escaped = [...id].map((digit) => `%3${digit}`).join('');
      expect(await tagAt(client, `${items.owner.path}/${escaped}`)).to.equal(
        await tagAt(client, `${items.owner.path}/${id}`),
      );
    });
  });

  describe(`Conditional reads with ${items.plural}`, () => {
    const both = async (path: string, name: string, value: string | string[]): Promise<ApiResponse> => {
      const headers = { [name]: value };
      const [got, head] = [await client.get(path, { headers }), await client.send('HEAD', path, { headers })];
      expect(head.status, `HEAD ${path} with ${name}: ${String(value)}`).to.equal(got.status);
      expect(head.headers.etag).to.equal(got.headers.etag);
      return got;
    };

    it('get 304 for a tag that they have', async () => {
      for (const path of taggedPaths(await makeHousehold(client, items))) {
        const tag = await tagAt(client, path);
        for (const sent of [tag, `W/${tag}`, '*', `"a,b", , ${tag}`, ['"x"', tag]]) {
          const { status, headers } = await both(path, 'If-None-Match', sent);
          expect([status, headers.etag], `${path} ${String(sent)}`).to.deep.equal([304, tag]);
        }
      }
    });

    it('get the answer for other tags, and where If-None-Match is malformed', async () => {
      const household = await makeHousehold(client, items);
      const path = `${items.owner.path}/${household.ada}`;
      const tag = await tagAt(client, path);
      const other = await tagAt(client, items.linkagePath(household.ada));
      for (const sent of ['"x"', other, tag.replaceAll('"', ''), `*, ${tag}`, `${tag} x`, '', tag.toUpperCase()])
        expect((await both(path, 'If-None-Match', sent)).status, sent).to.equal(200);
    });

    it('get 412 where If-Match has none of their tags', async () => {
      const household = await makeHousehold(client, items);
      const path = `${items.owner.path}/${household.ada}`;
      const tag = await tagAt(client, path);
      const other = await tagAt(client, items.linkagePath(household.ada));
      for (const sent of ['"x"', other, `W/${tag}`])
        expect((await both(path, 'If-Match', sent)).status, sent).to.equal(412);
      for (const sent of ['*', tag, `"x", ${tag}`])
        expect((await both(path, 'If-Match', sent)).status, sent).to.equal(200);
      for (const sent of ['', tag.replaceAll('"', ''), `*, ${tag}`])
        expectErrors(await client.get(path, { headers: { 'If-Match': sent } }), 'invalid-header');
      const headers = { 'If-Match': tag, 'If-None-Match': tag };
      expect((await client.get(path, { headers })).status).to.equal(304);
      expectErrors(await client.get(path, { headers: { ...headers, 'If-Match': '"x"' } }), 'precondition-failed');
    });

    it('know an answer without a tag by * only', async () => {
      for (const path of untaggedPaths(await makeHousehold(client, items))) {
        const { status, headers } = await both(path, 'If-None-Match', '*');
        expect([status, headers.etag], path).to.deep.equal([304, undefined]);
        expect((await both(path, 'If-None-Match', '"x"')).status, path).to.equal(200);
        expect((await both(path, 'If-Match', '*')).status, path).to.equal(200);
        expect((await both(path, 'If-Match', '"x"')).status, path).to.equal(412);
      }
    });

    it('come after every other check', async () => {
      for (const headers of [{ 'If-None-Match': '*' }, { 'If-Match': '"x"' }]) {
        expectErrors(await client.get(`${items.owner.path}/${MISSING}`, { headers }), 'object-not-found ?id');
        expectErrors(await client.get(`${items.owner.path}?nope=1`, { headers }), 'invalid-parameter ?nope');
      }
    });

    it('ignore conditions that need dates or ranges', async () => {
      const path = `${items.owner.path}/${await items.addOwner(client)}`;
      const date = new Date(Date.now() + 1e9).toUTCString();
      const past = new Date(0).toUTCString();
      for (const headers of [
        { 'If-Modified-Since': date },
        { 'If-Unmodified-Since': past },
        { Range: 'bytes=0-1', 'If-Range': date },
      ])
        expect((await client.get(path, { headers })).status).to.equal(200);
    });
  });
}
