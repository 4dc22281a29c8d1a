import { expect } from 'chai';
import { check, expectError, expectNotFound, expectStatus, type Checks } from '../check.ts';
import { deletedResource, expectLinkage, identify, newComputer, newPerson, pathOf, uniqueText } from '../resources.ts';
import { expectNotAllowed } from './http-semantics.ts';

const born = { birth_date: '2001-02-28' };

export const updating: Checks = {
  'modify-delete-support#1': check('updates and deletes resources of every type', async (session) => {
    const [person, computer] = [await newPerson(session), await newComputer(session)];
    expectStatus(await session.patch(pathOf(person), { data: { ...identify(person), attributes: born } }), 200);
    const serial = uniqueText();
    expectStatus(
      await session.patch(pathOf(computer), { data: { ...identify(computer), attributes: { serial } } }),
      200,
    );
    expect((await session.get(pathOf(computer))).document.data.attributes).to.deep.equal({
      ...computer.attributes,
      serial,
    });
    for (const each of [person, computer]) expectStatus(await session.delete(pathOf(each)), 200);
    for (const each of [person, computer]) expectStatus(await session.get(pathOf(each)), 404);
  }),

  'update-patch-resource#1': check('rejects an update without a single resource object', async (session) => {
    const person = await newPerson(session);
    for (const body of [{}, { data: null }, { data: [] }, { data: [identify(person)] }])
      expectError(await session.patch(pathOf(person), body), 400);
  }),

  'update-patch-resource-members#1': check('rejects an update without type or id', async (session) => {
    const person = await newPerson(session);
    const { type, id } = person;
    for (const data of [{ type }, { id }, { type, id: Number(id) }])
      expectError(await session.patch(pathOf(person), { data: { ...data, attributes: born } }), 400);
    expect((await session.get(pathOf(person))).document.data).to.deep.equal(person);
  }),

  'update-resource-attributes#1': check('accepts one attribute, several or none', async (session) => {
    const person = await newPerson(session);
    for (const attributes of [{}, born, { name: 'y' }, { name: 'z', email: 'z@example.org', birth_date: null }]) {
      const response = await session.patch(pathOf(person), { data: { ...identify(person), attributes } });
      expectStatus(response, 200);
    }
    const { attributes } = (await session.get(pathOf(person))).document.data;
    expect(attributes).to.deep.equal({ ...person.attributes, display_name: 'Z <z@example.org>', birth_date: null });
  }),

  'update-interpret-resource-attributes#1': check('keeps attributes that are not sent', async (session) => {
    const sent = { name: 'Ada', email: 'ada@example.org', ...born };
    const { data } = (await session.post('/persons', { data: { type: 'person', attributes: sent } })).document;
    const attributes = { birth_date: '2002-03-04' };
    const response = await session.patch(pathOf(data), { data: { ...identify(data), attributes } });
    expectStatus(response, 200);
    expect(data.attributes).to.include({ display_name: 'ADA <ada@example.org>', ...born });
    expect((await session.get(pathOf(data))).document.data.attributes).to.deep.equal({
      ...data.attributes,
      ...attributes,
    });
  }),

  'update-resource-relationships#1': check('updates relationships along with a resource', async (session) => {
    const [person, computer] = [await newPerson(session), await newComputer(session)];
    const many = { computers: { data: [identify(computer)] } };
    expectStatus(await session.patch(pathOf(person), { data: { ...identify(person), relationships: many } }), 200);
    await expectLinkage(session, person, [identify(computer)]);
    const one = { owner: { data: null } };
    expectStatus(await session.patch(pathOf(computer), { data: { ...identify(computer), relationships: one } }), 200);
    await expectLinkage(session, person, []);
  }),

  'update-interpret-resource-relationships#1': check('keeps relationships that are not sent', async (session) => {
    const computer = await newComputer(session);
    const person = await newPerson(session, [computer]);
    for (const rest of [{ attributes: born }, { relationships: {} }, {}])
      expectStatus(await session.patch(pathOf(person), { data: { ...identify(person), ...rest } }), 200);
    const attributes = { serial: 'x' };
    expectStatus(await session.patch(pathOf(computer), { data: { ...identify(computer), attributes } }), 200);
    await expectLinkage(session, person, [identify(computer)]);
    await expectLinkage(session, computer, identify(person));
  }),

  'update-resource-relationship-value#1': check('rejects a relationship without data in an update', async (session) => {
    const person = await newPerson(session, [await newComputer(session)]);
    for (const computers of [{}, { links: {} }, [], null]) {
      const data = { ...identify(person), relationships: { computers } };
      expectError(await session.patch(pathOf(person), { data }), 400);
    }
  }),

  'update-resource-200-status#1': check(
    'responds with 200 and the resource when a computed attribute changes',
    async (session) => {
      const person = await newPerson(session);
      const response = await session.patch(pathOf(person), {
        data: { ...identify(person), attributes: { name: 'Ada' } },
      });
      expectStatus(response, 200);
      expect(response.document.data.attributes.display_name).to.equal('ADA');
    },
  ),

  'update-resource-relationship-200-response#1': check(
    'returns the same document for an update as for a GET',
    async (session) => {
      const [person, computer] = [await newPerson(session), await newComputer(session)];
      const relationships = { computers: { data: [identify(computer)] } };
      for (const query of ['', '?include=computers.owner', '?fields[person]=birth_date']) {
        const data = { ...identify(person), attributes: { name: uniqueText() }, relationships };
        const { document } = await session.patch(pathOf(person) + query, { data });
        expect(document).to.deep.equal((await session.get(pathOf(person) + query)).document);
      }
    },
  ),

  'update-resource-204-status#1': check(
    'responds with 200 and a document when nothing else changes',
    async (session) => {
      const person = await newPerson(session);
      for (const attributes of [born, born, {}]) {
        const response = await session.patch(pathOf(person), { data: { ...identify(person), attributes } });
        expectStatus(response, 200);
        expect(response.document.data.attributes).to.include(born);
      }
    },
  ),

  'update-resource-404-status#1': check(
    'responds with 404 to an update of a resource that does not exist',
    async (session) => {
      for (const type of ['person', 'computer'] as const) {
        const gone = await deletedResource(session, type);
        expectNotFound(session, await session.patch(pathOf(gone), { data: gone }), 'id');
      }
    },
  ),

  'update-resource-404-related#1': check(
    'responds with 404 when linking a resource that does not exist',
    async (session) => {
      const person = await newPerson(session, [await newComputer(session)]);
      const computers = { data: [await deletedResource(session, 'computer')] };
      const many = await session.patch(pathOf(person), { data: { ...identify(person), relationships: { computers } } });
      expectError(many, 404, { pointer: '/data/relationships/computers/data/0' });
      const computer = await newComputer(session);
      const owner = { data: await deletedResource(session, 'person') };
      const one = await session.patch(pathOf(computer), { data: { ...identify(computer), relationships: { owner } } });
      expectError(one, 404, { pointer: '/data/relationships/owner/data' });
    },
  ),

  'update-resource-409-status#1': check(
    'responds with 409 when linking a resource of another type',
    async (session) => {
      const person = await newPerson(session);
      const relationships = { computers: { data: [identify(person)] } };
      const response = await session.patch(pathOf(person), { data: { ...identify(person), relationships } });
      expectError(response, 409, { pointer: '/data/relationships/computers/data/0/type' });
    },
  ),

  'update-resource-409-no-match#1': check('responds with 409 if type or id differ from the URL', async (session) => {
    const [person, other] = [await newPerson(session), await newPerson(session)];
    const computer = { type: 'computer', id: person.id };
    for (const data of [identify(other), computer])
      expectError(await session.patch(pathOf(person), { data: { ...data, attributes: born } }), 409);
    for (const each of [person, other]) expect((await session.get(pathOf(each))).document.data).to.deep.equal(each);
  }),

  'update-resource-409-details#1': check('reports the conflicting type', async (session) => {
    const person = await newPerson(session);
    const response = await session.patch(pathOf(person), { data: { type: 'computer', id: person.id } });
    expectError(response, 409, { pointer: '/data/type' });
    expect(response.document.errors[0].detail).to.contain('person');
  }),

  'update-resource-409-details#2': check('reports the conflicting id', async (session) => {
    const person = await newPerson(session);
    const response = await session.patch(pathOf(person), { data: { type: 'person', id: `${person.id}0` } });
    expectError(response, 409, { pointer: '/data/id' });
    expect(response.document.errors[0].detail).to.contain(person.id);
  }),

  'update-resource-other-status#1': check('responds with 422 to invalid attributes', async (session) => {
    const person = await newPerson(session);
    for (const attributes of [{ name: null }, { birth_date: 'today' }, { unknown: 1 }])
      expectError(await session.patch(pathOf(person), { data: { ...identify(person), attributes } }), 422);
  }),

  'update-resource-other-status#2': check('reports the invalid attribute', async (session) => {
    const person = await newPerson(session);
    const data = { ...identify(person), attributes: { name: null } };
    expectError(await session.patch(pathOf(person), { data }), 422, { pointer: '/data/attributes/name' });
  }),

  'update-resource-other-semantics#1': check('reports the invalid relationship', async (session) => {
    const person = await newPerson(session);
    const data = { ...identify(person), relationships: { unknown: { data: null } } };
    expectError(await session.patch(pathOf(person), { data }), 422, { pointer: '/data/relationships/unknown' });
  }),

  'update-resource-http-semantics#1': check(
    'follows HTTP semantics of PATCH and Allow when updating',
    async (session) => {
      const person = await newPerson(session);
      const { document } = await session.patch(pathOf(person), { data: { ...identify(person), attributes: born } });
      expect((await session.get(pathOf(person))).document.data).to.deep.equal(document.data);
      await expectNotAllowed(session, 'PATCH', '/persons');
    },
  ),
};
