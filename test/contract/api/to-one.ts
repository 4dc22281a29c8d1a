import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

type Who = 'owner' | 'other' | 'missing' | 'nobody';

interface Outcome {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly before: Who;
  readonly sent: Who | readonly Who[];
  readonly after: Who;
}

const outcomes: readonly Outcome[] = [
  { method: 'POST', before: 'nobody', sent: 'owner', after: 'owner' },
  { method: 'POST', before: 'owner', sent: 'owner', after: 'owner' },
  { method: 'POST', before: 'owner', sent: 'other', after: 'other' },
  { method: 'POST', before: 'owner', sent: ['other'], after: 'other' },
  { method: 'POST', before: 'nobody', sent: ['other'], after: 'other' },
  { method: 'POST', before: 'owner', sent: [], after: 'owner' },
  { method: 'POST', before: 'nobody', sent: [], after: 'nobody' },
  { method: 'POST', before: 'owner', sent: 'nobody', after: 'nobody' },
  { method: 'PATCH', before: 'nobody', sent: 'owner', after: 'owner' },
  { method: 'PATCH', before: 'owner', sent: 'owner', after: 'owner' },
  { method: 'PATCH', before: 'owner', sent: 'other', after: 'other' },
  { method: 'PATCH', before: 'owner', sent: 'nobody', after: 'nobody' },
  { method: 'PATCH', before: 'nobody', sent: 'nobody', after: 'nobody' },
  { method: 'DELETE', before: 'owner', sent: 'owner', after: 'nobody' },
  { method: 'DELETE', before: 'owner', sent: 'nobody', after: 'nobody' },
  { method: 'DELETE', before: 'owner', sent: ['owner'], after: 'nobody' },
  { method: 'DELETE', before: 'owner', sent: 'other', after: 'owner' },
  { method: 'DELETE', before: 'owner', sent: ['other'], after: 'owner' },
  { method: 'DELETE', before: 'owner', sent: 'missing', after: 'owner' },
  { method: 'DELETE', before: 'owner', sent: [], after: 'owner' },
  { method: 'DELETE', before: 'nobody', sent: 'owner', after: 'nobody' },
  { method: 'DELETE', before: 'nobody', sent: 'nobody', after: 'nobody' },
];

/** `/computers/{id}/relationships/owner` and its counterparts for the other owned types. */
export function describeToOne({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`The relationship of a ${items.type} to its owner`, () => {
    for (const { method, before, sent, after } of outcomes)
      it(`${method} ${JSON.stringify(sent)} on a ${items.type} owned by "${before}" leaves it owned by "${after}"`, async () => {
        const ids = {
          owner: await items.addOwner(client),
          other: await items.addOwner(client),
          missing: MISSING,
          nobody: null,
        };
        const item = await items.add(client, 'S1', ids[before] ?? undefined);
        const identifier = (who: Who): unknown => (who === 'nobody' ? null : items.ownerId(ids[who]));
        const body = { data: typeof sent === 'string' ? identifier(sent) : sent.map(identifier) };
        const path = `${items.path}/${item}/relationships/${items.inverse}`;
        const { status, document } = await client.send(method, path, { body });
        expect(status, JSON.stringify(document)).to.equal(200);
        expect(document.data.id).to.equal(item);
        expect(document.data.relationships[items.inverse].data).to.deep.equal(identifier(after));
        expect((document.included as readonly { readonly id: string }[]).map(({ id }) => id)).to.deep.equal(
          after === 'nobody' ? [] : [ids[after]],
        );
        expect(document.links).to.deep.equal({ self: path });
        expect(await items.ownerOf(client, item)).to.equal(ids[after]);
        for (const who of ['owner', 'other'] as const)
          expect(await items.of(client, ids[who]), who).to.deep.equal(who === after ? [item] : []);
      });

    for (const method of ['POST', 'PATCH'])
      it(`${method} requires the ${items.owner.type} to exist`, async () => {
        const owner = await items.addOwner(client);
        const item = await items.add(client, 'S1', owner);
        for (const id of [MISSING, '0', '01', 'abc', '']) {
          const path = `${items.path}/${item}/relationships/${items.inverse}`;
          const response = await client.send(method, path, { body: { data: items.ownerId(id) } });
          expectErrors(response, 'object-not-found #/data');
          expect(detailsOf(response)).to.deep.equal([`${items.owner.label}: ${id} not found`]);
        }
        expect(await items.ownerOf(client, item)).to.equal(owner);
      });

    it(`POST requires the ${items.owner.type} in an array to exist`, async () => {
      const item = await items.add(client);
      const response = await client.post(`${items.path}/${item}/relationships/${items.inverse}`, {
        data: [items.ownerId(MISSING)],
      });
      expectErrors(response, 'object-not-found #/data/0');
    });

    for (const method of ['POST', 'PATCH', 'DELETE']) {
      it(`${method} requires the ${items.type} to exist`, async () => {
        const path = `${items.path}/${MISSING}/relationships/${items.inverse}`;
        for (const data of [items.ownerId(MISSING), null]) {
          const response = await client.send(method, path, { body: { data } });
          expectErrors(response, 'object-not-found ?id');
        }
      });

      it(`${method} accepts only ${items.owner.plural}`, async () => {
        const item = await items.add(client);
        const path = `${items.path}/${item}/relationships/${items.inverse}`;
        const response = await client.send(method, path, { body: { data: items.id(item) } });
        expectErrors(response, 'type-conflict #/data/type');
        expect(detailsOf(response)[0]).to.contain(items.owner.type);
      });

      for (const [data, error] of [
        [undefined, 'invalid-document *'],
        ['x', 'invalid-document #/data'],
        [1, 'invalid-document #/data'],
        [{ type: items.owner.type, id: 1 }, 'invalid-document #/data/id'],
        [{ id: '1' }, 'invalid-document #/data/type'],
        [[items.ownerId('1'), items.ownerId('1')], 'invalid-document *'],
      ] as const)
        it(`${method} refuses ${JSON.stringify(data)}`, async () => {
          const item = await items.add(client);
          expectErrors(
            await client.send(method, `${items.path}/${item}/relationships/${items.inverse}`, { body: { data } }),
            error,
          );
        });
    }

    it('PATCH does not accept an array', async () => {
      const owner = await items.addOwner(client);
      const item = await items.add(client, 'S1', owner);
      for (const data of [[], [items.ownerId(owner)]])
        expectErrors(
          await client.patch(`${items.path}/${item}/relationships/${items.inverse}`, { data }),
          'invalid-document #/data',
        );
      expect(await items.ownerOf(client, item)).to.equal(owner);
    });

    for (const method of ['POST', 'DELETE'])
      it(`${method} accepts only ${items.owner.plural} in an array`, async () => {
        const item = await items.add(client);
        const path = `${items.path}/${item}/relationships/${items.inverse}`;
        expectErrors(
          await client.send(method, path, { body: { data: [items.id('1')] } }),
          'type-conflict #/data/0/type',
        );
        expectErrors(await client.send(method, path, { body: { data: [null] } }), 'invalid-document #/data/0');
      });

    it(`[] requires the ${items.type} to exist, too`, async () => {
      for (const method of ['POST', 'DELETE']) {
        const response = await client.send(method, `${items.path}/${MISSING}/relationships/${items.inverse}`, {
          body: { data: [] },
        });
        expectErrors(response, 'object-not-found ?id');
      }
    });
  });
}
