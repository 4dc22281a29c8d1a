import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import {
  addComputer,
  addComputers,
  addPerson,
  computerObject,
  computersOf,
  MISSING,
  ownerOf,
  personId,
  personObject,
  unique,
  type Identifier,
} from './fixtures.ts';

/** `/persons/{id}/computers` */
export function describeNestedComputers({ client }: ApiUnderTest): void {
  describe('The computers of a person', () => {
    const body = (serial: string, owner?: unknown): unknown => ({
      data: {
        type: 'computer',
        attributes: { serial },
        ...(owner === undefined ? {} : { relationships: { owner: { data: owner } } }),
      },
    });

    it('are listed without those of others', async () => {
      const [id, other] = [await addPerson(client), await addPerson(client)];
      const computers = await addComputers(client, 3, id);
      await addComputers(client, 2, other);
      await addComputer(client);
      const { document } = await client.get(`/persons/${id}/computers`);
      expect(document.data).to.deep.equal(computers.map((each, index) => computerObject(each, `S${index}`)));
      expect(document.meta).to.deep.equal({ count: 3 });
      expect(document.links).to.deep.equal({ self: `/persons/${id}/computers` });
    });

    it('are an empty list for a person who has none', async () => {
      const id = await addPerson(client);
      const { status, document } = await client.get(`/persons/${id}/computers`);
      expect(status).to.equal(200);
      expect(document.data).to.deep.equal([]);
      expect(document.meta).to.deep.equal({ count: 0 });
    });

    it('can be filtered, sorted, paged, included and cut to fields', async () => {
      const id = await addPerson(client);
      const computers = await addComputers(client, 5, id);
      const parameters = 'filter[serial]=S1&sort=-serial&page[size]=2&include=owner&fields[computer]=owner,serial';
      const filtered = await client.get(`/persons/${id}/computers?${parameters}`);
      expect(filtered.document.data).to.deep.equal([computerObject(computers[1] ?? '', 'S1', id)]);
      expect(filtered.document.included).to.deep.equal([personObject(id, {}, computers)]);
      const { document } = await client.get(`/persons/${id}/computers?sort=-serial&page[size]=2&page[number]=2`);
      expect((document.data as Identifier[]).map((each) => each.id)).to.deep.equal([computers[2], computers[1]]);
      expect(document.meta).to.deep.equal({ count: 5 });
      expect(document.links.next).to.equal(`/persons/${id}/computers?sort=-serial&page%5Bsize%5D=2&page%5Bnumber%5D=3`);
    });

    it('filter by fields of computers, not of persons', async () => {
      const id = await addPerson(client);
      expectErrors(await client.get(`/persons/${id}/computers?filter[name]=x`), 'invalid-parameter ?filter[name]');
      expectErrors(await client.get(`/persons/${id}/computers?include=computers`), 'invalid-parameter ?include');
    });

    it('cannot be listed for nobody, whatever is asked of them', async () => {
      const response = await client.get(`/persons/${MISSING}/computers?page[size]=0`);
      expectErrors(response, 'object-not-found ?id');
      expect(detailsOf(response)).to.deep.equal([`Person: ${MISSING} not found`]);
    });

    it('are created with that owner', async () => {
      const id = await addPerson(client);
      const response = await client.post(`/persons/${id}/computers`, body('new'));
      expect(response.status).to.equal(201);
      const computer = response.document.data.id as string;
      expect(response.document.data).to.deep.equal(computerObject(computer, 'new'));
      expect(response.document.links).to.deep.equal({ self: `/computers/${computer}` });
      expect(response.headers.location).to.equal(`/computers/${computer}`);
      expect(await ownerOf(client, computer)).to.equal(id);
      expect(await computersOf(client, id)).to.deep.equal([computer]);
    });

    it('are created when the body names that owner, too', async () => {
      const id = await addPerson(client);
      const response = await client.post(`/persons/${id}/computers`, body('new', personId(id)));
      expect(response.status).to.equal(201);
      expect(await ownerOf(client, response.document.data.id as string)).to.equal(id);
    });

    it('are not created for another owner', async () => {
      const [id, other] = [await addPerson(client), await addPerson(client)];
      const serial = unique('conflict');
      expectErrors(await client.post(`/persons/${id}/computers`, body(serial, personId(other))), 'owner-conflict *');
      const { document } = await client.get(`/computers?filter[serial]=${encodeURIComponent(serial)}`);
      expect(document.meta).to.deep.equal({ count: 0 });
    });

    it('are not created for an owner that does not exist', async () => {
      const id = await addPerson(client);
      const response = await client.post(`/persons/${id}/computers`, body('new', personId(MISSING)));
      expectErrors(response, 'object-not-found #/data/relationships/owner/data');
      expect(await computersOf(client, id)).to.deep.equal([]);
    });

    it('cannot be created for nobody', async () => {
      const serial = unique('nobody');
      const response = await client.post(`/persons/${MISSING}/computers`, body(serial));
      expectErrors(response, 'object-not-found ?id');
      const { document } = await client.get(`/computers?filter[serial]=${encodeURIComponent(serial)}`);
      expect(document.meta).to.deep.equal({ count: 0 });
    });

    it('are created by the rules of computers', async () => {
      const id = await addPerson(client);
      const path = `/persons/${id}/computers`;
      expectErrors(await client.post(path, body('')), 'invalid-attribute #/data/attributes/serial');
      expectErrors(await client.post(path, { data: { type: 'person', attributes: {} } }), 'type-conflict #/data/type');
      expectErrors(await client.post(path, { data: { type: 'computer', id: '1' } }), 'client-id-forbidden #/data/id');
    });
  });
}
