import { expect } from 'chai';
import { check, expectStatus, type Checks } from '../check.ts';
import { addition, expectNoContent, expectRefused, failures, operate, resultsOf } from '../operations.ts';
import {
  deletedResource,
  expectLinkage,
  identify,
  newComputer,
  newPerson,
  pathOf,
  relatedOf,
  uniqueText,
  type Resource,
} from '../resources.ts';
import { type Session } from '../session.ts';

export const atomicResources: Checks = {
  'atomic-create-target': check('creates a resource in the collection of href', async (session) => {
    const person = await newPerson(session);
    const [one, other] = await resultsOf(
      session,
      { ...addition(uniqueText()), href: '/computers' },
      { ...addition(uniqueText()), href: relatedOf(person) },
    );
    expectStatus(await session.get(pathOf(one?.data ?? person)), 200);
    await expectLinkage(session, person, other?.data === undefined ? [] : [identify(other.data)]);
  }),

  'atomic-create-op': check('requires a resource object to create one', async (session) => {
    expectStatus(await operate(session, addition(uniqueText())), 200);
    for (const data of [undefined, null, [], [addition('x').data], 'x'])
      await expectRefused(session, { op: 'add', data });
  }),

  'atomic-create-type': check('requires the type of a new resource', async (session) => {
    for (const type of [undefined, null, 1, ''])
      await expectRefused(session, { op: 'add', data: { type, attributes: { serial: 'x' } } });
  }),

  'atomic-create-result': check('returns the new resource', async (session) => {
    const serial = uniqueText();
    const [computer, person] = await resultsOf(session, addition(serial), {
      op: 'add',
      data: { type: 'person', attributes: { name: uniqueText() } },
    });
    expect(computer?.data?.attributes).to.include({ serial });
    await expectShown(session, computer?.data);
    await expectShown(session, person?.data);
  }),

  ...failures('atomic-create', 'a resource that cannot be created', () =>
    Promise.resolve([
      [{ op: 'add', data: { type: 'person', attributes: { name: '' } } }, 422, 'invalid-attribute'],
      [{ op: 'add', data: { type: 'computer', id: '1', attributes: { serial: 'x' } } }, 403, 'client-id-forbidden'],
    ]),
  ),

  'atomic-update-target': check('updates the resource of ref, href or data', async (session) => {
    const computer = await newComputer(session);
    const update = (serial: string): object => ({
      op: 'update',
      data: { ...identify(computer), attributes: { serial } },
    });
    for (const target of [{}, { ref: identify(computer) }, { href: pathOf(computer) }]) {
      const serial = uniqueText();
      const [result] = await resultsOf(session, { ...update(serial), ...target });
      expect(result?.data?.attributes['serial']).to.equal(serial);
    }
    await expectRefused(session, { ...update('x'), ref: identify(computer), href: pathOf(computer) });
    await expectRefused(session, { op: 'update', data: { type: 'computer', attributes: { serial: 'x' } } });
    const [other, attributes] = [await newComputer(session), {}];
    await expectRefused(
      session,
      { op: 'update', ref: identify(computer), data: { ...identify(other), attributes } },
      409,
    );
  }),

  'atomic-update-op': check('requires a resource object to update one', async (session) => {
    const ref = identify(await newComputer(session));
    for (const data of [undefined, null, [], 'x']) await expectRefused(session, { op: 'update', ref, data });
  }),

  'atomic-update-computed': check('returns what else an update has changed', async (session) => {
    const person = await newPerson(session);
    const attributes = { name: uniqueText() };
    const [result] = await resultsOf(session, { op: 'update', data: { ...identify(person), attributes } });
    expect(result?.data?.attributes['display_name']).not.to.equal(person.attributes['display_name']);
    await expectShown(session, result?.data);
  }),

  'atomic-update-result': check('returns the updated resource, or nothing', async (session) => {
    const computer = await newComputer(session);
    const attributes = { serial: uniqueText() };
    const response = await operate(session, { op: 'update', data: { ...identify(computer), attributes } });
    expect(response.status).to.be.oneOf([200, 204]);
    const [result] = response.document?.['atomic:results'] ?? [];
    if (result?.data !== undefined) await expectShown(session, result.data);
    expect((await session.get(pathOf(computer))).document.data.attributes).to.deep.equal({
      ...computer.attributes,
      ...attributes,
    });
  }),

  ...failures('atomic-update', 'a resource that cannot be updated', async (session) => {
    const person = identify(await newPerson(session));
    return [
      [{ op: 'update', data: { ...person, attributes: { name: '' } } }, 422, 'invalid-attribute'],
      [
        { op: 'update', data: { ...(await deletedResource(session, 'person')), attributes: {} } },
        404,
        'object-not-found',
      ],
    ];
  }),

  'atomic-delete-target': check('deletes the resource of ref or href', async (session) => {
    const [one, other] = [await newPerson(session), await newComputer(session)];
    await expectRefused(session, { op: 'remove' });
    await expectRefused(session, { op: 'remove', data: identify(one) });
    await expectRefused(session, { op: 'remove', ref: identify(one), href: pathOf(one) });
    for (const href of ['/persons', '/unknown/1', '/persons/1/unknown'])
      await expectRefused(session, { op: 'remove', href });
    await expectNoContent(session, { op: 'remove', ref: identify(one) }, { op: 'remove', href: pathOf(other) });
    for (const resource of [one, other]) expectStatus(await session.get(pathOf(resource)), 404);
  }),

  'atomic-delete-op': check('deletes a resource by remove', async (session) => {
    const person = await newPerson(session);
    await expectRefused(session, { op: 'delete', ref: identify(person) });
    expectStatus(await session.get(pathOf(person)), 200);
    await expectNoContent(session, { op: 'remove', ref: identify(person) });
    expectStatus(await session.get(pathOf(person)), 404);
  }),

  'atomic-delete-result': check('returns no data for a deleted resource', async (session) => {
    const remove = { op: 'remove', ref: identify(await newPerson(session)) };
    const [, result] = await resultsOf(session, addition(uniqueText()), remove);
    expect(result).to.deep.equal({});
  }),

  'atomic-delete-204': check('responds with 204 if resources were only deleted', async (session) => {
    const [one, other] = [await newPerson(session), await newComputer(session)].map(identify);
    await expectNoContent(session, { op: 'remove', ref: one }, { op: 'remove', ref: other });
  }),

  ...failures('atomic-delete', 'a resource that cannot be deleted', async (session) => {
    const gone = await deletedResource(session, 'person');
    return [
      [{ op: 'remove', ref: gone }, 404, 'object-not-found'],
      [{ op: 'remove', href: pathOf(gone) }, 404, 'object-not-found'],
    ];
  }),
};

/** Expects the resource as GET shows it. */
async function expectShown(session: Session, resource: Resource | undefined): Promise<void> {
  expect(resource).to.be.an('object');
  if (resource === undefined) return;
  expect(resource).to.deep.equal((await session.get(pathOf(resource))).document.data);
}
