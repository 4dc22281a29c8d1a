// The feed of changes over HTTP: one change for each resource and transaction.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { changesBy, summaryOf, type ShownChange } from './feed.ts';
import { MISSING, type Identifier } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

export function describeChangesByTransactions({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`Changes by transactions on ${items.owner.plural} and ${items.plural}`, () => {
    describeOrder(client, items);
    describeFolding(client, items);
    describeOutcomes(client, items);
  });
}

function describeOrder(client: ApiClient, items: OwnedResource): void {
  const { owner: owners, type, inverse } = items;

  it('come together: created and updated ones by type and id, then deleted ones in the opposite order of types', async () => {
    const [first, gone] = [await items.addOwner(client), await items.addOwner(client)];
    const [kept = '', lost = '', removed = ''] = await items.addSeveral(client, 3, gone);
    let added = '';
    let made = '';
    const told = await changesBy(client, async () => {
      const results = resultsOf(
        await client.operate([
          { op: 'remove', ref: items.ownerId(gone) },
          { op: 'remove', ref: items.id(removed) },
          { op: 'add', data: items.draft('S', null) },
          { op: 'update', ref: { ...items.id(kept), relationship: inverse }, data: items.ownerId(first) },
          { op: 'add', data: { type: owners.type, attributes: items.ownerAttributes() } },
          { op: 'update', data: { ...items.ownerId(first), attributes: items.ownerAttributes('Eve') } },
        ]),
      );
      [made = '', added = ''] = results;
    });
    expect(told.map(summaryOf)).to.deep.equal([
      `updated ${owners.type} ${first}`,
      `created ${owners.type} ${added}`,
      `updated ${type} ${kept}`,
      `updated ${type} ${lost}`,
      `created ${type} ${made}`,
      `deleted ${type} ${removed}`,
      `deleted ${owners.type} ${gone}`,
    ]);
    expect(new Set(told.map(({ attributes: { at } }) => at)).size).to.equal(1);
    const owner = (index: number): unknown => told[index]?.attributes.after?.[inverse];
    expect([owner(2), owner(3), owner(4)]).to.deep.equal([items.ownerId(first), null, null]);
  });

  it('come in the order of the writes, each write behind those that were answered before it', async () => {
    const owner = await items.addOwner(client);
    const written: string[] = [];
    const told = await changesBy(client, async () => {
      for (let time = 0; time < 3; time += 1) {
        written.push(`created ${type} ${await items.add(client)}`);
        await client.patch(`${owners.path}/${owner}`, {
          data: { ...items.ownerId(owner), attributes: items.ownerAttributes(`Eve ${time}`) },
        });
        written.push(`updated ${owners.type} ${owner}`);
      }
    });
    expect(told.map(summaryOf)).to.deep.equal(written);
    const shown = told.filter((_, index) => index % 2 === 1).map(({ attributes }) => attributes.after);
    expect(shown).to.deep.equal(
      [0, 1, 2].map((time) => items.ownerObject(owner, {}, items.ownerAttributes(`Eve ${time}`)).attributes),
    );
  });
}

