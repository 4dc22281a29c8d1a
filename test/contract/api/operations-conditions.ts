import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Sections 9 and 10 of the contract, for lists of operations. */
export function describeOperationConditions({ client }: ApiUnderTest, items: OwnedResource): void {
  const eve = { op: 'add', data: { type: items.owner.type, attributes: items.ownerAttributes('Eve') } };
  const rename = (id: string, name: string, ifMatch: unknown): object => ({
    op: 'update',
    data: { ...items.ownerId(id), attributes: items.ownerAttributes(name) },
    meta: { if_match: ifMatch },
  });
  const failed = (index: number): string => `precondition-failed #/atomic:operations/${index}/meta/if_match`;
  const tagAt = async (path: string): Promise<string> => (await client.get(path)).headers.etag ?? '';

  describe(`A precondition of an operation on ${items.owner.plural} and ${items.plural}`, () => {
    it('holds for the tag of the present state, and for *', async () => {
      const ada = await items.addOwner(client);
      const response = await client.operate([
        rename(ada, 'Augusta', await tagAt(`${items.owner.path}/${ada}`)),
        rename(ada, 'Ada', '*'),
      ]);
      expect(response.status, response.text).to.equal(200);
    });

    it('is compared with the state at that point', async () => {
      const ada = await items.addOwner(client);
      const tag = await tagAt(`${items.owner.path}/${ada}`);
      expectErrors(await client.operate([eve, rename(ada, 'Augusta', tag), rename(ada, 'Ada', tag)]), failed(2));
      expect(await tagAt(`${items.owner.path}/${ada}`)).to.equal(tag);
    });

    it('fails for a tag of an older state, whatever the operation changes', async () => {
      const [ada, bob] = [await items.addOwner(client), await items.addOwner(client)];
      const item = await items.add(client, 'S1', ada);
      const tags = { person: await tagAt(`${items.owner.path}/${ada}`), item: await tagAt(`${items.path}/${item}`) };
      await client.patch(`${items.path}/${item}/relationships/${items.inverse}`, { data: items.ownerId(bob) });
      const linkage = { ...items.ownerId(ada), relationship: items.relationship };
      for (const [operation, tag] of [
        [{ op: 'remove', ref: items.ownerId(ada) }, tags.person],
        [{ op: 'add', ref: linkage, data: [items.id(item)] }, tags.person],
        [{ op: 'update', ref: linkage, data: [] }, tags.person],
        [{ op: 'remove', ref: linkage, data: [] }, tags.person],
        [{ op: 'remove', href: `${items.path}/${item}` }, tags.item],
        [{ op: 'update', ref: { ...items.id(item), relationship: items.inverse }, data: null }, tags.item],
        [{ op: 'remove', href: `${items.path}/${item}/${items.inverse}` }, tags.person],
        [{ op: 'update', href: `${items.path}/${item}/${items.inverse}`, data: items.ownerId(bob) }, tags.person],
      ] as const)
        expectErrors(await client.operate([{ ...operation, meta: { if_match: tag } }]), failed(0));
    });

    it('must be a text that If-Match may have', async () => {
      const ada = await items.addOwner(client);
      for (const value of [null, 1, ['"x"'], '', 'x', '"x', '*, "x"'])
        expectErrors(
          await client.operate([eve, rename(ada, 'Augusta', value)]),
          'invalid-document #/atomic:operations/1/meta/if_match',
        );
    });

    it('is reported with all else that is wrong with the form of the operation', async () => {
      const operation = { op: 'update', data: { type: items.owner.type, attributes: 3 }, meta: { if_match: 'x' } };
      const members = ['data/id', 'data/attributes', 'meta/if_match'];
      const expected = members.map((member) => `invalid-document #/atomic:operations/0/${member}`);
      expectErrors(await client.operate([operation]), ...expected);
    });

    it('is not read where a resource is added', async () => {
      expect((await client.operate([{ ...eve, meta: { if_match: 1 } }])).status).to.equal(200);
    });

    it('is refused in the header, before the body is read', async () => {
      for (const name of ['If-Match', 'If-None-Match'])
        for (const value of ['*', '"x"', 'malformed']) {
          const response = await client.operate([eve], { headers: { [name]: value }, body: '{' });
          expectErrors(response, 'invalid-header');
          expect(response.document.errors[0].meta).to.deep.equal({ header: name });
        }
    });
  });

  describe(`A repeated list of operations on ${items.owner.plural} and ${items.plural}`, () => {
    const repeat = (key: string, operations: readonly object[]) =>
      client.operate(operations, { headers: { 'Idempotency-Key': key } });

    it('is done once, and answered alike', async () => {
      const key = crypto.randomUUID();
      const [first, second] = [await repeat(key, [eve]), await repeat(key, [eve])];
      expect([first.status, second.status]).to.deep.equal([200, 200]);
      expect(second.text).to.equal(first.text);
      expect(second.headers['idempotent-replayed']).to.equal('true');
      expectErrors(await repeat(key, [eve, eve]), 'idempotency-key-reused');
    });

    it('is answered by 204 again if there was nothing to show', async () => {
      const [key, ada] = [crypto.randomUUID(), await items.addOwner(client)];
      for (let times = 0; times < 2; times += 1)
        expect((await repeat(key, [{ op: 'remove', ref: items.ownerId(ada) }])).status).to.equal(204);
    });

    it('is tried again if it failed', async () => {
      const [key, ada] = [crypto.randomUUID(), await items.addOwner(client)];
      const remove = { op: 'remove', ref: items.ownerId(ada) };
      expectErrors(await repeat(key, [remove, remove]), 'object-not-found #/atomic:operations/1/ref');
      expect((await repeat(key, [remove])).status).to.equal(204);
    });
  });
}
