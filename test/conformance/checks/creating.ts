import { expect } from 'chai';
import { check, expectError, expectStatus, type Checks } from '../check.ts';
import {
  deletedResource,
  expectLinkage,
  identify,
  newComputer,
  newPerson,
  pathOf,
  relatedOf,
  relationshipOf,
  uniqueText,
} from '../resources.ts';
import { hrefOf } from '../session.ts';
import { expectNotAllowed } from './http-semantics.ts';

const person = { type: 'person', attributes: { name: 'x' } };

export const creating: Checks = {
  'create-support#1': check('creates resources of every type', async (session) => {
    const owner = await newPerson(session);
    expectStatus(await session.get(pathOf(owner)), 200);
    expectStatus(await session.get(pathOf(await newComputer(session))), 200);
    const nested = await session.post(relatedOf(owner), { data: { type: 'computer', attributes: { serial: 'x' } } });
    expectStatus(nested, 201);
    await expectLinkage(session, owner, [identify(nested.document.data)]);
  }),

  'create-single-resource#1': check('rejects a creation without a single resource object', async (session) => {
    for (const body of [{}, { data: null }, { data: [] }, { data: [person] }, { data: 'person' }])
      expectError(await session.post('/persons', body), 400);
  }),

  'create-type-member#1': check('rejects a creation without a type', async (session) => {
    expectError(await session.post('/persons', { data: { attributes: person.attributes } }), 400);
    expectError(await session.post('/persons', { data: { ...person, type: null } }), 400);
  }),

  'create-relationships-member#1': check('rejects a relationship without data in a creation', async (session) => {
    for (const computers of [{}, { links: {} }, [], null])
      expectError(await session.post('/persons', { data: { ...person, relationships: { computers } } }), 400);
  }),

  'create-client-generated-ids-forbidden#1': check('rejects a client-generated id', async (session) => {
    for (const id of ['1', '0f8fad5b-d9cb-469f-a165-70867728950e'])
      expectError(await session.post('/persons', { data: { ...person, id } }), 403, { pointer: '/data/id' });
  }),

  'create-responses-201-status#1': check('responds with 201 to a creation', async (session) => {
    expectStatus(await session.post('/persons', { data: person }), 201);
    const data = { type: 'computer', attributes: { serial: 'x' } };
    expectStatus(await session.post('/computers', { data }), 201);
  }),

  'create-responses-201-location#1': check('returns the location of the new resource', async (session) => {
    const { document, headers } = await session.post('/persons', { data: person });
    expect(headers.location).to.be.a('string');
    expect((await session.follow(headers.location ?? '')).document.data).to.deep.equal(document.data);
  }),

  'create-responses-201-document#1': check('returns the new resource', async (session) => {
    const serial = uniqueText();
    const owner = await newPerson(session);
    const relationships = { owner: { data: identify(owner) } };
    const { document } = await session.post('/computers', {
      data: { type: 'computer', attributes: { serial }, relationships },
    });
    expect(document.data).to.include({ type: 'computer' });
    expect(document.data.attributes).to.include({ serial });
    expect((await session.get(`/computers?filter[serial]=${serial}`)).document.data).to.deep.equal([document.data]);
  }),

  'create-responses-201-self#1': check('has the same URL in Location and self', async (session) => {
    const { document, headers } = await session.post('/persons', { data: person });
    expect(headers.location).to.equal(document.data.links.self);
    expect(headers.location).to.equal(hrefOf(document.links.self));
  }),

  'create-responses-403#1': check('responds with 403 to an unsupported creation', async (session) => {
    const owner = await newPerson(session);
    const data = { type: 'computer', id: '1', attributes: { serial: 'x' } };
    for (const path of ['/computers', relatedOf(owner)]) expectError(await session.post(path, { data }), 403);
    await expectLinkage(session, owner, []);
  }),

  'create-responses-404-related#1': check('responds with 404 if a related resource does not exist', async (session) => {
    const computers = { data: [await deletedResource(session, 'computer')] };
    const many = await session.post('/persons', { data: { ...person, relationships: { computers } } });
    expectError(many, 404, { pointer: '/data/relationships/computers/data/0' });
    const owner = { data: await deletedResource(session, 'person') };
    const one = await session.post('/computers', {
      data: { type: 'computer', attributes: { serial: 'x' }, relationships: { owner } },
    });
    expectError(one, 404, { pointer: '/data/relationships/owner/data' });
  }),

  'create-responses-409-bad-type#1': check(
    'responds with 409 to a type that does not belong to the collection',
    async (session) => {
      const owner = await newPerson(session);
      for (const path of ['/computers', relatedOf(owner)]) expectError(await session.post(path, { data: person }), 409);
      expectError(await session.post('/persons', { data: { ...person, type: 'unknown' } }), 409);
      expectError(await session.post('/persons', { data: { ...person, type: 'Person' } }), 409);
    },
  ),

  'create-responses-409-error-details#1': check('reports the conflicting type', async (session) => {
    const response = await session.post('/computers', { data: person });
    expectError(response, 409, { pointer: '/data/type' });
    expect(response.document.errors[0].detail).to.contain('computer');
  }),

  'create-responses-other-status#1': check('responds with 422 to invalid attributes', async (session) => {
    expectError(await session.post('/persons', { data: { type: 'person', attributes: { name: '' } } }), 422);
    expectError(await session.post('/persons', { data: { type: 'person' } }), 422);
  }),

  'create-responses-other-error-details#1': check('reports the invalid attribute', async (session) => {
    const attributes = { name: 'x', birth_date: '2001-02-29' };
    const response = await session.post('/persons', { data: { type: 'person', attributes } });
    expectError(response, 422, { pointer: '/data/attributes/birth_date' });
    expect(response.document.errors[0].detail).to.be.a('string').that.is.not.empty;
  }),

  'create-http-semantics#1': check(
    'follows HTTP semantics of POST, Location and Allow when creating',
    async (session) => {
      const [one, other] = [
        await session.post('/persons', { data: person }),
        await session.post('/persons', { data: person }),
      ];
      expect(one.headers.location).not.to.equal(other.headers.location);
      await expectNotAllowed(session, 'PUT', '/persons');
      await expectNotAllowed(session, 'POST', pathOf(one.document.data));
    },
  ),

  'crud-atomic#1': check('applies a request completely or not at all', async (session) => {
    const owner = await newPerson(session);
    const [computer, gone] = [await newComputer(session, undefined, owner), await deletedResource(session, 'computer')];
    const both = { data: [identify(computer), gone] };
    const name = uniqueText();
    const relationships = { computers: both };
    expectStatus(
      await session.post('/persons', { data: { type: 'person', attributes: { name }, relationships } }),
      404,
    );
    expect((await session.get(`/persons?filter[name]=${name}`)).document.data).to.deep.equal([]);
    const other = await newPerson(session);
    const change = { ...identify(other), attributes: { birth_date: '2001-02-28' }, relationships };
    expectStatus(await session.patch(pathOf(other), { data: change }), 404);
    for (const method of ['POST', 'PATCH'])
      expectStatus(await session.send(method, relationshipOf(other), { body: both }), 404);
    expect((await session.get(pathOf(other))).document.data).to.deep.equal(other);
    await expectLinkage(session, computer, identify(owner));
  }),
};
