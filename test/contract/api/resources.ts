import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import {
  addComputer,
  addComputers,
  addPerson,
  computerIds,
  computerObject,
  personId,
  personObject,
} from './fixtures.ts';

const jsonapi = { version: '1.0' };

/** Sections 1 and 2: what documents consist of, compared as wholes. */
export function describeResources({ client }: ApiUnderTest): void {
  const expectDocument = ({ status, document, text }: ApiResponse, code: number, expected: object): void => {
    expect(document).to.deep.equal({ ...expected, jsonapi });
    expect(status, text).to.equal(code);
  };

  describe('Documents of persons', () => {
    const attributes = { name: 'Ada Groß', email: 'Ada@Example.org', birth_date: '1815-12-10' };
    const shown = { display_name: 'ADA GROSS <Ada@Example.org>', birth_date: '1815-12-10' };

    it('answer a creation with the person, its location and a link to it', async () => {
      const computer = await addComputer(client);
      const relationships = { computers: { data: computerIds(computer) } };
      const response = await client.post('/persons', { data: { type: 'person', attributes, relationships } });
      const id = response.document.data.id as string;
      expect(id).to.match(/^[1-9]\d*$/);
      expect(response.headers.location).to.equal(`/persons/${id}`);
      expectDocument(response, 201, { data: personObject(id, shown, [computer]), links: { self: `/persons/${id}` } });
    });

    it('give a person with what it does not have', async () => {
      const id = await addPerson(client);
      const response = await client.get(`/persons/${id}`);
      expectDocument(response, 200, {
        data: personObject(id, { birth_date: null, display_name: 'ADA' }),
        links: { self: `/persons/${id}` },
      });
    });

    it('give a list with the number of matches', async () => {
      const id = await addPerson(client, attributes);
      const response = await client.get(`/persons?filter[id]=${id}`);
      expectDocument(response, 200, {
        data: [personObject(id, shown)],
        links: { self: `/persons?filter%5Bid%5D=${id}` },
        meta: { count: 1 },
      });
    });

    it('answer a change with the changed person', async () => {
      const id = await addPerson(client);
      const response = await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes } });
      expectDocument(response, 200, { data: personObject(id, shown), links: { self: `/persons/${id}` } });
    });

    it('confirm a deletion with a message alone', async () => {
      const id = await addPerson(client);
      expectDocument(await client.delete(`/persons/${id}`), 200, { meta: { message: 'Object successfully deleted' } });
      expect((await client.get(`/persons/${id}`)).status).to.equal(404);
    });

    it('give the linkage of its relationship route, ordered by id', async () => {
      const computers = await addComputers(client, 11);
      const id = await addPerson(client, {}, computers.toReversed());
      const links = { self: `/persons/${id}/relationships/computers`, related: `/persons/${id}/computers` };
      const data = computerIds(...computers);
      expectDocument(await client.get(links.self), 200, { data, links });
      expect((await client.get(`/persons/${id}`)).document.data.relationships.computers.data).to.deep.equal(data);
    });

    for (const [method, write, kept] of [
      ['POST', [1], [0, 1]],
      ['PATCH', [1], [1]],
      ['DELETE', [0], []],
    ] as const)
      it(`answer ${method} on its relationship route with the person and all its computers`, async () => {
        const [one = '', other = ''] = await addComputers(client, 2);
        const id = await addPerson(client, {}, [one]);
        const self = `/persons/${id}/relationships/computers`;
        const body = { data: write.map((index) => ({ type: 'computer', id: [one, other][index] })) };
        const left = kept.map((index) => [one, other][index] ?? '');
        expectDocument(await client.send(method, self, { body }), 200, {
          data: personObject(id, {}, left),
          included: left.map((computer) => computerObject(computer, computer === one ? 'S0' : 'S1')),
          links: { self },
        });
      });
  });

  describe('Documents of computers', () => {
    it('answer a creation with the computer, its location and a link to it, without linkage', async () => {
      const owner = await addPerson(client);
      const data = {
        type: 'computer',
        attributes: { serial: 'X' },
        relationships: { owner: { data: personId(owner) } },
      };
      const response = await client.post('/computers', { data });
      const id = response.document.data.id as string;
      expect(response.headers.location).to.equal(`/computers/${id}`);
      expectDocument(response, 201, { data: computerObject(id, 'X'), links: { self: `/computers/${id}` } });
    });

    it('leave the linkage of the owner out of details and lists', async () => {
      const owner = await addPerson(client);
      const id = await addComputer(client, 'X', owner);
      const data = computerObject(id, 'X');
      expectDocument(await client.get(`/computers/${id}`), 200, { data, links: { self: `/computers/${id}` } });
      const self = `/computers?filter%5Bid%5D=${id}`;
      expectDocument(await client.get(self), 200, { data: [data], links: { self }, meta: { count: 1 } });
      expectDocument(await client.get(`/persons/${owner}/computers`), 200, {
        data: [data],
        links: { self: `/persons/${owner}/computers` },
        meta: { count: 1 },
      });
    });

    it('answer a change with the changed computer', async () => {
      const id = await addComputer(client);
      const body = { data: { type: 'computer', id, attributes: { serial: 'Y' } } };
      const data = computerObject(id, 'Y');
      expectDocument(await client.patch(`/computers/${id}`, body), 200, { data, links: { self: `/computers/${id}` } });
    });

    it('confirm a deletion with a message alone', async () => {
      const id = await addComputer(client);
      expectDocument(await client.delete(`/computers/${id}`), 200, {
        meta: { message: 'Object successfully deleted' },
      });
    });

    it('give the linkage of its relationship route: somebody or nobody', async () => {
      const owner = await addPerson(client);
      for (const [id, data] of [
        [await addComputer(client, 'X', owner), personId(owner)],
        [await addComputer(client), null],
      ] as const) {
        const links = { self: `/computers/${id}/relationships/owner`, related: `/computers/${id}/owner` };
        expectDocument(await client.get(links.self), 200, { data, links });
      }
    });

    it('answer writes on its relationship route with the computer, its linkage and the owner', async () => {
      const owner = await addPerson(client);
      const id = await addComputer(client);
      const self = `/computers/${id}/relationships/owner`;
      const linked = {
        data: computerObject(id, 'S1', owner),
        included: [personObject(owner, {}, [id])],
        links: { self },
      };
      const free = { data: computerObject(id, 'S1', null), included: [], links: { self } };
      expectDocument(await client.post(self, { data: personId(owner) }), 200, linked);
      expectDocument(await client.delete(self, { data: personId(owner) }), 200, free);
      expectDocument(await client.patch(self, { data: personId(owner) }), 200, linked);
      expectDocument(await client.patch(self, { data: null }), 200, free);
    });
  });

  it('The entry point names the service and where its resources are', async () => {
    const response = await client.get('/');
    const { name, version } = response.document.meta as Readonly<Record<string, unknown>>;
    expect([typeof name, typeof version]).to.deep.equal(['string', 'string']);
    const resources = { person: '/persons', computer: '/computers' };
    expectDocument(response, 200, { links: { self: '/' }, meta: { name, version, resources } });
  });
}
