import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { addComputer, addPerson, computerId, computersOf, MISSING, ownerOf, personId } from './fixtures.ts';

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

/** `/computers/{id}/relationships/owner` */
export function describeToOne({ client }: ApiUnderTest): void {
  describe('The relationship of a computer to its owner', () => {
    for (const { method, before, sent, after } of outcomes)
      it(`${method} ${JSON.stringify(sent)} on a computer of ${before} leaves ${after}`, async () => {
        const ids = { owner: await addPerson(client), other: await addPerson(client), missing: MISSING, nobody: null };
        const computer = await addComputer(client, 'S1', ids[before] ?? undefined);
        const identifier = (who: Who): unknown => (who === 'nobody' ? null : personId(ids[who]));
        const body = { data: typeof sent === 'string' ? identifier(sent) : sent.map(identifier) };
        const path = `/computers/${computer}/relationships/owner`;
        const { status, document } = await client.send(method, path, { body });
        expect(status, JSON.stringify(document)).to.equal(200);
        expect(document.data.id).to.equal(computer);
        expect(document.data.relationships.owner.data).to.deep.equal(identifier(after));
        expect((document.included as readonly { readonly id: string }[]).map(({ id }) => id)).to.deep.equal(
          after === 'nobody' ? [] : [ids[after]],
        );
        expect(document.links).to.deep.equal({ self: path });
        expect(await ownerOf(client, computer)).to.equal(ids[after]);
        for (const who of ['owner', 'other'] as const)
          expect(await computersOf(client, ids[who]), who).to.deep.equal(who === after ? [computer] : []);
      });

    for (const method of ['POST', 'PATCH'])
      it(`${method} needs a person that exists`, async () => {
        const owner = await addPerson(client);
        const computer = await addComputer(client, 'S1', owner);
        for (const id of [MISSING, '0', '01', 'abc', '']) {
          const path = `/computers/${computer}/relationships/owner`;
          const response = await client.send(method, path, { body: { data: personId(id) } });
          expectErrors(response, 'object-not-found #/data');
          expect(detailsOf(response)).to.deep.equal([`Person: ${id} not found`]);
        }
        expect(await ownerOf(client, computer)).to.equal(owner);
      });

    it('POST needs a person that exists in an array, too', async () => {
      const computer = await addComputer(client);
      const response = await client.post(`/computers/${computer}/relationships/owner`, { data: [personId(MISSING)] });
      expectErrors(response, 'object-not-found #/data/0');
    });

    for (const method of ['POST', 'PATCH', 'DELETE']) {
      it(`${method} needs the computer`, async () => {
        const path = `/computers/${MISSING}/relationships/owner`;
        for (const data of [personId(MISSING), null]) {
          const response = await client.send(method, path, { body: { data } });
          expectErrors(response, 'object-not-found ?id');
        }
      });

      it(`${method} takes persons only`, async () => {
        const computer = await addComputer(client);
        const path = `/computers/${computer}/relationships/owner`;
        const response = await client.send(method, path, { body: { data: computerId(computer) } });
        expectErrors(response, 'type-conflict #/data/type');
        expect(detailsOf(response)[0]).to.contain('person');
      });

      for (const [data, error] of [
        [undefined, 'invalid-document *'],
        ['x', 'invalid-document #/data'],
        [1, 'invalid-document #/data'],
        [{ type: 'person', id: 1 }, 'invalid-document #/data/id'],
        [{ id: '1' }, 'invalid-document #/data/type'],
        [[personId('1'), personId('1')], 'invalid-document *'],
      ] as const)
        it(`${method} refuses ${JSON.stringify(data)}`, async () => {
          const computer = await addComputer(client);
          expectErrors(
            await client.send(method, `/computers/${computer}/relationships/owner`, { body: { data } }),
            error,
          );
        });
    }

    it('PATCH takes no array', async () => {
      const owner = await addPerson(client);
      const computer = await addComputer(client, 'S1', owner);
      for (const data of [[], [personId(owner)]])
        expectErrors(
          await client.patch(`/computers/${computer}/relationships/owner`, { data }),
          'invalid-document #/data',
        );
      expect(await ownerOf(client, computer)).to.equal(owner);
    });

    for (const method of ['POST', 'DELETE'])
      it(`${method} takes an array of persons only`, async () => {
        const computer = await addComputer(client);
        const path = `/computers/${computer}/relationships/owner`;
        expectErrors(
          await client.send(method, path, { body: { data: [computerId('1')] } }),
          'type-conflict #/data/0/type',
        );
        expectErrors(await client.send(method, path, { body: { data: [null] } }), 'invalid-document #/data/0');
      });

    it('[] needs the computer, too', async () => {
      for (const method of ['POST', 'DELETE']) {
        const response = await client.send(method, `/computers/${MISSING}/relationships/owner`, { body: { data: [] } });
        expectErrors(response, 'object-not-found ?id');
      }
    });
  });
}