function describeFolding(client: ApiClient, items: OwnedResource): void {
  const { owner: owners, type, inverse, attribute } = items;
  const rename = (id: string, text: string): object => ({
    op: 'update',
    data: { ...items.id(id), attributes: { [attribute]: text } },
  });
  const link = (id: string, owner: string | null): object => ({
    op: 'update',
    ref: { ...items.id(id), relationship: inverse },
    data: owner === null ? null : items.ownerId(owner),
  });
  const byOperations = (...operations: readonly object[]): Promise<readonly ShownChange[]> =>
    changesBy(client, async () => {
      const { status, text } = await client.operate(operations);
      expect(status, text).to.be.oneOf([200, 204]);
    });

  it('are one for each resource, from what was before to what is after', async () => {
    const owner = await items.addOwner(client);
    const id = await items.add(client, 'S1');
    const told = await byOperations(rename(id, 'S2'), link(id, owner), rename(id, 'S3'));
    expect(told.map(summaryOf)).to.deep.equal([`updated ${type} ${id}`]);
    expect(told[0]?.attributes.changed).to.include.members([attribute, inverse]);
    expect(told[0]?.attributes.after).to.include({ [attribute]: 'S3' });
    expect(told[0]?.attributes.after?.[inverse]).to.deep.equal(items.ownerId(owner));
  });

  it('are none if a resource is changed and changed back', async () => {
    const owner = await items.addOwner(client);
    const id = await items.add(client, 'S1');
    expect(await byOperations(link(id, owner), link(id, null))).to.deep.equal([]);
    const told = await byOperations(rename(id, 'S2'), rename(id, 'S1'));
    // The timestamp of the last update may differ.
    expect(told.flatMap(({ attributes: { changed = [] } }) => changed)).not.to.include(attribute);
  });

  it('are none if a resource is created and deleted', async () => {
    const told = await byOperations(
      { op: 'add', data: { ...items.draft('S1'), lid: 'new' } },
      { op: 'remove', ref: { type, lid: 'new' } },
    );
    expect(told).to.deep.equal([]);
  });

  it('are one creation if a resource is created and changed', async () => {
    const told = await byOperations(
      { op: 'add', data: { ...items.draft('S1'), lid: 'new' } },
      { op: 'update', ref: { type, lid: 'new' }, data: { type, lid: 'new', attributes: { [attribute]: 'S2' } } },
    );
    expect(told.map(({ attributes: { action } }) => action)).to.deep.equal(['created']);
    expect(told[0]?.attributes.after).to.include({ [attribute]: 'S2' });
  });

  it('are one deletion if a resource is changed and deleted', async () => {
    const id = await items.add(client, 'S1');
    const told = await byOperations(rename(id, 'S2'), { op: 'remove', ref: items.id(id) });
    expect(told.map(summaryOf)).to.deep.equal([`deleted ${type} ${id}`]);
  });

  it('are those of the items when an owner is created with them, and when their set is replaced', async () => {
    const [one = '', two = '', three = ''] = await items.addSeveral(client, 3);
    let owner = '';
    const created = await changesBy(client, async () => {
      owner = await items.addOwner(client, items.linked(one, two));
    });
    expect(created.map(summaryOf)).to.deep.equal([
      `created ${owners.type} ${owner}`,
      `updated ${type} ${one}`,
      `updated ${type} ${two}`,
    ]);
    const replaced = await changesBy(client, () =>
      client.patch(items.linkagePath(owner), { data: items.ids(two, three) }),
    );
    expect(replaced.map(summaryOf)).to.deep.equal([`updated ${type} ${one}`, `updated ${type} ${three}`]);
  });
}

function describeOutcomes(client: ApiClient, items: OwnedResource): void {
  const { type } = items;

  it('are told once for a request that is repeated by its key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const told = await changesBy(client, async () => {
      const body = { data: items.draft('S1') };
      const answers = [
        await client.post(items.path, body, { headers }),
        await client.post(items.path, body, { headers }),
      ];
      expect(answers.map(({ headers: { 'idempotent-replayed': replayed } }) => replayed)).to.deep.equal([
        undefined,
        'true',
      ]);
    });
    expect(told.map(({ attributes: { action } }) => action)).to.deep.equal(['created']);
  });

  it('are not told of a list of operations that is refused, nor of a key whose request failed', async () => {
    const id = await items.add(client);
    const told = await changesBy(client, async () => {
      const operations = [
        { op: 'add', data: items.draft('S1') },
        { op: 'remove', ref: items.id(id) },
        { op: 'remove', ref: items.id(MISSING) },
      ];
      const headers = { 'Idempotency-Key': randomUUID() };
      expect((await client.operate(operations)).status).to.equal(404);
      expect((await client.operate(operations, { headers })).status).to.equal(404);
    });
    expect(told).to.deep.equal([]);
  });

  it('are not told of a write whose precondition fails', async () => {
    const id = await items.add(client);
    const told = await changesBy(client, async () => {
      const headers = { 'If-Match': '"another"' };
      const data = { ...items.id(id), attributes: items.attributes('S2') };
      expect((await client.patch(`${items.path}/${id}`, { data }, { headers })).status).to.equal(412);
      expect((await client.delete(`${items.path}/${id}`, undefined, { headers })).status).to.equal(412);
    });
    expect(told).to.deep.equal([]);
  });

  it('are in the next answer after an acknowledged write, whichever of many writes at once it was', async () => {
    const told = await changesBy(client, async () => {
      await Promise.all(Array.from({ length: 12 }, () => items.add(client)));
    });
    expect(told.map(({ relationships }) => relationships.subject.data.type)).to.deep.equal(
      Array.from({ length: 12 }, () => type),
    );
    expect(new Set(told.map(summaryOf)).size).to.equal(12);
    expect(new Set(told.map(({ id }) => id)).size).to.equal(12);
  });
}

/** The ids of the resources that a list of operations has added, in its order. */
function resultsOf({ status, text, document }: ApiResponse): readonly string[] {
  expect(status, text).to.equal(200);
  const results = document['atomic:results'] as readonly { readonly data?: Identifier }[];
  const [, , made, , added] = results.map(({ data }) => data?.id ?? '');
  return [made ?? '', added ?? ''];
}
