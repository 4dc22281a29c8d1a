import { expect } from 'chai';
import { check, type Checks } from '../check.ts';
import { addition, expectNoContent, expectRefused, failures, resultsOf } from '../operations.ts';
import {
  deletedResource,
  expectLinkage,
  identify,
  newComputer,
  newPerson,
  relationshipOf,
  uniqueText,
  type Identifier,
} from '../resources.ts';

const ownerOf = (computer: Identifier): object => ({ ...identify(computer), relationship: 'owner' });
const computersOf = (person: Identifier): object => ({ ...identify(person), relationship: 'computers' });

export const atomicRelationships: Checks = {
  'atomic-to-one-target': check('updates the to-one relationship of ref or href', async (session) => {
    const [computer, person] = [await newComputer(session), await newPerson(session)];
    const update = { op: 'update', data: identify(person) };
    await expectRefused(session, { ...update, ref: ownerOf(computer), href: relationshipOf(computer) });
    for (const target of [{ ref: ownerOf(computer) }, { href: relationshipOf(computer) }]) {
      await expectNoContent(session, { ...update, ...target });
      await expectLinkage(session, computer, identify(person));
      await expectNoContent(session, { op: 'update', data: null, ...target });
      await expectLinkage(session, computer, null);
    }
  }),

  'atomic-to-one-assign': check('assigns a to-one relationship by update with an identifier', async (session) => {
    const [computer, person] = [await newComputer(session), await newPerson(session)];
    const ref = ownerOf(computer);
    for (const op of ['add', 'remove']) await expectRefused(session, { op, ref, data: identify(person) });
    for (const data of [undefined, 'x', [identify(person)], { type: 'person' }])
      await expectRefused(session, { op: 'update', ref, data });
    await expectLinkage(session, computer, null);
    await expectNoContent(session, { op: 'update', ref, data: identify(person) });
    await expectLinkage(session, computer, identify(person));
  }),

  'atomic-to-one-clear': check('clears a to-one relationship by update with null', async (session) => {
    const computer = await newComputer(session, undefined, await newPerson(session));
    await expectNoContent(session, { op: 'update', ref: ownerOf(computer), data: null });
    await expectLinkage(session, computer, null);
  }),

  'atomic-to-one-result': check('returns no data for a to-one relationship', async (session) => {
    const update = { op: 'update', ref: ownerOf(await newComputer(session)), data: null };
    const [, result] = await resultsOf(session, addition(uniqueText()), update);
    expect(result).to.deep.equal({});
  }),

  'atomic-to-one-204': check('responds with 204 if to-one relationships were only updated', async (session) => {
    const [computer, person] = [await newComputer(session), await newPerson(session)];
    await expectNoContent(
      session,
      { op: 'update', ref: ownerOf(computer), data: identify(person) },
      { op: 'update', ref: ownerOf(computer), data: null },
    );
  }),

  ...failures('atomic-to-one', 'a to-one relationship that cannot be updated', async (session) => {
    const computer = await newComputer(session);
    const gone = await deletedResource(session, 'computer');
    return [
      [
        { op: 'update', ref: ownerOf(computer), data: await deletedResource(session, 'person') },
        404,
        'object-not-found',
      ],
      [{ op: 'update', ref: ownerOf(computer), data: identify(computer) }, 409, 'type-conflict'],
      [{ op: 'update', ref: ownerOf(gone), data: null }, 404, 'object-not-found'],
    ];
  }),

  'atomic-to-many-target': check('updates the to-many relationship of ref or href', async (session) => {
    const [person, computer] = [await newPerson(session), await newComputer(session)];
    const data = [identify(computer)];
    await expectRefused(session, { op: 'add', ref: computersOf(person), href: relationshipOf(person), data });
    for (const target of [{ ref: computersOf(person) }, { href: relationshipOf(person) }]) {
      await expectNoContent(session, { op: 'add', data, ...target });
      await expectLinkage(session, person, data);
      await expectNoContent(session, { op: 'remove', data, ...target });
      await expectLinkage(session, person, []);
    }
  }),

  'atomic-to-many-add': check('adds members by add', async (session) => {
    const [one, other] = [await newComputer(session), await newComputer(session)];
    const person = await newPerson(session, [one]);
    await expectNoContent(session, { op: 'add', ref: computersOf(person), data: [one, other].map(identify) });
    await expectLinkage(session, person, [one, other].map(identify));
    for (const data of [undefined, null, identify(one), 'x', [{ type: 'computer' }]])
      await expectRefused(session, { op: 'add', ref: computersOf(person), data });
  }),

  'atomic-to-many-replace': check('replaces all members by update', async (session) => {
    const [one, other] = [await newComputer(session), await newComputer(session)];
    const person = await newPerson(session, [one]);
    for (const members of [[other], [one, other], []]) {
      await expectNoContent(session, { op: 'update', ref: computersOf(person), data: members.map(identify) });
      await expectLinkage(session, person, members.map(identify));
    }
    for (const data of [undefined, null, identify(one)])
      await expectRefused(session, { op: 'update', ref: computersOf(person), data });
  }),

  'atomic-to-many-remove': check('removes members by remove', async (session) => {
    const [one, other] = [await newComputer(session), await newComputer(session)];
    const person = await newPerson(session, [one, other]);
    await expectNoContent(session, { op: 'remove', ref: computersOf(person), data: [identify(one)] });
    await expectLinkage(session, person, [identify(other)]);
    for (const data of [undefined, null, identify(one)])
      await expectRefused(session, { op: 'remove', ref: computersOf(person), data });
  }),

  'atomic-to-many-result': check('returns no data for a to-many relationship', async (session) => {
    const ref = computersOf(await newPerson(session));
    const data = [identify(await newComputer(session))];
    const changes = ['add', 'update', 'remove'].map((op) => ({ op, ref, data }));
    const [, ...results] = await resultsOf(session, addition(uniqueText()), ...changes);
    expect(results).to.deep.equal([{}, {}, {}]);
  }),

  'atomic-to-many-204': check('responds with 204 if to-many relationships were only updated', async (session) => {
    const ref = computersOf(await newPerson(session));
    const data = [identify(await newComputer(session))];
    await expectNoContent(session, ...['add', 'update', 'remove'].map((op) => ({ op, ref, data })));
  }),

  ...failures('atomic-to-many', 'a to-many relationship that cannot be updated', async (session) => {
    const person = await newPerson(session);
    const gone = await deletedResource(session, 'computer');
    return [
      [{ op: 'add', ref: computersOf(person), data: [gone] }, 404, 'object-not-found'],
      [{ op: 'update', ref: computersOf(person), data: [identify(person)] }, 409, 'type-conflict'],
      [{ op: 'remove', ref: computersOf(await deletedResource(session, 'person')), data: [] }, 404, 'object-not-found'],
    ];
  }),
};
