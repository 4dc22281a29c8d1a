import { expect } from 'chai';
import { check, checkLast, everyPart, expectError, expectStatus, partsOf, type Checks } from '../check.ts';
import { memberNames } from '../documents.ts';
import { identify, newComputer, newPerson, pathOf, type Identifier } from '../resources.ts';
import { type Session } from '../session.ts';
import { MEMBER_NAME } from './member-names.ts';

export const resourceObjects: Checks = {
  'resource-required-top-level#1': everyPart(
    'resources',
    'has type and id in every resource object',
    (value, where) => {
      expect(value, where).to.include.all.keys('type', 'id');
    },
  ),

  'resource-optional-top-level#1': check(
    'has attributes, relationships and links in a resource object',
    async (session) => {
      expect(await newPerson(session)).to.have.all.keys('type', 'id', 'attributes', 'relationships', 'links');
      expect(await newComputer(session)).to.have.all.keys('type', 'id', 'attributes', 'relationships', 'links');
    },
  ),

  'resource-id-type#1': check('identifies new, fetched, listed and included resources', async (session) => {
    const person = await newPerson(session, [await newComputer(session)]);
    const { document } = await session.get(
      `${pathOf(person)}?include=computers&fields[person]=computers&fields[computer]=`,
    );
    const listed = (await session.get(`/persons?filter[id]=${person.id}&fields[person]=`)).document.data;
    for (const each of [person, document.data, ...document.included, ...listed]) {
      expect(each).to.have.property('id').that.is.not.empty;
      expect(each).to.have.property('type').that.is.not.empty;
    }
    expect(listed).to.have.length(1);
  }),

  'resource-id-type-types#1': checkLast('has strings as type and id', (session) => {
    for (const { value, where } of [...partsOf(session, 'resources'), ...partsOf(session, 'identifiers')]) {
      expect(value.type, where).to.be.a('string');
      expect(value.id, where).to.be.a('string');
    }
  }),

  'resource-unique#1': checkLast('never gives two resources the same type and id', async (session) => {
    const [one, other] = [await newPerson(session), await newPerson(session)];
    expect(one.id).not.to.equal(other.id);
    expectStatus(await session.delete(pathOf(other)), 200);
    expect((await newPerson(session)).id, 'id of the deleted person').not.to.equal(other.id);
    const selfLinks = new Map<string, string>();
    for (const { value, where } of partsOf(session, 'resources')) {
      const identity = `${value.type} ${value.id}`;
      expect(selfLinks.get(identity) ?? value.links.self, where).to.equal(value.links.self);
      selfLinks.set(identity, value.links.self);
    }
    expect(new Set(selfLinks.values()).size, 'different URLs').to.equal(selfLinks.size);
  }),

  'resource-type-constraints#1': everyPart('resources', 'has types that are valid member names', ({ type }, where) => {
    expect(type, where).to.match(MEMBER_NAME);
  }),

  'resource-fields#1': everyPart('resources', 'has one namespace for fields, type and id', (value, where) => {
    const fields = [value.attributes, value.relationships].flatMap((fields) => Object.keys(fields ?? {}));
    expect(new Set(fields).size, where).to.equal(fields.length);
    expect(fields, where).not.to.include.oneOf(['type', 'id']);
  }),

  'resource-attributes-key#1': everyPart('attributes', 'has objects as attributes', (value, where) => {
    expect(value, where).to.be.an('object');
  }),

  'resource-attributes-reserve-members#1': checkLast(
    'reserves links and relationships in attributes',
    async (session) => {
      for (const { value, where } of partsOf(session, 'attributes'))
        expect(memberNames(value), where).not.to.include.oneOf(['links', 'relationships']);
      for (const name of ['links', 'relationships']) {
        const data = { type: 'person', attributes: { name: 'x', [name]: {} } };
        expectError(await session.post('/persons', { data }), 422, { pointer: `/data/attributes/${name}` });
      }
    },
  ),

  'resource-attributes-reserve-members#2': everyPart(
    'attributes',
    'has no foreign keys as attributes',
    (value, where) => {
      for (const name of memberNames(value))
        expect(name, where).not.to.match(/(^|[^a-z])id$|[a-z](ID|Id)$|^(owner|computers)/);
    },
  ),

  'resource-links#1': check('links a resource object to itself', async (session) => {
    for (const resource of [await newPerson(session), await newComputer(session)]) {
      expect(resource.links).to.have.all.keys('self');
      expect(await session.pathOf(resource.links.self)).to.equal(pathOf(resource));
    }
  }),

  'resource-link-response#1': check('returns the resource at its self link', async (session) => {
    const computer = await newComputer(session);
    const person = await newPerson(session, [computer]);
    const { document } = await session.get(`${pathOf(person)}?include=computers`);
    for (const resource of [document.data, ...document.included]) await expectPrimary(session, resource);
    expect(document.included.map(identify)).to.deep.equal([identify(computer)]);
  }),

  'resource-identifier-required-members#1': everyPart(
    'identifiers',
    'has type and id in every resource identifier',
    (value, where) => {
      expect(value, where).to.include.all.keys('type', 'id');
    },
  ),
};

async function expectPrimary(session: Session, resource: Identifier & { links: { self: string } }): Promise<void> {
  const response = await session.follow(resource.links.self);
  expectStatus(response, 200);
  expect(identify(response.document.data)).to.deep.equal(identify(resource));
}
