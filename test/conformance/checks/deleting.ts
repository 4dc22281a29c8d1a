import { expect } from 'chai';
import { MEDIA_TYPE } from '../../support/api-client.ts';
import { check, expectError, expectNotFound, expectStatus, type Checks } from '../check.ts';
import { deletedResource, newComputer, newPerson, pathOf } from '../resources.ts';
import { expectNotAllowed } from './http-semantics.ts';

export const deleting: Checks = {
  'delete-200-status#1': check('responds with 200 and only meta to a deletion', async (session) => {
    for (const resource of [await newPerson(session), await newComputer(session)]) {
      const response = await session.delete(pathOf(resource));
      expectStatus(response, 200);
      expect(response.document).to.have.all.keys('meta', 'jsonapi');
    }
  }),

  'delete-404-status#1': check('responds with 404 when deleting a resource that does not exist', async (session) => {
    for (const type of ['person', 'computer'] as const) {
      const gone = await deletedResource(session, type);
      expectError(await session.delete(pathOf(gone)), 404);
    }
  }),

  'deleting-other-status#1': check('responds with 406 or 415 to an invalid deletion', async (session) => {
    const path = pathOf(await newPerson(session));
    expectError(await session.send('DELETE', path, { headers: { Accept: 'text/html' } }), 406);
    expectError(await session.send('DELETE', path, { headers: { 'Content-Type': `${MEDIA_TYPE};q=1` } }), 415);
    expectStatus(await session.get(path), 200);
  }),

  'deleting-other-details#1': check('reports the resource that could not be deleted', async (session) => {
    const gone = await deletedResource(session, 'person');
    const response = await session.delete(pathOf(gone));
    expectNotFound(session, response, 'id');
    expect(response.document.errors[0].detail).to.contain(gone.id);
  }),

  'deleting-http-semantics#1': check('follows HTTP semantics of DELETE and Allow when deleting', async (session) => {
    const person = await newPerson(session);
    const computer = await newComputer(session, undefined, person);
    expectStatus(await session.delete(pathOf(person)), 200);
    for (const method of ['GET', 'HEAD', 'DELETE']) expectStatus(await session.send(method, pathOf(person)), 404);
    expectStatus(await session.get(pathOf(computer)), 200);
    await expectNotAllowed(session, 'DELETE', '/persons');
  }),
};
