import { expect } from 'chai';
import { onlyFields } from '../../support/resource-objects.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { MISSING, unique, type Identifier } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

/** `/persons/{id}/computers` and its counterparts for the other owned types. */
export function describeNestedLists({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`The ${items.plural} of a ${items.owner.type}`, () => {
    const body = (text: string, owner?: string): object => ({ data: items.draft(text, owner) });

    it(`are listed without those of other ${items.owner.plural}`, async () => {
      const [id, other] = [await items.addOwner(client), await items.addOwner(client)];
      const owned = await items.addSeveral(client, 3, id);
      await items.addSeveral(client, 2, other);
      await items.add(client);
      const { document } = await client.get(items.relatedPath(id));
      expect(document.data).to.deep.equal(owned.map((each, index) => items.object(each, `S${index}`)));
      expect(document.meta).to.deep.equal({ count: 3 });
      expect(document.links).to.deep.equal({ self: items.relatedPath(id) });
    });

    it(`are an empty list for a ${items.owner.type} who owns none`, async () => {
      const id = await items.addOwner(client);
      const { status, document } = await client.get(items.relatedPath(id));
      expect(status).to.equal(200);
      expect(document.data).to.deep.equal([]);
      expect(document.meta).to.deep.equal({ count: 0 });
    });

    it('support filter, sort, page, include and fields', async () => {
      const id = await items.addOwner(client);
      const owned = await items.addSeveral(client, 5, id);
      const parameters = `filter[${items.attribute}]=S1&sort=-${items.attribute}&page[size]=2&include=${items.inverse}&fields[${items.type}]=${items.inverse},${items.attribute}`;
      const filtered = await client.get(`${items.relatedPath(id)}?${parameters}`);
      const shown = onlyFields(items.object(owned[1] ?? '', 'S1', id), items.inverse, items.attribute);
      expect(filtered.document.data).to.deep.equal([shown]);
      expect(filtered.document.included).to.deep.equal([items.ownerObject(id, items.linked(...owned))]);
      const { document } = await client.get(
        `${items.relatedPath(id)}?sort=-${items.attribute}&page[size]=2&page[number]=2`,
      );
      expect((document.data as Identifier[]).map((each) => each.id)).to.deep.equal([owned[2], owned[1]]);
      expect(document.meta).to.deep.equal({ count: 5 });
      expect(document.links.next).to.equal(
        `${items.relatedPath(id)}?sort=-${items.attribute}&page%5Bsize%5D=2&page%5Bnumber%5D=3`,
      );
    });

    it(`are filtered and included by their own fields, not those of ${items.owner.plural}`, async () => {
      const id = await items.addOwner(client);
      expectErrors(
        await client.get(`${items.relatedPath(id)}?filter[${items.owner.shown}]=x`),
        `invalid-parameter ?filter[${items.owner.shown}]`,
      );
      expectErrors(
        await client.get(`${items.relatedPath(id)}?include=${items.relationship}`),
        'invalid-parameter ?include',
      );
    });

    it(`cannot be listed for a missing ${items.owner.type}`, async () => {
      const response = await client.get(`${items.relatedPath(MISSING)}?page[size]=0`);
      expectErrors(response, 'object-not-found ?id');
      expect(detailsOf(response)).to.deep.equal([`${items.owner.label}: ${MISSING} not found`]);
    });

    it(`are created with that ${items.owner.type} as owner`, async () => {
      const id = await items.addOwner(client);
      const response = await client.post(items.relatedPath(id), body('new'));
      expect(response.status).to.equal(201);
      const item = response.document.data.id as string;
      expect(response.document.data).to.deep.equal(items.object(item, 'new'));
      expect(response.document.links).to.deep.equal({ self: `${items.path}/${item}` });
      expect(response.headers.location).to.equal(`${items.path}/${item}`);
      expect(await items.ownerOf(client, item)).to.equal(id);
      expect(await items.of(client, id)).to.deep.equal([item]);
    });

    it('may name that owner in the body', async () => {
      const id = await items.addOwner(client);
      const response = await client.post(items.relatedPath(id), body('new', id));
      expect(response.status).to.equal(201);
      expect(await items.ownerOf(client, response.document.data.id as string)).to.equal(id);
    });

    it('are not created for another owner', async () => {
      const [id, other] = [await items.addOwner(client), await items.addOwner(client)];
      const text = unique('conflict');
      expectErrors(await client.post(items.relatedPath(id), body(text, other)), 'owner-conflict *');
      const { document } = await client.get(`${items.path}?filter[${items.attribute}]=${encodeURIComponent(text)}`);
      expect(document.meta).to.deep.equal({ count: 0 });
    });

    it('are not created for an owner that does not exist', async () => {
      const id = await items.addOwner(client);
      const response = await client.post(items.relatedPath(id), body('new', MISSING));
      expectErrors(response, `object-not-found #/data/relationships/${items.inverse}/data`);
      expect(await items.of(client, id)).to.deep.equal([]);
    });

    it(`cannot be created for a missing ${items.owner.type}`, async () => {
      const text = unique('nobody');
      const response = await client.post(items.relatedPath(MISSING), body(text));
      expectErrors(response, 'object-not-found ?id');
      const { document } = await client.get(`${items.path}?filter[${items.attribute}]=${encodeURIComponent(text)}`);
      expect(document.meta).to.deep.equal({ count: 0 });
    });

    it(`are validated like other ${items.plural}`, async () => {
      const id = await items.addOwner(client);
      const path = items.relatedPath(id);
      expectErrors(await client.post(path, body('')), `invalid-attribute #/data/attributes/${items.attribute}`);
      expectErrors(
        await client.post(path, { data: { type: items.owner.type, attributes: {} } }),
        'type-conflict #/data/type',
      );
      expectErrors(await client.post(path, { data: { type: items.type, id: '1' } }), 'client-id-forbidden #/data/id');
    });
  });
}
