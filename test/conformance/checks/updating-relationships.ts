import { expect } from 'chai';
import { check, expectError, expectStatus, type Checks } from '../check.ts';
import {
  deletedResource,
  expectLinkage,
  identify,
  newComputer,
  newPerson,
  relationshipOf,
  type Identifier,
} from '../resources.ts';
import { type Session } from '../session.ts';
import { expectNotAllowed } from './http-semantics.ts';

export const updatingRelationships: Checks = {
  'respond-patch-to-one-relationship-link#1': check(
    'sets, replaces and clears a to-one relationship',
    async (session) => {
      const [computer, one, other] = [await newComputer(session), await newPerson(session), await newPerson(session)];
      for (const data of [identify(one), identify(other), null]) {
        expectStatus(await session.patch(relationshipOf(computer), { data }), 200);
        await expectLinkage(session, computer, data);
      }
    },
  ),

  'patch-to-one-data-member#1': check('rejects a to-one update without an identifier or null', async (session) => {
    const person = await newPerson(session);
    const computer = await newComputer(session, undefined, person);
    for (const body of [{}, { data: [identify(person)] }, { data: { type: 'person' } }, { data: person.id }])
      expectError(await session.patch(relationshipOf(computer), body), 400);
    await expectLinkage(session, computer, identify(person));
  }),

  'patch-to-one-response#1': check('responds with success to a to-one update', async (session) => {
    const [computer, person] = [await newComputer(session), await newPerson(session)];
    expectStatus(await session.patch(relationshipOf(computer), { data: identify(person) }), 200);
    await expectLinkage(session, computer, identify(person));
  }),

  'respond-patch-post-delete-to-many-relationship-link#1': check(
    'replaces, adds to and removes from a to-many relationship',
    async (session) => {
      const { person, linked, other } = await personWithComputers(session);
      const steps: [method: string, data: readonly Identifier[], result: readonly Identifier[]][] = [
        ['POST', [other], [...linked, other]],
        ['DELETE', linked, [other]],
        ['PATCH', linked, linked],
      ];
      for (const [method, data, result] of steps) {
        expectStatus(await session.send(method, relationshipOf(person), { body: { data } }), 200);
        await expectLinkage(session, person, result);
      }
    },
  ),

  'patch-post-delete-to-many-data-member#1': check(
    'rejects a to-many update without an array of identifiers',
    async (session) => {
      const { person, linked, other } = await personWithComputers(session);
      for (const method of ['PATCH', 'POST', 'DELETE']) {
        for (const body of [{}, { data: null }, { data: other }, { data: [{ type: 'computer' }] }, { data: ['1'] }])
          expectError(await session.send(method, relationshipOf(person), { body }), 400);
      }
      await expectLinkage(session, person, linked);
      for (const method of ['POST', 'DELETE', 'PATCH'])
        expectStatus(await session.send(method, relationshipOf(person), { body: { data: [] } }), 200);
    },
  ),

  'patch-to-many-complete-replace#1': check(
    'replaces a to-many relationship completely or not at all',
    async (session) => {
      const { person, linked, other } = await personWithComputers(session);
      const gone = await deletedResource(session, 'computer');
      expectError(await session.patch(relationshipOf(person), { data: [other, gone] }), 404, { pointer: '/data/1' });
      await expectLinkage(session, person, linked);
      for (const data of [[other], [...linked], []]) {
        expectStatus(await session.patch(relationshipOf(person), { data }), 200);
        await expectLinkage(session, person, data);
      }
    },
  ),

  'post-to-many-add#1': check('adds resources that are not linked yet', async (session) => {
    const { person, linked, other } = await personWithComputers(session);
    expectStatus(await session.post(relationshipOf(person), { data: [other] }), 200);
    await expectLinkage(session, person, [...linked, other]);
  }),

  'post-to-many-add-again#1': check('does not add a linked resource again', async (session) => {
    const { person, linked, other } = await personWithComputers(session);
    expectStatus(await session.post(relationshipOf(person), { data: [...linked, other] }), 200);
    expectStatus(await session.post(relationshipOf(person), { data: [other] }), 200);
    await expectLinkage(session, person, [...linked, other]);
  }),

  'post-to-many-add-again#2': check('adds a resource once if it is named twice', async (session) => {
    const { person, linked, other } = await personWithComputers(session);
    expectStatus(await session.post(relationshipOf(person), { data: [other, other] }), 200);
    await expectLinkage(session, person, [...linked, other]);
  }),

  'post-to-many-response#1': check('responds with success whether or not anything was added', async (session) => {
    const { person, linked, other } = await personWithComputers(session);
    for (const data of [[other], linked, []]) expectStatus(await session.post(relationshipOf(person), { data }), 200);
  }),

  'delete-to-many#1': check(
    'removes the named resources from the relationship and keeps the others',
    async (session) => {
      const { person, linked } = await personWithComputers(session);
      const [first, second] = linked;
      expectStatus(await session.delete(relationshipOf(person), { data: [second] }), 200);
      await expectLinkage(session, person, [first]);
    },
  ),

  'delete-to-many#2': check(
    'removes all named resources from the relationship without deleting them',
    async (session) => {
      const { person, linked } = await personWithComputers(session);
      expectStatus(await session.delete(relationshipOf(person), { data: linked }), 200);
      await expectLinkage(session, person, []);
      for (const computer of linked) await expectLinkage(session, computer, null);
    },
  ),

  'delete-to-many-success#1': check(
    'responds with success when removing a resource that is not linked',
    async (session) => {
      const { person, linked, other } = await personWithComputers(session);
      const gone = await deletedResource(session, 'computer');
      expectStatus(await session.delete(relationshipOf(person), { data: [other, gone] }), 200);
      await expectLinkage(session, person, linked);
    },
  ),

  'updating-relationship-200-status#1': check(
    'responds with 200 when the result differs from what was sent',
    async (session) => {
      const { person, linked, other } = await personWithComputers(session);
      const before = await newPerson(session, [other]);
      expectStatus(await session.patch(relationshipOf(person), { data: [...linked, other, other] }), 200);
      await expectLinkage(session, person, [...linked, other]);
      await expectLinkage(session, before, []);
    },
  ),

  'updating-relationship-200-response#1': check('returns the updated relationship', async (session) => {
    const { person, linked, other } = await personWithComputers(session);
    const added = (await session.post(relationshipOf(person), { data: [other] })).document;
    expect(added.data.relationships.computers.data).to.deep.equal([...linked, other]);
    const removed = (await session.delete(relationshipOf(person), { data: linked })).document;
    expect(removed.data.relationships.computers.data).to.deep.equal([other]);
    const cleared = (await session.patch(relationshipOf(other), { data: null })).document;
    expect(cleared.data.relationships.owner.data).to.equal(null);
  }),

  'updating-relationship-other-status#1': check(
    'responds with 404 or 409 to invalid relationship updates',
    async (session) => {
      const person = await newPerson(session);
      expectError(
        await session.patch(relationshipOf(person), { data: [await deletedResource(session, 'computer')] }),
        404,
      );
      expectError(await session.post(relationshipOf(person), { data: [identify(person)] }), 409);
      const gone = await deletedResource(session, 'person');
      expectError(await session.delete(relationshipOf(gone), { data: [] }), 404);
    },
  ),

  'updating-relationship-other-details#1': check('reports the invalid identifier', async (session) => {
    const { person, linked } = await personWithComputers(session);
    const [type, missing] = [identify(person), await deletedResource(session, 'computer')];
    const path = relationshipOf(person);
    expectError(await session.post(path, { data: [...linked, type] }), 409, { pointer: '/data/2/type' });
    expectError(await session.post(path, { data: [...linked, missing] }), 404, { pointer: '/data/2' });
  }),

  'update-relationship-http-semantics#1': check(
    'follows HTTP semantics of PATCH, DELETE and Allow when updating relationships',
    async (session) => {
      const { person, linked } = await personWithComputers(session);
      for (const [method, data, result] of [
        ['PATCH', linked, linked],
        ['DELETE', linked, []],
      ] as const) {
        for (let time = 0; time < 2; time++) {
          expectStatus(await session.send(method, relationshipOf(person), { body: { data } }), 200);
          await expectLinkage(session, person, result);
        }
      }
      await expectNotAllowed(session, 'PUT', relationshipOf(person));
    },
  ),
};

