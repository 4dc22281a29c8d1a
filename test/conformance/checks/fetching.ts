import { expect } from 'chai';
import { check, expectError, expectNotFound, expectStatus, type Checks } from '../check.ts';
import {
  deletedResource,
  expectLinkage,
  identify,
  newComputer,
  newPerson,
  pathOf,
  relatedOf,
  relationshipOf,
  type Identifier,
} from '../resources.ts';
import { type Session } from '../session.ts';
import { expectHeadLikeGet, expectNotAllowed } from './http-semantics.ts';

export const fetching: Checks = {
  'fetch-response-code#1': check('responds with 200 for resources and collections', async (session) => {
    const computer = await newComputer(session);
    const person = await newPerson(session, [computer]);
    const paths = ['/persons', '/computers', ...[person, computer].flatMap((each) => [pathOf(each), relatedOf(each)])];
    for (const path of paths) expectStatus(await session.get(path), 200);
  }),

  'fetch-primary-data-collection#1': check('returns a collection as an array of resources', async (session) => {
    const computer = await newComputer(session);
    const person = await newPerson(session, [computer]);
    const empty = await newPerson(session);
    expect((await session.get(`/computers?filter[id]=${computer.id}`)).document.data).to.deep.equal([computer]);
    expect((await session.get(relatedOf(person))).document.data).to.deep.equal([computer]);
    expect((await session.get(relatedOf(empty))).document.data).to.deep.equal([]);
  }),

  'fetch-primary-data-single#1': check(
    'returns a single resource as an object, or null if there is none',
    async (session) => {
      const computer = await newComputer(session);
      expect((await session.get(pathOf(computer))).document.data).to.deep.equal(computer);
      expect((await session.get(relatedOf(computer))).document.data).to.equal(null);
      const person = await newPerson(session, [computer]);
      expect(identify((await session.get(relatedOf(computer))).document.data)).to.deep.equal(identify(person));
    },
  ),

  'fetch-responses-404#1': check('responds with 404 for a resource that does not exist', async (session) => {
    for (const type of ['person', 'computer'] as const) {
      const gone = await deletedResource(session, type);
      expectError(await session.get(pathOf(gone)), 404);
      expectError(await session.get(relatedOf(gone)), 404);
    }
  }),

  'fetch-responses-other-status-codes#1': check('responds with 400 or 406 to an invalid read', async (session) => {
    expectError(await session.get('/persons?page[size]=x'), 400);
    expectError(await session.get('/persons', { Accept: 'text/html' }), 406);
  }),

  'fetch-responses-error-details#1': check('reports what was wrong with a read', async (session) => {
    expectError(await session.get('/persons?page[size]=x'), 400, { parameter: 'page[size]' });
    const gone = await deletedResource(session, 'person');
    expectNotFound(session, await session.get(pathOf(gone)), 'id');
  }),

  'fetch-responses-http-semantics#1': check(
    'follows HTTP semantics of GET, HEAD and Allow when fetching',
    async (session) => {
      const person = await newPerson(session);
      await expectHeadLikeGet(session, pathOf(person));
      await expectHeadLikeGet(session, `/persons?filter[id]=${person.id}`);
      await expectNotAllowed(session, 'PUT', pathOf(person));
      expect((await session.get(pathOf(person))).text).to.equal((await session.get(pathOf(person))).text);
    },
  ),

  'fetch-relationships#1': check('serves the self link of every relationship', async (session) => {
    for (const resource of await linkedPair(session)) {
      const { relationships } = (await session.get(pathOf(resource))).document.data;
      for (const [name, { links }] of Object.entries<{ links: { self: string } }>(relationships)) {
        expect(await session.pathOf(links.self)).to.equal(`${pathOf(resource)}/relationships/${name}`);
        expectStatus(await session.follow(links.self), 200);
      }
    }
  }),

  'fetch-relationships-response-200#1': check('responds with 200 for a relationship', async (session) => {
    for (const each of await linkedPair(session)) expectStatus(await session.get(relationshipOf(each)), 200);
  }),

  'fetch-relationships-response-200-primary-data#1': check('returns the linkage of the resource', async (session) => {
    const [person, computer] = await linkedPair(session);
    const [personNow, computerNow] = [
      (await session.get(pathOf(person))).document.data,
      (await session.get(`${pathOf(computer)}?include=owner`)).document.data,
    ];
    expect(personNow.relationships.computers.data).to.deep.equal([identify(computer)]);
    await expectLinkage(session, person, personNow.relationships.computers.data);
    expect(computerNow.relationships.owner.data).to.deep.equal(identify(person));
    await expectLinkage(session, computer, computerNow.relationships.owner.data);
  }),

  'fetch-relationships-response-200-self-related#1': check(
    'links a relationship to itself and to the related resources',
    async (session) => {
      for (const each of await linkedPair(session)) {
        const { links } = (await session.get(relationshipOf(each))).document;
        expect(await session.pathOf(links.self)).to.equal(relationshipOf(each));
        expect(await session.pathOf(links.related)).to.equal(relatedOf(each));
      }
    },
  ),

  'fetch-relationships-response-404#1': check(
    'responds with 404 for a relationship that does not exist',
    async (session) => {
      for (const type of ['person', 'computer'] as const) {
        const gone = await deletedResource(session, type);
        expectError(await session.get(relationshipOf(gone)), 404);
      }
      const person = await newPerson(session);
      expectError(await session.get(`${pathOf(person)}/relationships/unknown`), 404);
    },
  ),

  'fetch-relationships-response-exists-empty#1': check(
    'responds with 200 for an empty relationship',
    async (session) => {
      await expectLinkage(session, await newPerson(session), []);
      await expectLinkage(session, await newComputer(session), null);
    },
  ),

  'fetch-relationships-other-status-codes#1': check(
    'responds with 400 or 406 to an invalid read of a relationship',
    async (session) => {
      const path = relationshipOf(await newPerson(session));
      expectError(await session.get(`${path}?sort=unknown`), 400);
      expectError(await session.get(path, { Accept: 'text/html' }), 406);
    },
  ),

  'fetch-relationships-other-error-details#1': check(
    'reports what was wrong with a read of a relationship',
    async (session) => {
      const path = relationshipOf(await newPerson(session));
      expectError(await session.get(`${path}?sort=unknown`), 400, { parameter: 'sort' });
      const gone = await deletedResource(session, 'person');
      expectNotFound(session, await session.get(relationshipOf(gone)), 'id');
    },
  ),

  'fetch-relationships-http-semantics#1': check(
    'follows HTTP semantics of GET, HEAD and Allow when fetching a relationship',
    async (session) => {
      for (const each of await linkedPair(session)) {
        await expectHeadLikeGet(session, relationshipOf(each));
        await expectNotAllowed(session, 'PUT', relationshipOf(each));
      }
    },
  ),
};

async function linkedPair(session: Session): Promise<[person: Identifier, computer: Identifier]> {
  const computer = await newComputer(session);
  return [await newPerson(session, [computer]), computer];
}
