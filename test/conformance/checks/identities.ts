// Types, ids and local ids of resources and resource identifiers in JSON:API 1.1.
import { expect } from 'chai';
import { check, checkLast, expectError, expectStatus, partsOf, type Checks } from '../check.ts';
import { memberNames } from '../documents.ts';
import { addition, expectRefused, operate, resultsOf } from '../operations.ts';
import { expectLinkage, identify, newComputer, newPerson, pathOf, relationshipOf, uniqueText } from '../resources.ts';
import { type Session } from '../session.ts';

const person = { type: 'person', attributes: { name: 'x' } };
const computer = { type: 'computer', attributes: { serial: 'x' } };

export const identities: Checks = {
  'resource-lid': check('accepts a lid for a new resource, and does not return it', async (session) => {
    for (const [path, data] of [
      ['/persons', person],
      ['/computers', computer],
    ] as const) {
      const response = await session.post(path, { data: { ...data, lid: 'new' } });
      expectStatus(response, 201);
      expect(response.document.data.id).to.be.a('string').that.is.not.equal('new');
      expect(memberNames(response.document)).not.to.include('lid');
    }
  }),

  'resource-lid-without-id': check('accepts new resources with and without a lid', async (session) => {
    const ids = new Set<string>();
    for (const lid of [{ lid: 'new' }, { lid: 'new' }, {}]) {
      const response = await session.post('/persons', { data: { ...person, ...lid } });
      expectStatus(response, 201);
      ids.add(response.document.data.id as string);
    }
    expect(ids.size, 'different resources').to.equal(3);
    expect(await resultsOf(session, addition(uniqueText(), 'new'), addition(uniqueText()))).to.have.length(2);
  }),

  'resource-lid-identical': check('identifies a new resource by its type and lid', async (session) => {
    const [added, owner] = await resultsOf(session, addition(uniqueText(), 'new'), {
      op: 'add',
      data: { ...person, lid: 'new', relationships: { computers: { data: [{ type: 'computer', lid: 'new' }] } } },
    });
    if (added?.data === undefined || owner?.data === undefined) throw new Error('an operation without a result');
    await expectLinkage(session, owner.data, [identify(added.data)]);
    const name = uniqueText();
    for (const lid of ['new', 'other']) {
      // `new` is the lid of a person, not of a computer.
      const computers = { data: [{ type: 'computer', lid }] };
      const data = { type: 'person', lid: 'new', attributes: { name }, relationships: { computers } };
      const pointer = '/data/relationships/computers/data/0/lid';
      expectError(await session.post('/persons', { data }), 400, { pointer });
    }
    expect((await session.get(`/persons?filter[name]=${name}`)).document.data).to.deep.equal([]);
  }),

  'resource-member-strings': checkLast('sends type and id as strings, and requires strings', async (session) => {
    for (const { value, where } of partsOf(session, 'resources')) expectStrings(value as object, where);
    for (const lid of [1, null, true, {}, []]) {
      expectError(await session.post('/persons', { data: { ...person, lid } }), 400, { pointer: '/data/lid' });
      await expectRefused(session, { op: 'add', data: { ...person, lid } });
    }
    const { id } = await newPerson(session);
    for (const data of [
      { type: 'person', id: Number(id) },
      { type: 1, id },
    ])
      expectError(await session.patch(pathOf({ type: 'person', id }), { data: { ...data, attributes: {} } }), 400);
    for (const type of [1, null, {}])
      expectError(await session.post('/persons', { data: { ...person, type } }), 400, { pointer: '/data/type' });
  }),

  'resource-identifier-members': checkLast(
    'sends type and id in every identifier, and requires them',
    async (session) => {
      const identifiers = partsOf(session, 'identifiers');
      expect(identifiers.length).to.be.above(0);
      for (const { value, where } of identifiers) expect(value, where).to.include.all.keys('type', 'id');
      for (const identifier of [{}, { type: 'computer' }, { id: '1' }, { lid: 'new' }])
        await expectIdentifierRefused(session, identifier);
    },
  ),

  'resource-identifier-lid': check('requires the lid in the identifier of a new resource', async (session) => {
    await expectIdentifierRefused(session, { type: 'computer' });
    await expectIdentifierRefused(session, { type: 'computer', lid: 'undefined' }, '/lid');
    const ref = { ...identify(await newPerson(session)), relationship: 'computers' };
    const link = { op: 'add', ref, data: [{ type: 'computer', lid: 'new' }] };
    expectStatus(await operate(session, addition(uniqueText(), 'new'), link), 200);
    await expectRefused(session, link);
  }),

  'resource-identifier-strings': checkLast(
    'sends type and id of identifiers as strings, and requires strings',
    async (session) => {
      for (const { value, where } of partsOf(session, 'identifiers')) expectStrings(value as object, where);
      const { id } = await newComputer(session);
      await expectIdentifierRefused(session, { type: 'computer', id: Number(id) }, '/id');
      await expectIdentifierRefused(session, { type: 1, id }, '/type');
      for (const lid of [1, '']) await expectIdentifierRefused(session, { type: 'computer', lid }, '/lid');
    },
  ),
};

function expectStrings(value: object, where: string): void {
  expect(value, where).to.have.property('type').that.is.a('string');
  expect(value, where).to.have.property('id').that.is.a('string');
}

/**
 * Expects 400 for an identifier of a computer in every kind of request that takes one.
 * @param at the place in the identifier that an error must point to, if any
 */
async function expectIdentifierRefused(session: Session, identifier: object, at?: string): Promise<void> {
  const owner = identify(await newPerson(session));
  const relationships = { computers: { data: [identifier] } };
  const inResource = '/data/relationships/computers/data/0';
  for (const [method, path, body, pointer] of [
    ['POST', '/persons', { data: { ...person, relationships } }, inResource],
    ['PATCH', pathOf(owner), { data: { ...owner, relationships } }, inResource],
    ['POST', relationshipOf(owner), { data: [identifier] }, '/data/0'],
    ['PATCH', relationshipOf(owner), { data: [identifier] }, '/data/0'],
  ] as const) {
    const response = await session.send(method, path, { body });
    expectStatus(response, 400);
    const pointers = response.document.errors.map(({ source }: { source?: { pointer?: string } }) => source?.pointer);
    if (at !== undefined) expect(pointers, response.text).to.include(pointer + at);
  }
  await expectLinkage(session, owner, []);
}