/** Replaces the standard's 204: always 200 and the owner, even if the result is what was sent. */
export const answersUpdatedOwner = check(
  'returns 200, the owner and all linked resources, even if nothing else changed',
  async (session) => {
    const { person, linked } = await personWithComputers(session);
    for (const [method, data, result] of [
      ['PATCH', linked, linked],
      ['POST', linked, linked],
      ['DELETE', linked, []],
      ['DELETE', linked, []],
    ] as const) {
      const response = await session.send(method, relationshipOf(person), { body: { data } });
      expectStatus(response, 200);
      expect(identify(response.document.data)).to.deep.equal(identify(person));
      expect(response.document.data.relationships.computers.data).to.deep.equal(result);
      expect(response.document.included.map(identify)).to.deep.equal(result);
    }
  },
);

interface PersonWithComputers {
  readonly person: Identifier;
  readonly linked: readonly [Identifier, Identifier];
  /** Not linked; its id is greater than those of the linked computers. */
  readonly other: Identifier;
}

/** Creates a person with two computers, and a computer without an owner. */
async function personWithComputers(session: Session): Promise<PersonWithComputers> {
  const linked = [identify(await newComputer(session)), identify(await newComputer(session))] as const;
  return { person: await newPerson(session, linked), linked, other: identify(await newComputer(session)) };
}
