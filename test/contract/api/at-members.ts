import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { unique } from './fixtures.ts';
import { modern } from './modern.ts';
import type { OwnedResource } from './owned-resource.ts';

/** In JSON:API 1.0, names that begin with `@` are not valid member names; the service ignores them as JSON:API 1.1 requires. */
export function describeAtMembers({ client }: ApiUnderTest, items: OwnedResource): void {
  const { owner: owners, relationship } = items;
  const extra = { '@context': { x: 1 }, '@': null, '@a-b': ['@'] };

  describe(`Members whose names begin with @, with ${items.plural}`, () => {
    for (const [version, options] of [
      ['1.0', {}],
      ['1.1', modern],
    ] as const)
      it(`are ignored anywhere in JSON:API ${version}`, async () => {
        const [item, other] = await items.addSeveral(client, 2);
        const identifier = { ...items.id(item ?? ''), ...extra, meta: extra };
        const attributes = { ...items.ownerAttributes(unique('at')), ...extra };
        const relationships = { ...extra, [relationship]: { data: [identifier], ...extra } };
        const created = await client.post(
          owners.path,
          { ...extra, data: { type: owners.type, ...extra, attributes, relationships } },
          options,
        );
        expect(created.status, created.text).to.equal(201);
        expect(created.text).not.to.include('"@');
        const id = String(created.document.data.id);
        expect(await items.of(client, id)).to.deep.equal([item]);
        const change = { ...items.ownerId(id), ...extra, attributes: extra, relationships: extra };
        const changed = await client.patch(`${owners.path}/${id}`, { ...extra, data: change }, options);
        expect(changed.status, changed.text).to.equal(200);
        expect(changed.document.data).to.deep.equal(created.document.data);
        const added = { ...extra, data: [{ ...items.id(other ?? ''), ...extra }] };
        expect((await client.post(items.linkagePath(id), added, options)).status).to.equal(200);
        expect(await items.of(client, id)).to.deep.equal([item, other]);
      });

    it('are ignored in operations', async () => {
      const data = { type: owners.type, ...extra, attributes: { ...items.ownerAttributes(), ...extra } };
      const operations = [{ op: 'add', ...extra, data, meta: extra }];
      const { status, text } = await client.operate(undefined, { body: { 'atomic:operations': operations, ...extra } });
      expect(status, text).to.equal(200);
      expect(text).not.to.include('"@');
    });

    it('do not replace required members', async () => {
      expectErrors(await client.post(owners.path, extra), 'invalid-document #/data');
      const data = { type: owners.type, attributes: items.ownerAttributes(), relationships: { [relationship]: extra } };
      expectErrors(
        await client.post(owners.path, { data }),
        `invalid-document #/data/relationships/${relationship}/data`,
      );
    });
  });
}
