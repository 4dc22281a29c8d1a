import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import {
  addComputer,
  addComputers,
  addPerson,
  computerIds,
  computersOf,
  MISSING,
  ownerOf,
  personId,
} from './fixtures.ts';

interface Outcome {
  readonly does: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Which of three computers are sent: 0 and 1 are the person's, 2 is another's, 3 nobody's. */
  readonly sent: readonly number[];
  readonly left: readonly number[];
}

const outcomes: readonly Outcome[] = [
  { does: 'adds', method: 'POST', sent: [3], left: [0, 1, 3] },
  { does: 'adds what is already there without effect', method: 'POST', sent: [0, 1], left: [0, 1] },
  { does: 'adds one and finds another already there', method: 'POST', sent: [3, 0], left: [0, 1, 3] },
  { does: 'takes a computer from another person', method: 'POST', sent: [2], left: [0, 1, 2] },
  { does: 'counts what is listed twice once', method: 'POST', sent: [3, 3, 2, 3], left: [0, 1, 2, 3] },
  { does: 'adds nothing', method: 'POST', sent: [], left: [0, 1] },
  { does: 'replaces the set', method: 'PATCH', sent: [1, 2, 3], left: [1, 2, 3] },
  { does: 'replaces the set with itself', method: 'PATCH', sent: [1, 0], left: [0, 1] },
  { does: 'replaces the set by a list with repetitions', method: 'PATCH', sent: [3, 3], left: [3] },
  { does: 'empties the set', method: 'PATCH', sent: [], left: [] },
  { does: 'removes one', method: 'DELETE', sent: [0], left: [1] },
  { does: 'removes all', method: 'DELETE', sent: [1, 0, 1], left: [] },
  { does: 'removes nothing', method: 'DELETE', sent: [], left: [0, 1] },
  { does: 'skips what is not linked, or linked to another', method: 'DELETE', sent: [2, 3, 1], left: [0] },
];

/** `/persons/{id}/relationships/computers` */
export function describeToMany({ client }: ApiUnderTest): void {
  describe('The relationship of a person to its computers', () => {
    for (const { does, method, sent, left } of outcomes)
      it(`${method} [${sent.join()}] ${does}`, async () => {
        const computers = await addComputers(client, 4);
        const id = await addPerson(client, {}, computers.slice(0, 2));
        const other = await addPerson(client, {}, computers.slice(2, 3));
        const body = { data: computerIds(...sent.map((index) => computers[index] ?? '')) };
        const expected = left.map((index) => computers[index] ?? '');
        // The second time nothing is left to do, and the answer is the same.
        for (let time = 0; time < 2; time += 1) {
          const { status, document } = await client.send(method, `/persons/${id}/relationships/computers`, { body });
          expect(status).to.equal(200);
          expect(document.data.id).to.equal(id);
          expect(document.data.relationships.computers.data).to.deep.equal(computerIds(...expected));
          expect((document.included as { readonly id: string }[]).map((each) => each.id)).to.deep.equal(expected);
        }
        expect(await computersOf(client, id)).to.deep.equal(expected);
        expect(await computersOf(client, other)).to.deep.equal(left.includes(2) ? [] : [computers[2]]);
        for (const [index, computer] of computers.entries()) {
          const owner = left.includes(index) ? id : index === 2 ? other : null;
          expect(await ownerOf(client, computer), `owner of computer ${index}`).to.equal(owner);
        }
      });

    for (const method of ['POST', 'PATCH'])
      it(`${method} reports every computer that does not exist, and links none`, async () => {
        const [one = '', gone = '', other = ''] = await addComputers(client, 3);
        await client.delete(`/computers/${gone}`);
        const id = await addPerson(client, {}, [one]);
        const body = { data: computerIds(other, MISSING, one, gone, MISSING) };
        const response = await client.send(method, `/persons/${id}/relationships/computers`, { body });
        expectErrors(response, 'object-not-found #/data/1', 'object-not-found #/data/3');
        expect(detailsOf(response)).to.have.members([`Computer: ${MISSING} not found`, `Computer: ${gone} not found`]);
        expect(await computersOf(client, id)).to.deep.equal([one]);
        expect(await ownerOf(client, other)).to.equal(null);
      });

    it('DELETE skips computers that do not exist', async () => {
      const [one = '', other = ''] = await addComputers(client, 2);
      const id = await addPerson(client, {}, [one, other]);
      const body = { data: computerIds(MISSING, one) };
      const { status } = await client.delete(`/persons/${id}/relationships/computers`, body);
      expect(status).to.equal(200);
      expect(await computersOf(client, id)).to.deep.equal([other]);
    });

    for (const method of ['POST', 'PATCH', 'DELETE']) {
      it(`${method} needs the person`, async () => {
        const computer = await addComputer(client);
        const path = `/persons/${MISSING}/relationships/computers`;
        const response = await client.send(method, path, { body: { data: computerIds(computer, MISSING) } });
        expectErrors(response, 'object-not-found ?id');
      });

      it(`${method} takes computers only`, async () => {
        const [id, computer] = [await addPerson(client), await addComputer(client)];
        const data = [personId(id), { type: 'computer', id: computer }, { type: 'computers', id: computer }];
        const response = await client.send(method, `/persons/${id}/relationships/computers`, { body: { data } });
        expectErrors(response, 'type-conflict #/data/0/type', 'type-conflict #/data/2/type');
        for (const detail of detailsOf(response)) expect(detail).to.contain('computer');
        expect(await computersOf(client, id)).to.deep.equal([]);
      });

      for (const [body, ...errors] of [
        [{}, 'invalid-document *'],
        [{ data: null }, 'invalid-document #/data'],
        [{ data: { type: 'computer', id: '1' } }, 'invalid-document #/data'],
        [{ data: 'x' }, 'invalid-document #/data'],
        [
          { data: [null, 1, []] },
          'invalid-document #/data/0',
          'invalid-document #/data/1',
          'invalid-document #/data/2',
        ],
        [{ data: [{ type: 'computer', id: 1 }] }, 'invalid-document #/data/0/id'],
        [{ data: [{ id: '1' }] }, 'invalid-document #/data/0/type'],
        [
          { data: [{ type: 'computer' }, {}] },
          'invalid-document #/data/0/id',
          'invalid-document #/data/1/id',
          'invalid-document #/data/1/type',
        ],
        [[], 'invalid-document #'],
      ] as const)
        it(`${method} refuses ${JSON.stringify(body)}`, async () => {
          const id = await addPerson(client);
          expectErrors(await client.send(method, `/persons/${id}/relationships/computers`, { body }), ...errors);
        });
    }

    it('ignores other members of identifiers', async () => {
      const [id, computer] = [await addPerson(client), await addComputer(client)];
      const data = [{ type: 'computer', id: computer, meta: { a: 1 }, attributes: 7, ['__proto__']: 1 }];
      const body = { data, meta: {}, links: { self: 'x' }, jsonapi: { version: '9' } };
      const response = await client.post(`/persons/${id}/relationships/computers`, body);
      expect(response.status, response.text).to.equal(200);
      expect(await computersOf(client, id)).to.deep.equal([computer]);
    });
  });
}
