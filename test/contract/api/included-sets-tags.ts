// Entity tags of documents with included sets. In `If-Match`, they allow every write to the resource except one that replaces a set.
import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { tagAt } from './conditions.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import type { OwnedResource } from './owned-resource.ts';

export function describeIncludedSetsTags({ client }: ApiUnderTest, items: OwnedResource): void {
  const { owner: owners, relationship: name, attribute } = items;

  /** Adds an owner of three items. */
  const make = async (): Promise<{ readonly id: string; readonly path: string; readonly owned: readonly string[] }> => {
    const id = await items.addOwner(client);
    return { id, path: `${owners.path}/${id}`, owned: await items.addSeveral(client, 3, id) };
  };
  type Made = Awaited<ReturnType<typeof make>>;

  /** Views with bounds. Each shows the owner or its relationship. */
  const parts: readonly ((made: Made) => string)[] = [
    ({ path }) => `${path}?page[${name}][size]=1`,
    ({ path }) => `${path}?page[${name}][size]=100&include=${name}`,
    ({ path }) => `${path}?page[${name}][total]=true`,
    ({ path }) => `${path}?includeSort=${name}.id`,
    ({ path }) => `${path}?includeFilter={"${name}":[{"name":"id","op":"gt","val":0}]}`,
    ({ path }) => `${path}?page[${name}][size]=1&fields[${owners.type}]=`,
    ({ owned }) => `${items.path}/${owned[0] ?? ''}/${items.inverse}?page[${name}][size]=1`,
    ({ id }) => `${items.linkagePath(id)}?page[size]=100`,
    ({ id }) => `${items.linkagePath(id)}?page[after]=`,
    ({ id }) => `${items.linkagePath(id)}?sort=id`,
    ({ id }) => `${items.linkagePath(id)}?filter[id]=1`,
    ({ id }) =>
      `${items.linkagePath(id)}?include=${name}.${items.inverse}&page[${name}.${items.inverse}.${name}][size]=1`,
  ];
  const wholes: readonly ((made: Made) => string)[] = [
    ({ path }) => `${path}?page[${name}][size]=0&page[${name}][total]=false&includeSort=&includeFilter={}`,
    ({ path }) => `${path}?include=${name}`,
    ({ id }) => `${items.linkagePath(id)}?filter=[]&sort=`,
  ];
  const isSecond = (made: Made): readonly object[] => items.ids(made.owned[1] ?? '');
  const owner = ({ id }: Made, members: object): object => ({ data: { ...items.ownerId(id), ...members } });
  /** Writes that replace the set. */
  const replacements: Readonly<Record<string, (made: Made, tag: string) => Promise<ApiResponse>>> = {
    'its relationship': (made, tag) =>
      client.patch(items.linkagePath(made.id), { data: isSecond(made) }, { headers: { 'If-Match': tag } }),
    'the resource': (made, tag) =>
      client.patch(made.path, owner(made, { relationships: { [name]: { data: isSecond(made) } } }), {
        headers: { 'If-Match': tag },
      }),
    'the resource by way of another': (made, tag) =>
      client.patch(
        `${items.path}/${made.owned[0] ?? ''}/${items.inverse}`,
        owner(made, { relationships: { [name]: { data: isSecond(made) } } }),
        { headers: { 'If-Match': tag } },
      ),
  };
  const others: Readonly<Record<string, (made: Made, tag: string) => Promise<ApiResponse>>> = {
    'a PATCH of attributes': (made, tag) =>
      client.patch(made.path, owner(made, { attributes: items.ownerAttributes('Grace') }), {
        headers: { 'If-Match': tag },
      }),
    'the addition of members': (made, tag) =>
      client.post(items.linkagePath(made.id), { data: isSecond(made) }, { headers: { 'If-Match': tag } }),
    'the removal of members': (made, tag) =>
      client.delete(items.linkagePath(made.id), { data: isSecond(made) }, { headers: { 'If-Match': tag } }),
    'a deletion': (made, tag) => client.delete(made.path, undefined, { headers: { 'If-Match': tag } }),
  };

  describe(`Entity tags of documents with included sets of ${items.plural}`, () => {
    it('are those of these bytes', async () => {
      const made = await make();
      for (const view of parts) {
        const path = view(made);
        const [first, again] = [await client.get(path), await client.get(path)];
        expect(first.headers.etag, path).to.be.a('string');
        expect([again.headers.etag, again.text]).to.deep.equal([first.headers.etag, first.text]);
        const known = { headers: { 'If-None-Match': String(first.headers.etag) } };
        expect((await client.get(path, known)).status, path).to.equal(304);
        expect((await client.send('HEAD', path, known)).status).to.equal(304);
        expect((await client.get(path, { headers: { 'If-Match': String(first.headers.etag) } })).status).to.equal(200);
      }
      const tags = await Promise.all(parts.map((view) => tagAt(client, view(made))));
      expect(new Set(tags).size).to.equal(parts.length);
    });

    it('change with what is shown, although the owner does not', async () => {
      const made = await make();
      const bare = await tagAt(client, made.path);
      for (const view of [
        `${made.path}?page[${name}][size]=1&includeSort=${name}.${attribute}`,
        `${items.linkagePath(made.id)}?page[size]=1&sort=${attribute}&page[total]=false`,
        `${items.linkagePath(made.id)}?filter[${attribute}]=S0`,
      ]) {
        const before = await client.get(view);
        const rename = async (text: string): Promise<void> => {
          const id = made.owned[0] ?? '';
          const data = { ...items.id(id), attributes: { [attribute]: text } };
          expect((await client.patch(`${items.path}/${id}`, { data })).status).to.equal(200);
        };
        await rename('S9');
        const after = await client.get(view, { headers: { 'If-None-Match': String(before.headers.etag) } });
        expect(after.status, view).to.equal(200);
        expect(after.text).not.to.equal(before.text);
        expect((await client.get(view, { headers: { 'If-Match': String(before.headers.etag) } })).status).to.equal(412);
        await rename('S0');
        expect(await tagAt(client, view)).to.equal(before.headers.etag);
      }
      expect(await tagAt(client, made.path)).to.equal(bare);
    });

    for (const [what, replace] of Object.entries(replacements)) {
      it(`let nobody replace the set in ${what}`, async () => {
        const made = await make();
        const tags = await Promise.all(parts.map((view) => tagAt(client, view(made))));
        for (const sent of [...tags, tags.join(', ')]) {
          const response = await replace(made, sent);
          expectErrors(response, 'precondition-failed');
          expect(response.document.errors[0].meta).to.deep.equal({ header: 'If-Match' });
          expect(detailsOf(response)[0]).to.include('replaces the whole set');
        }
        expect(await items.of(client, made.id)).to.deep.equal(made.owned);
      });

      it(`do not keep anybody from it in ${what} who has seen the whole`, async () => {
        for (const whole of [...wholes, ({ path }: Made) => path, ({ id }: Made) => items.linkagePath(id)]) {
          const made = await make();
          const [part = ''] = await Promise.all(parts.map((view) => tagAt(client, view(made))));
          const tag = await tagAt(client, whole(made));
          const response = await replace(made, `"x", ${part}, ${tag}`);
          expect(response.status, response.text).to.equal(200);
          expect(await items.of(client, made.id)).to.deep.equal([made.owned[1]]);
        }
        expect((await replace(await make(), '*')).status).to.equal(200);
      });
    }

    for (const [what, write] of Object.entries(others))
      it(`are good for ${what}`, async () => {
        for (const view of parts.slice(0, 1).concat(parts.slice(-4))) {
          const made = await make();
          const response = await write(made, await tagAt(client, view(made)));
          expect(response.status, response.text).to.equal(200);
        }
      });

    it('are of the state that they were made in', async () => {
      const made = await make();
      const tag = await tagAt(client, parts[0]?.(made) ?? '');
      const data = { ...items.ownerId(made.id), attributes: owners.detail };
      const conditional = { headers: { 'If-None-Match': tag } };
      expectErrors(await client.patch(made.path, { data }, conditional), 'precondition-failed');
      expect((await client.patch(made.path, { data })).status).to.equal(200);
      for (const write of [...Object.values(replacements), ...Object.values(others)]) {
        const response = await write(made, tag);
        expectErrors(response, 'precondition-failed');
        expect(detailsOf(response)[0]).to.include('read it again');
      }
    });

    it('hold for operations alike', async () => {
      const made = await make();
      const ref = { ...items.ownerId(made.id), relationship: name };
      const of = (tag: string): object => ({ meta: { if_match: tag } });
      const sets = { relationships: { [name]: { data: isSecond(made) } } };
      for (const view of [parts[0], parts.at(-1)]) {
        const tag = await tagAt(client, view?.(made) ?? '');
        for (const operation of [
          { op: 'update', ref, data: isSecond(made), ...of(tag) },
          { op: 'update', data: { ...items.ownerId(made.id), ...sets }, ...of(tag) },
        ]) {
          const response = await client.operate([operation]);
          expectErrors(response, 'precondition-failed #/atomic:operations/0/meta/if_match');
          expect(detailsOf(response)[0]).to.include('replaces the whole set');
        }
      }
      const part = await tagAt(client, parts[0]?.(made) ?? '');
      const attributes = items.ownerAttributes('Grace');
      const renamed = await client.operate([
        { op: 'update', data: { ...items.ownerId(made.id), attributes }, ...of(part) },
      ]);
      expect(renamed.status, renamed.text).to.equal(200);
      const both = `${await tagAt(client, parts[0]?.(made) ?? '')}, ${await tagAt(client, made.path)}`;
      const replaced = await client.operate([{ op: 'update', ref, data: isSecond(made), ...of(both) }]);
      expect(replaced.status, replaced.text).to.equal(204);
      const last = await tagAt(client, parts[0]?.(made) ?? '');
      expect((await client.operate([{ op: 'remove', ref: items.ownerId(made.id), ...of(last) }])).status).to.equal(204);
    });
  });
}
