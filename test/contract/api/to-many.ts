import { expect } from 'chai';
import { resources } from '#test/support/model';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

interface Outcome {
  readonly does: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Indexes of four items: 0 and 1 are the owner's, 2 is another owner's, 3 has no owner. */
  readonly sent: readonly number[];
  readonly left: readonly number[];
}

const outcomes: readonly Outcome[] = [
  { does: 'adds', method: 'POST', sent: [3], left: [0, 1, 3] },
  { does: 'has no effect on linked items', method: 'POST', sent: [0, 1], left: [0, 1] },
  { does: 'adds one beside a linked one', method: 'POST', sent: [3, 0], left: [0, 1, 3] },
  { does: 'transfers one from another owner', method: 'POST', sent: [2], left: [0, 1, 2] },
  { does: 'ignores duplicates', method: 'POST', sent: [3, 3, 2, 3], left: [0, 1, 2, 3] },
  { does: 'adds nothing', method: 'POST', sent: [], left: [0, 1] },
  { does: 'replaces the set', method: 'PATCH', sent: [1, 2, 3], left: [1, 2, 3] },
  { does: 'replaces the set with itself', method: 'PATCH', sent: [1, 0], left: [0, 1] },
  { does: 'replaces the set, ignoring duplicates', method: 'PATCH', sent: [3, 3], left: [3] },
  { does: 'empties the set', method: 'PATCH', sent: [], left: [] },
  { does: 'removes one', method: 'DELETE', sent: [0], left: [1] },
  { does: 'removes all', method: 'DELETE', sent: [1, 0, 1], left: [] },
  { does: 'removes nothing', method: 'DELETE', sent: [], left: [0, 1] },
  { does: 'skips items that have another owner, or none', method: 'DELETE', sent: [2, 3, 1], left: [0] },
];

/** `/persons/{id}/relationships/computers` and its counterparts for the other owned types. */
export function describeToMany({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`The relationship of a ${items.owner.type} to their ${items.plural}`, () => {
    for (const { does, method, sent, left } of outcomes)
      it(`${method} [${sent.join()}] ${does}`, async () => {
        const owned = await items.addSeveral(client, 4);
        const id = await items.addOwner(client, items.linked(...owned.slice(0, 2)));
        const other = await items.addOwner(client, items.linked(...owned.slice(2, 3)));
        const body = { data: items.ids(...sent.map((index) => owned[index] ?? '')) };
        const expected = left.map((index) => owned[index] ?? '');
        // Repeating the request changes nothing.
        for (let time = 0; time < 2; time += 1) {
          const { status, document } = await client.send(method, items.linkagePath(id), { body });
          expect(status).to.equal(200);
          expect(document.data.id).to.equal(id);
          expect(document.data.relationships[items.relationship].data).to.deep.equal(items.ids(...expected));
          expect((document.included as { readonly id: string }[]).map((each) => each.id)).to.deep.equal(expected);
        }
        expect(await items.of(client, id)).to.deep.equal(expected);
        expect(await items.of(client, other)).to.deep.equal(left.includes(2) ? [] : [owned[2]]);
        for (const [index, item] of owned.entries()) {
          const owner = left.includes(index) ? id : index === 2 ? other : null;
          expect(await items.ownerOf(client, item), `owner of ${items.type} ${index}`).to.equal(owner);
        }
      });

    for (const method of ['POST', 'PATCH'])
      it(`${method} reports every ${items.type} that does not exist, and links none`, async () => {
        const [one = '', gone = '', other = ''] = await items.addSeveral(client, 3);
        await client.delete(`${items.path}/${gone}`);
        const id = await items.addOwner(client, items.linked(one));
        const body = { data: items.ids(other, MISSING, one, gone, MISSING) };
        const response = await client.send(method, items.linkagePath(id), { body });
        expectErrors(response, 'object-not-found #/data/1', 'object-not-found #/data/3');
        expect(detailsOf(response)).to.have.members([
          `${items.label}: ${MISSING} not found`,
          `${items.label}: ${gone} not found`,
        ]);
        expect(await items.of(client, id)).to.deep.equal([one]);
        expect(await items.ownerOf(client, other)).to.equal(null);
      });

    it(`DELETE skips ${items.plural} that do not exist`, async () => {
      const [one = '', other = ''] = await items.addSeveral(client, 2);
      const id = await items.addOwner(client, items.linked(one, other));
      const body = { data: items.ids(MISSING, one) };
      const { status } = await client.delete(items.linkagePath(id), body);
      expect(status).to.equal(200);
      expect(await items.of(client, id)).to.deep.equal([other]);
    });

    for (const method of ['POST', 'PATCH', 'DELETE']) {
      it(`${method} requires the ${items.owner.type} to exist`, async () => {
        const item = await items.add(client);
        const path = items.linkagePath(MISSING);
        const response = await client.send(method, path, { body: { data: items.ids(item, MISSING) } });
        expectErrors(response, 'object-not-found ?id');
      });

      it(`${method} accepts only ${items.plural}`, async () => {
        const [id, item] = [await items.addOwner(client), await items.add(client)];
        const others = [...Object.keys(resources).filter((type) => type !== items.type), items.plural];
        const data = [items.id(item), ...others.map((type) => ({ type, id: item }))];
        const response = await client.send(method, items.linkagePath(id), { body: { data } });
        expectErrors(response, ...others.map((_, index) => `type-conflict #/data/${index + 1}/type`));
        for (const detail of detailsOf(response)) expect(detail).to.contain(`"${items.type}"`);
        expect(await items.of(client, id)).to.deep.equal([]);
      });

      for (const [body, ...errors] of [
        [{}, 'invalid-document *'],
        [{ data: null }, 'invalid-document #/data'],
        [{ data: { type: items.type, id: '1' } }, 'invalid-document #/data'],
        [{ data: 'x' }, 'invalid-document #/data'],
        [
          { data: [null, 1, []] },
          'invalid-document #/data/0',
          'invalid-document #/data/1',
          'invalid-document #/data/2',
        ],
        [{ data: [{ type: items.type, id: 1 }] }, 'invalid-document #/data/0/id'],
        [{ data: [{ id: '1' }] }, 'invalid-document #/data/0/type'],
        [
          { data: [{ type: items.type }, {}] },
          'invalid-document #/data/0/id',
          'invalid-document #/data/1/id',
          'invalid-document #/data/1/type',
        ],
        [[], 'invalid-document #'],
      ] as const)
        it(`${method} refuses ${JSON.stringify(body)}`, async () => {
          const id = await items.addOwner(client);
          expectErrors(await client.send(method, items.linkagePath(id), { body }), ...errors);
        });
    }

    it('ignores other members of identifiers', async () => {
      const [id, item] = [await items.addOwner(client), await items.add(client)];
      const data = [{ type: items.type, id: item, meta: { a: 1 }, attributes: 7, ['__proto__']: 1 }];
      const body = { data, meta: {}, links: { self: 'x' }, jsonapi: { version: '9' } };
      const response = await client.post(items.linkagePath(id), body);
      expect(response.status, response.text).to.equal(200);
      expect(await items.of(client, id)).to.deep.equal([item]);
    });
  });
}
