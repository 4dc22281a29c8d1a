import { expect } from 'chai';
import { query, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { unique, type Identifier } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

const idsOf = ({ document }: ApiResponse): readonly string[] =>
  (document.data as readonly Identifier[]).map(({ id }) => id);

export function describeLists({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`Lists of ${items.plural}`, () => {
    const text = unique('list');
    const matches = query({ [`filter[${items.attribute}]`]: text });
    let ids: readonly string[] = [];

    before(async () => {
      ids = await items.addMany(client, 31, text);
    });

    it('by default have 30 rows per page, sorted by id, and count all matches', async () => {
      const response = await client.get(`${items.path}${matches}`);
      expect(idsOf(response)).to.deep.equal(ids.slice(0, 30));
      expect(response.document.meta).to.deep.equal({ count: 31 });
    });

    it('have no link but self when they have one page', async () => {
      for (const parameters of [
        '&page[size]=31',
        '&page[size]=1000',
        '&page[size]=0',
        '&page[size]=31&page[number]=1',
      ]) {
        const { document } = await client.get(`${items.path}${matches}${parameters}`);
        expect(document.links, parameters).to.have.all.keys('self');
        expect(document.data).to.have.lengthOf(31);
      }
    });

    it('keep all other parameters in links, in order', async () => {
      const value = text.replaceAll(' ', '%20');
      const link = (number: number): string =>
        `${items.path}?page%5Bnumber%5D=${number}&sort=-${items.attribute}&filter%5B${items.attribute}%5D=${value}&page%5Bsize%5D=10&fields%5B${items.type}%5D=${items.attribute}`;
      const raw = `${items.path}?page[number]=2&sort=-${items.attribute}&filter[${items.attribute}]=${value}&page[size]=10&fields[${items.type}]=${items.attribute}`;
      const expected = { self: link(2), first: link(1), prev: link(1), next: link(3), last: link(4) };
      expect((await client.get(raw)).document.links).to.deep.equal(expected);
      expect((await client.get(link(2))).document.links).to.deep.equal(expected);
    });

    it('can be paged forwards and backwards, with every row once', async () => {
      for (const [start, step, order] of [
        ['first', 'next', ids],
        ['last', 'prev', ids.toReversed()],
      ] as const) {
        let response = await client.get(`${items.path}${matches}&page[size]=7`);
        response = await client.get(response.document.links[start] as string);
        const seen = step === 'next' ? [...idsOf(response)] : idsOf(response).toReversed();
        while (typeof response.document.links[step] === 'string') {
          response = await client.get(response.document.links[step]);
          seen.push(...(step === 'next' ? idsOf(response) : idsOf(response).toReversed()));
        }
        expect(seen).to.deep.equal(order);
      }
    });

    it('have no prev on the first page and no next on the last', async () => {
      const first = await client.get(`${items.path}${matches}&page[size]=10`);
      expect(first.document.links).to.have.all.keys('self', 'first', 'last', 'next');
      const last = await client.get(`${items.path}${matches}&page[size]=10&page[number]=4`);
      expect(last.document.links).to.have.all.keys('self', 'first', 'last', 'prev');
      expect(idsOf(last)).to.deep.equal(ids.slice(30));
    });

    it('are empty past the last page, and link back to it', async () => {
      for (const number of ['5', '100', '9007199254740991']) {
        const { status, document } = await client.get(`${items.path}${matches}&page[size]=10&page[number]=${number}`);
        expect(status).to.equal(200);
        expect(document.data).to.deep.equal([]);
        expect(document.meta).to.deep.equal({ count: 31 });
        expect(document.links).to.have.all.keys('self', 'first', 'last', 'prev');
        expect(document.links.prev).to.equal(document.links.last);
        expect(await client.get(document.links.prev as string)).to.have.nested.property('document.data.length', 1);
      }
    });

    it('accept the largest page size and number together', async () => {
      const { document } = await client.get(
        `${items.path}${matches}&page[size]=9007199254740991&page[number]=9007199254740991`,
      );
      expect(document.data).to.deep.equal([]);
      expect(document.meta).to.deep.equal({ count: 31 });
    });

    it('are unpaged for page[size]=0, whatever the page number', async () => {
      for (const number of ['1', '7']) {
        const response = await client.get(`${items.path}${matches}&page[size]=0&page[number]=${number}`);
        expect(idsOf(response)).to.deep.equal(ids);
        expect(response.document.links).to.have.all.keys('self');
        expect(response.document.meta).to.deep.equal({ count: 31 });
      }
      expectErrors(await client.get(`${items.path}?page[size]=0&page[number]=0`), 'invalid-parameter ?page[number]');
    });

    it('without matches are empty, with a count of 0', async () => {
      const { document } = await client.get(
        `${items.path}${query({ [`filter[${items.attribute}]`]: unique('nobody') })}`,
      );
      expect(document.data).to.deep.equal([]);
      expect(document.meta).to.deep.equal({ count: 0 });
      expect(document.links).to.have.all.keys('self');
    });

    it('include only for the resources of the page', async () => {
      const name = unique('pages');
      const owned = [await items.add(client), await items.add(client)];
      await items.addOwner(client, items.linked(...owned.slice(0, 1)), items.ownerAttributes(name));
      await items.addOwner(client, items.linked(...owned.slice(1)), items.ownerAttributes(name));
      const parameters = query({
        [`filter[${items.owner.attribute}]`]: name,
        include: items.relationship,
        'page[size]': '1',
        'page[number]': '2',
      });
      const { document } = await client.get(`${items.owner.path}${parameters}`);
      expect((document.included as readonly Identifier[]).map(({ id }) => id)).to.deep.equal(owned.slice(1));
    });

    for (const characters of [
      'a b',
      'a+b',
      'a&b=c',
      '100%',
      '"quoted"',
      '[x]',
      '#hash',
      'é😀',
      "o'hara",
      'a/b?c',
      '<>',
      '\\',
    ])
      it(`encode parameters in links: ${characters}`, async () => {
        const strange = unique(characters);
        const id = await items.add(client, strange);
        const response = await client.get(`${items.path}${query({ [`filter[${items.attribute}]`]: strange })}`);
        expect(idsOf(response)).to.deep.equal([id]);
        const { self } = response.document.links as { readonly self: string };
        expect(self.startsWith(`${items.path}?`)).to.equal(true);
        expect(self).to.match(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]*$/);
        const again = await client.get(self);
        expect(idsOf(again)).to.deep.equal([id]);
        expect(again.document.links.self).to.equal(self);
      });

    it('decode a plus sign as a space', async () => {
      const id = await items.add(client, 'plus sign of lists');
      expect(
        idsOf(await client.get(`${items.path}?filter[${items.attribute}]=plus+sign+of+lists&filter%5Bid%5D=${id}`)),
      ).to.deep.equal([id]);
    });
  });
}
