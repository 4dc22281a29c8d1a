import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { conditionalWrites, makeHousehold, sendWrite, tagAt } from './conditions.ts';
import { dataAt } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

const CLIENTS = 8;
const ROUNDS = 4;

/** Section 9 of the contract: the comparison is part of the write. */
export function describeLostUpdates({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`Simultaneous writes with one entity tag, with ${items.plural}`, () => {
    it(`change the attributes of a ${items.owner.type} once`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await items.addOwner(client);
        const headers = { 'If-Match': await tagAt(client, `${items.owner.path}/${id}`) };
        const names = Array.from({ length: CLIENTS }, (_, number) => `Name ${number}`);
        const answers = await Promise.all(
          names.map((name) =>
            client.patch(
              `${items.owner.path}/${id}`,
              { data: { ...items.ownerId(id), attributes: items.ownerAttributes(name) } },
              { headers },
            ),
          ),
        );
        const done = answers.flatMap(({ status }, index) => (status === 200 ? [names[index]] : []));
        expect(answers.filter(({ status }) => status === 412)).to.have.lengthOf(CLIENTS - 1);
        expect(done).to.have.lengthOf(1);
        const attributes = items.ownerAttributes(done[0]);
        expect(await dataAt(client, `${items.owner.path}/${id}`)).to.deep.equal(items.ownerObject(id, {}, attributes));
        expect(answers.find(({ status }) => status === 200)?.headers.etag).to.equal(
          await tagAt(client, `${items.owner.path}/${id}`),
        );
      }
    });

    for (const write of conditionalWrites(items))
      it(`have one effect: ${write.method} ${write.path({ ada: '{id}', bob: '', item: '{id}', free: '' })}`, async () => {
        const household = await makeHousehold(client, items);
        const own = write.of === 'owner' ? `${items.owner.path}/${household.ada}` : `${items.path}/${household.item}`;
        const headers = { 'If-Match': await tagAt(client, own) };
        const answers = await Promise.all(
          Array.from({ length: CLIENTS }, () => sendWrite(client, write, household, headers)),
        );
        const statuses = answers.map(({ status }) => status);
        // A change that somebody else has already made is 412 as well; what has been deleted is 404.
        const isDeletion = write.method === 'DELETE' && write.data === undefined;
        expect(
          statuses.filter((status) => status === 200),
          statuses.join(),
        ).to.have.lengthOf(1);
        expect(
          statuses.filter((status) => status === (isDeletion ? 404 : 412)),
          statuses.join(),
        ).to.have.lengthOf(CLIENTS - 1);
      });

    it('of different kinds have one effect', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const household = await makeHousehold(client, items);
        const headers = { 'If-Match': await tagAt(client, `${items.owner.path}/${household.ada}`) };
        const writes = conditionalWrites(items).filter(({ of }) => of === 'owner');
        const answers = await Promise.all(writes.map((write) => sendWrite(client, write, household, headers)));
        const statuses = answers.map(({ status }) => status);
        expect(
          statuses.filter((status) => status === 200),
          statuses.join(),
        ).to.have.lengthOf(1);
        for (const status of statuses) expect(status).to.be.oneOf([200, 404, 409, 412]);
      }
    });
  });
}
