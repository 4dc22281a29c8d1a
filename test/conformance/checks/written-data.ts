// Documents in responses to writes in JSON:API 1.1.
import { expect } from 'chai';
import { type ApiResponse } from '../../support/api-client.ts';
import { check, expectStatus, type Checks } from '../check.ts';
import {
  expectLinkage,
  identify,
  newComputer,
  newPerson,
  pathOf,
  relatedOf,
  relationshipOf,
  uniqueText,
  type Identifier,
} from '../resources.ts';
import { type Session } from '../session.ts';

export const writtenData: Checks = {
  'create-responses-201': check('responds to a creation with 201 and the new resource', async (session) => {
    const [owner, computer] = [await newPerson(session), await newComputer(session)];
    const person = { type: 'person', attributes: { name: 'Ada', birth_date: '2001-02-28' } };
    const own = { type: 'computer', attributes: { serial: uniqueText() } };
    const computers = { computers: { data: [identify(computer)] } };
    const known = new Set([owner, computer].map(({ type, id }) => `${type} ${id}`));
    for (const [path, data, shown] of [
      ['/persons', { ...person, relationships: computers }, { birth_date: '2001-02-28', display_name: 'ADA' }],
      ['/computers', { ...own, relationships: { owner: { data: identify(owner) } } }, own.attributes],
      [relatedOf(owner), own, own.attributes],
    ] as const) {
      const response = await session.post(path, { data });
      expectStatus(response, 201);
      const created = response.document.data;
      expect(created.type).to.equal(data.type);
      expect(created.attributes).to.include(shown);
      expect([...known]).not.to.include(`${created.type} ${created.id}`);
      known.add(`${created.type} ${created.id}`);
      expect((await session.follow(created.links.self)).document.data).to.deep.equal(created);
      if (data.type === 'person') await expectLinkage(session, created, [identify(computer)]);
      else await expectLinkage(session, created, identify(owner));
    }
  }),

  'update-resource-200-changed': check(
    'responds with 200 and the resource if an update changes more than it requested',
    async (session) => {
      const person = await newPerson(session);
      const data = { ...identify(person), attributes: { name: 'Ada' } };
      const response = await session.patch(pathOf(person), { data });
      expectStatus(response, 200);
      expect(response.document.data.attributes.display_name).to.equal('ADA');
      expect(response.document).to.deep.equal((await session.get(pathOf(person))).document);
    },
  ),

  'updating-relationship-200-changed': check(
    'responds with 200 and the linkage if an update is not applied literally',
    async (session) => {
      const [one, other] = [identify(await newComputer(session)), identify(await newComputer(session))];
      const person = await newPerson(session, [one]);
      for (const method of ['POST', 'PATCH']) {
        const body = { data: [one, other, other] };
        const response = await session.send(method, relationshipOf(person), { body });
        expectStatus(response, 200);
        expect(response.document.data).to.deep.equal([one, other]);
        await expectLinkage(session, person, [one, other]);
      }
    },
  ),

  'updating-relationship-unchanged': check(
    'responds to an update of a relationship with its linkage, no data or no content',
    async (session) => {
      const [one, other] = [identify(await newComputer(session)), identify(await newComputer(session))];
      const person = await newPerson(session, [one]);
      for (const [method, data] of [
        ['POST', [other]],
        ['POST', [other]],
        ['DELETE', [one]],
        ['DELETE', [one]],
        ['PATCH', [one, other]],
        ['PATCH', [one, other]],
        ['PATCH', []],
        ['DELETE', []],
      ] as const)
        await expectOwnLinkage(session, person, await session.send(method, relationshipOf(person), { body: { data } }));
      for (const data of [identify(person), identify(person), null, null])
        await expectOwnLinkage(session, one, await session.patch(relationshipOf(one), { data }));
    },
  ),

  'delete-200-no-data': check('responds to a deletion with 200 and no data', async (session) => {
    for (const resource of [await newPerson(session), await newComputer(session)]) {
      const response = await session.delete(pathOf(resource));
      expectStatus(response, 200);
      expect(response.document).to.have.all.keys('meta', 'jsonapi', 'links');
    }
  }),

  'delete-success-status': check('responds to a deletion with 200 or 204', async (session) => {
    for (const resource of [await newPerson(session), await newComputer(session)]) {
      const response = await session.delete(pathOf(resource));
      if (response.status === 204) expect(response.text).to.equal('');
      else {
        expectStatus(response, 200);
        expect(response.document).to.be.an('object');
      }
      expectStatus(await session.get(pathOf(resource)), 404);
    }
  }),
};

/** Expects the current linkage, no data, or an empty response. */
async function expectOwnLinkage(session: Session, identifier: Identifier, response: ApiResponse): Promise<void> {
  if (response.status === 204) return void expect(response.text).to.equal('');
  expectStatus(response, 200);
  const { data } = response.document;
  if (data !== undefined) expect(data).to.deep.equal((await session.get(relationshipOf(identifier))).document.data);
}
