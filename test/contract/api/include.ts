import { expect } from 'chai';
import { query, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import {
  addComputer,
  addComputers,
  addPerson,
  computerObject,
  personId,
  personObject,
  unique,
  type Identifier,
} from './fixtures.ts';

const included = ({ document }: ApiResponse): readonly string[] | undefined =>
  (document.included as readonly Identifier[] | undefined)?.map(({ type, id }) => `${type} ${id}`);

/** What `include` adds to documents. */
export function describeInclude({ client }: ApiUnderTest): void {
  describe('include', () => {
    it('shows the owner of a computer with its linkage on both sides', async () => {
      const owner = await addPerson(client);
      const [id = '', other = ''] = await addComputers(client, 2, owner);
      const { document } = await client.get(`/computers/${id}?include=owner`);
      expect(document.data).to.deep.equal(computerObject(id, 'S0', owner));
      expect(document.included).to.deep.equal([personObject(owner, {}, [id, other])]);
      expect(document.links).to.deep.equal({ self: `/computers/${id}` });
    });

    it('is an empty list where nothing is related', async () => {
      const [id, computer] = [await addPerson(client), await addComputer(client)];
      const alone = await client.get(`/computers/${computer}?include=owner`);
      expect(alone.document.data).to.deep.equal(computerObject(computer, 'S1', null));
      expect(alone.document.included).to.deep.equal([]);
      for (const path of [
        `/persons/${id}?include=computers`,
        `/persons/${id}/computers?include=owner`,
        `/persons/${id}/relationships/computers?include=computers`,
        `/computers/${computer}/owner?include=computers`,
        `/computers/${computer}/relationships/owner?include=owner`,
        `/persons${query({ 'filter[name]': unique('nobody'), include: 'computers' })}`,
      ])
        expect((await client.get(path)).document.included, path).to.deep.equal([]);
    });

    it('includes every resource on the path, also one that is primary data, each once and everywhere the same', async () => {
      const [one = '', other = ''] = await addComputers(client, 2);
      const id = await addPerson(client, {}, [one, other]);
      const { document } = await client.get(`/persons/${id}?include=computers.owner.computers`);
      expect(document.data).to.deep.equal(personObject(id, {}, [one, other]));
      expect(document.included).to.have.lengthOf(3);
      expect(document.included).to.have.deep.members([
        computerObject(one, 'S0', id),
        computerObject(other, 'S1', id),
        personObject(id, {}, [one, other]),
      ]);
    });

    it('lists resources in the order of paths, primary data and linkage', async () => {
      const name = unique('order');
      const [a = '', b = '', c = ''] = await addComputers(client, 3);
      const first = await addPerson(client, { name }, [c]);
      const second = await addPerson(client, { name }, [b, a]);
      const ask = (include: string, sort: string): Promise<ApiResponse> =>
        client.get(`/persons${query({ 'filter[name]': name, include, sort })}`);
      const computers = (...ids: readonly string[]): readonly string[] => ids.map((id) => `computer ${id}`);
      expect(included(await ask('computers', 'id'))).to.deep.equal(computers(c, a, b));
      expect(included(await ask('computers', '-id'))).to.deep.equal(computers(a, b, c));
      expect(included(await ask('computers,computers.owner', 'id'))).to.deep.equal([
        ...computers(c, a, b),
        `person ${first}`,
        `person ${second}`,
      ]);
    });

    it('counts paths given twice, or within one another, once', async () => {
      const id = await addPerson(client, {}, await addComputers(client, 2));
      for (const include of ['computers,computers', 'computers,computers.owner,computers.owner.computers']) {
        const found = included(await client.get(`/persons/${id}?include=${include}`)) ?? [];
        expect(new Set(found).size, include).to.equal(found.length);
      }
    });

    it('shares one owner among the computers of a list', async () => {
      const owner = await addPerson(client);
      await addComputers(client, 3, owner);
      expect(included(await client.get(`/persons/${owner}/computers?include=owner`))).to.deep.equal([
        `person ${owner}`,
      ]);
    });

    it('starts at the owning resource on relationship routes', async () => {
      const owner = await addPerson(client);
      const id = await addComputer(client, 'S1', owner);
      const linkage = await client.get(`/persons/${owner}/relationships/computers?include=computers.owner`);
      expect(linkage.document.data).to.deep.equal([{ type: 'computer', id }]);
      expect(included(linkage)).to.have.members([`computer ${id}`, `person ${owner}`]);
      const back = await client.get(`/computers/${id}/relationships/owner?include=owner`);
      expect(back.document.data).to.deep.equal(personId(owner));
      expect(included(back)).to.deep.equal([`person ${owner}`]);
      for (const path of [
        `/persons/${owner}/relationships/computers?include=owner`,
        `/computers/${id}/relationships/owner?include=computers`,
      ])
        expectErrors(await client.get(path), 'invalid-parameter ?include');
    });

    it('works on writes, whose links stay bare', async () => {
      const computer = await addComputer(client);
      const relationships = { computers: { data: [{ type: 'computer', id: computer }] } };
      const attributes = { name: 'Ada' };
      const created = await client.post('/persons?include=computers', {
        data: { type: 'person', attributes, relationships },
      });
      const id = created.document.data.id as string;
      expect(created.document.links).to.deep.equal({ self: `/persons/${id}` });
      expect(created.headers.location).to.equal(`/persons/${id}`);
      expect(included(created)).to.deep.equal([`computer ${computer}`]);

      const changed = await client.patch(`/persons/${id}?include=computers.owner`, { data: { type: 'person', id } });
      expect(changed.document.links).to.deep.equal({ self: `/persons/${id}` });
      expect(included(changed)).to.have.members([`computer ${computer}`, `person ${id}`]);

      const body = { data: { type: 'computer', attributes: { serial: 'S2' } } };
      const nested = await client.post(`/persons/${id}/computers?include=owner`, body);
      expect(nested.document.data).to.deep.equal(computerObject(nested.document.data.id as string, 'S2', id));
      expect(included(nested)).to.deep.equal([`person ${id}`]);

      const owner = await client.patch(`/computers/${computer}/owner?include=computers`, {
        data: { type: 'person', id },
      });
      expect(owner.document.links).to.deep.equal({ self: `/computers/${computer}/owner` });
      expect(included(owner)).to.deep.equal([`computer ${computer}`, `computer ${nested.document.data.id as string}`]);
    });

    it('goes further than the related resources on writes to relationships', async () => {
      const [one = '', other = ''] = await addComputers(client, 2);
      const id = await addPerson(client, {}, [one]);
      const path = `/persons/${id}/relationships/computers`;
      const response = await client.post(`${path}?include=computers.owner`, {
        data: [{ type: 'computer', id: other }],
      });
      expect(included(response)).to.have.members([`computer ${one}`, `computer ${other}`, `person ${id}`]);
      expect(response.document.links).to.deep.equal({ self: path });
    });

    it('given empty includes nothing anywhere', async () => {
      const id = await addPerson(client);
      const computer = await addComputer(client, 'S1', id);
      for (const path of [
        '/persons',
        `/persons/${id}`,
        `/persons/${id}/computers`,
        `/computers/${computer}/owner`,
        `/persons/${id}/relationships/computers`,
      ])
        expect((await client.get(`${path}?include=`)).document, path).not.to.have.property('included');
      const toMany = await client.post(`/persons/${id}/relationships/computers?include=`, { data: [] });
      const toOne = await client.post(`/computers/${computer}/relationships/owner?include=`, { data: personId(id) });
      for (const { status, document } of [toMany, toOne]) {
        expect(status).to.equal(200);
        expect(document).not.to.have.property('included');
      }
      expect(toOne.document.data).to.deep.equal(computerObject(computer, 'S1', id));
    });

    for (const value of [
      'owner',
      'Computers',
      'computers.',
      '.computers',
      'computers..owner',
      'computers,,computers',
      'computers.computers',
      'name',
      '__proto__',
      'constructor',
      'computers.owner.computers.owner.computers.owner',
      'computers; drop',
    ])
      it(`refuses ${JSON.stringify(value)} for a person`, async () => {
        const id = await addPerson(client);
        expectErrors(
          await client.get(`/persons/${id}?include=${encodeURIComponent(value)}`),
          'invalid-parameter ?include',
        );
      });

    it('takes a path of five names', async () => {
      const id = await addPerson(client, {}, [await addComputer(client)]);
      const { status, document } = await client.get(`/persons/${id}?include=computers.owner.computers.owner.computers`);
      expect(status).to.equal(200);
      expect(document.included).to.have.lengthOf(2);
    });
  });
}
