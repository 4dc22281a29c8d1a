import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { dataAt } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Section 11 of the contract: what operations do. */
export function describeOperations({ client }: ApiUnderTest, items: OwnedResource): void {
  const { type, relationship } = items;
  const add = (data: object): object => ({ op: 'add', data });
  const eve = (rest: object = {}): object =>
    add({ type: items.owner.type, attributes: items.ownerAttributes('Eve'), ...rest });
  const owner = (id: string): string => `${items.path}/${id}/relationships/${items.inverse}`;

  /** What is shown of an owner with this text. */
  const shownAs = (text: string): object => items.ownerObject('', {}, items.ownerAttributes(text)).attributes;

  async function resultsOf(operations: readonly object[]): Promise<readonly { readonly data?: Result }[]> {
    const response = await client.operate(operations);
    expect(response.status, response.text).to.equal(200);
    expect(response.headers).to.not.have.any.keys('location', 'etag');
    return response.document['atomic:results'] as readonly { readonly data?: Result }[];
  }

  async function expectNothingToShow(operations: readonly object[]): Promise<void> {
    const response = await client.operate(operations);
    expect(response.status, response.text).to.equal(204);
    expect(response.headers).to.not.have.any.keys('content-type', 'location', 'etag');
  }

  describe(`A list of operations on ${items.owner.plural} and ${items.plural}`, () => {
    it('adds resources, and refers to them by local identifiers', async () => {
      const item = await items.add(client);
      const [first, second, third] = await resultsOf([
        eve({ lid: 'e', relationships: items.linked(item) }),
        add({
          ...items.draft('S1'),
          lid: 'e',
          relationships: { [items.inverse]: { data: { type: items.owner.type, lid: 'e' } } },
        }),
        { op: 'update', data: { type: items.owner.type, lid: 'e', attributes: items.owner.detail } },
      ]);
      const [id = '', added = ''] = [first?.data?.id, second?.data?.id];
      expect(first?.data).to.deep.equal(items.ownerObject(id, items.linked(item), items.ownerAttributes('Eve')));
      expect(second?.data).to.deep.equal(await dataAt(client, `${items.path}/${added}`));
      expect(third?.data).to.deep.equal(await dataAt(client, `${items.owner.path}/${id}`));
      expect(await items.of(client, id)).to.have.members([item, added]);
    });

    it('takes local identifiers wherever an identifier can stand', async () => {
      const ref = { type: items.owner.type, lid: 'p' };
      const item = { type, lid: 'i' };
      const own = { ...ref, relationship };
      const ownerOf = { ...item, relationship: items.inverse };
      const sizes: number[] = [];
      for (const operations of [
        [{ op: 'add', ref: own, data: [item] }],
        [{ op: 'update', ref: own, data: [item] }],
        [{ op: 'update', ref: ownerOf, data: ref }],
        [{ op: 'update', ref, data: { ...ref, relationships: { [relationship]: { data: [item] } } } }],
        [{ op: 'update', ref: item, data: { ...item, relationships: { [items.inverse]: { data: ref } } } }],
        [{ op: 'update', data: { ...item, relationships: { [items.inverse]: { data: ref } } } }],
        [
          { op: 'add', ref: own, data: [item] },
          { op: 'remove', ref: own, data: [item] },
        ],
        [
          { op: 'update', ref: ownerOf, data: ref },
          { op: 'update', ref: ownerOf, data: null },
        ],
        [
          { op: 'update', ref: ownerOf, data: ref },
          { op: 'remove', ref: item },
        ],
      ]) {
        const results = await resultsOf([eve({ lid: 'p' }), add({ ...items.draft(), lid: 'i' }), ...operations]);
        sizes.push((await items.of(client, results[0]?.data?.id ?? '')).length);
      }
      expect(sizes).to.deep.equal([1, 1, 1, 1, 1, 1, 0, 0, 0]);
    });

    it('uses the same local identifier for resources of several types', async () => {
      const [, , result] = await resultsOf([
        eve({ lid: '1' }),
        add({ ...items.draft(), lid: '1' }),
        {
          op: 'update',
          data: { type: items.owner.type, lid: '1', relationships: { [relationship]: { data: [{ type, lid: '1' }] } } },
        },
      ]);
      expect(await items.of(client, result?.data?.id ?? '')).to.have.lengthOf(1);
    });

    it('ignore the data of the removal of a resource, as DELETE ignores its body', async () => {
      const data = [{ type: items.owner.type, lid: 'nobody' }];
      const path = `${items.owner.path}/${await items.addOwner(client)}`;
      const [, ...removed] = await resultsOf([
        eve({ lid: 'e' }),
        { op: 'remove', ref: { type: items.owner.type, lid: 'e' }, data },
        { op: 'remove', href: path, data },
      ]);
      expect(removed).to.deep.equal([{}, {}]);
    });

    it('addresses by path what single requests address', async () => {
      const [ada, bob] = [await items.addOwner(client), await items.addOwner(client)];
      const [one = '', two = ''] = await items.addSeveral(client, 2);
      const results = await resultsOf([
        {
          op: 'add',
          href: items.owner.path,
          data: { type: items.owner.type, attributes: items.ownerAttributes('Eve') },
        },
        { op: 'add', href: items.relatedPath(ada), data: items.draft('S2') },
        {
          op: 'update',
          href: `${items.owner.path}/${ada}`,
          data: { type: items.owner.type, id: ada, attributes: items.ownerAttributes('Augusta') },
        },
        { op: 'add', href: items.linkagePath(bob), data: items.ids(one, two) },
        {
          op: 'update',
          href: `${items.path}/${one}/${items.inverse}`,
          data: { type: items.owner.type, id: bob, attributes: items.ownerAttributes('Rob') },
        },
        { op: 'remove', href: items.linkagePath(bob), data: items.ids(one) },
        { op: 'update', href: owner(one), data: items.ownerId(ada) },
        { op: 'update', href: items.linkagePath(bob), data: [] },
        { op: 'remove', href: `${items.path}/${two}` },
        { op: 'remove', href: `${items.path}/${one}/${items.inverse}` },
      ]);
      const shown = results.map(({ data }) => (data?.type === type ? type : data?.attributes));
      expect(shown).to.deep.equal([
        shownAs('Eve'),
        type,
        shownAs('Augusta'),
        undefined,
        shownAs('Rob'),
        ...Array<undefined>(5).fill(undefined),
      ]);
      expect((await client.get(`${items.path}/${two}`)).status).to.equal(404);
      expect((await client.get(`${items.owner.path}/${ada}`)).status).to.equal(404);
      expect(await dataAt(client, owner(one))).to.equal(null);
      expect(await items.of(client, bob)).to.deep.equal([]);
    });

    it('shows each result as it was right after its operation', async () => {
      const ada = await items.addOwner(client);
      const rename = (name: string): object => ({
        op: 'update',
        data: { type: items.owner.type, id: ada, attributes: items.ownerAttributes(name) },
      });
      const results = await resultsOf([
        rename('One'),
        {
          op: 'update',
          data: {
            type: items.owner.type,
            id: ada,
            attributes: { ...items.ownerEcho('One'), ...items.ownerAttributes('Two') },
          },
        },
        eve({ relationships: items.linked() }),
        { op: 'remove', ref: items.ownerId(ada) },
      ]);
      expect(results.map(({ data }) => data?.attributes)).to.deep.equal([
        shownAs('One'),
        shownAs('Two'),
        shownAs('Eve'),
        undefined,
      ]);
    });

    it('is answered by 204 if no result has anything to show', async () => {
      const [ada, item] = [await items.addOwner(client), await items.add(client)];
      await expectNothingToShow([{ op: 'add', ref: { ...items.ownerId(ada), relationship }, data: items.ids(item) }]);
      expect(await items.of(client, ada)).to.deep.equal([item]);
      await expectNothingToShow([
        { op: 'update', ref: { ...items.id(item), relationship: items.inverse }, data: null },
        { op: 'remove', ref: items.id(item) },
        { op: 'remove', ref: items.ownerId(ada) },
      ]);
      expect((await client.get(`${items.owner.path}/${ada}`)).status).to.equal(404);
    });

    it('changes nothing if one of its operations fails', async () => {
      const [ada, item] = [await items.addOwner(client), await items.add(client)];
      const before = [
        await dataAt(client, `${items.owner.path}/${ada}`),
        await dataAt(client, owner(item)),
        await counts(),
      ];
      const response = await client.operate([
        eve({ lid: 'e', relationships: items.linked(item) }),
        { op: 'remove', ref: items.ownerId(ada) },
        { op: 'update', data: { type: items.owner.type, id: ada, attributes: items.ownerAttributes('Augusta') } },
      ]);
      expect(response.status, response.text).to.equal(404);
      expect([
        await dataAt(client, `${items.owner.path}/${ada}`),
        await dataAt(client, owner(item)),
        await counts(),
      ]).to.deep.equal(before);
    });
  });

  async function counts(): Promise<readonly unknown[]> {
    const lists = [
      await client.get(`${items.owner.path}?page[size]=1`),
      await client.get(`${items.path}?page[size]=1`),
    ];
    return lists.map(({ document }: ApiResponse) => document.meta.count as unknown);
  }
}

interface Result {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}
