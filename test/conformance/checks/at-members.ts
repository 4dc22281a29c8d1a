// @-members (JSON:API 1.1): their names begin with an at sign, and a server ignores them.
import { expect } from 'chai';
import { check, checkLast, expectStatus, partsOf, type Checks } from '../check.ts';
import { memberNames } from '../documents.ts';
import { operateWith } from '../operations.ts';
import { expectLinkage, identify, newComputer, newPerson, pathOf, relationshipOf } from '../resources.ts';

const at = { '@type': 'Thing', '@context': { '@vocab': 'https://schema.org/' } };

export const atMembers: Checks = {
  'at-member-names': check('accepts members whose names begin with an at sign', async (session) => {
    const data = { type: 'person', attributes: { name: 'x' } };
    expectStatus(await session.post('/persons', { data, '@context': 'https://schema.org/' }), 201);
    expectStatus(await session.post('/persons', { data: { ...data, '@type': 'Person' } }), 201);
  }),

  'at-members-anywhere': check('accepts @-members anywhere in a document', async (session) => {
    const [person, computer] = [await newPerson(session), await newComputer(session)];
    const link = { ...identify(computer), ...at };
    const relationships = { computers: { data: [link], ...at }, ...at };
    const data = { type: 'person', attributes: { name: 'x', ...at }, relationships, ...at };
    const around = { meta: at, ...at };
    expectStatus(await session.post('/persons', { data, ...around }), 201);
    expectStatus(await session.patch(pathOf(person), { data: { ...data, id: person.id }, ...around }), 200);
    await expectLinkage(session, person, [identify(computer)]);
    for (const method of ['DELETE', 'POST', 'PATCH'])
      expectStatus(await session.send(method, relationshipOf(person), { body: { data: [link], ...around } }), 200);
    const owner = { data: { ...identify(person), ...at }, ...around };
    expectStatus(await session.patch(relationshipOf(computer), owner), 200);
    const operation = {
      op: 'update',
      ref: { ...identify(person), ...at },
      data: { ...data, id: person.id },
      ...around,
    };
    expectStatus(await operateWith(session, { 'atomic:operations': [operation], ...around }), 200);
    await expectLinkage(session, person, [identify(computer)]);
  }),

  'at-members-ignored': checkLast('ignores @-members and never returns them', async (session) => {
    for (const { value, where } of partsOf(session, 'documents'))
      expect(
        memberNames(value).filter((name) => name.startsWith('@')),
        where,
      ).to.deep.equal([]);
    const person = await newPerson(session, [await newComputer(session)]);
    const data = { ...identify(person), attributes: { birth_date: '2001-02-28' } };
    const plain = await session.patch(pathOf(person), { data });
    const decorated = { ...data, attributes: { ...data.attributes, ...at }, relationships: at, ...at };
    const response = await session.patch(pathOf(person), { data: decorated, ...at });
    expectStatus(response, 200);
    expect(response.document).to.deep.equal(plain.document);
    expect(response.document).to.deep.equal((await session.get(pathOf(person))).document);
    for (const body of [at, { data: at }, { data: { ...identify(person), relationships: { computers: at } } }])
      expectStatus(await session.patch(pathOf(person), body), 400);
    expectStatus(await session.post(relationshipOf(person), { data: [at] }), 400);
  }),
};
