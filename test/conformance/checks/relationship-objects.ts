import { expect } from 'chai';
import { check, checkLast, everyPart, expectStatus, partsOf, type Checks } from '../check.ts';
import {
  expectLinkage,
  identify,
  newComputer,
  newPerson,
  pathOf,
  relationshipOf,
  type Identifier,
} from '../resources.ts';
import { type Session } from '../session.ts';

export const hasRelationshipMembers = checkLast('has links, data or meta in every relationship', (session) => {
  const relationships = partsOf(session, 'relationships');
  expect(relationships.length).to.be.above(0);
  for (const { value, where } of relationships) {
    expect(value, where).to.have.any.keys('links', 'data', 'meta');
    if ('links' in value) expect(value.links, where).to.have.any.keys('self', 'related');
  }
});

export const relationshipObjects: Checks = {
  'resource-relationships-key#1': everyPart('relationshipLists', 'has objects as relationships', (value, where) => {
    expect(value, where).to.be.an('object');
  }),

  'resource-relationships-object#1': hasRelationshipMembers,

  'resource-related-resource-link#1': check('serves the related link of an empty relationship', async (session) => {
    const computers = await session.follow(await relatedLink(session, await newPerson(session)));
    expectStatus(computers, 200);
    expect(computers.document.data).to.deep.equal([]);
    const owner = await session.follow(await relatedLink(session, await newComputer(session)));
    expectStatus(owner, 200);
    expect(owner.document.data).to.equal(null);
  }),

  'resource-related-resource-link-change#1': check(
    'keeps the related link when the relationship changes',
    async (session) => {
      const person = await newPerson(session);
      const computer = await newComputer(session);
      const before = [await relatedLink(session, person), await relatedLink(session, computer)];
      expectStatus(await session.post(relationshipOf(person), { data: [identify(computer)] }), 200);
      expect([await relatedLink(session, person), await relatedLink(session, computer)]).to.deep.equal(before);
    },
  ),

  'resource-relationships-pagination#1': check(
    'links the members of a relationship to the next ones',
    async (session) => {
      const computers = [await newComputer(session), await newComputer(session), await newComputer(session)];
      const person = await newPerson(session, computers);
      for (const [path, objectIn] of [
        [pathOf(person), (document: Document) => document.data],
        [`${pathOf(computers[0] ?? person)}?include=owner`, (document: Document) => document.included[0]],
      ] as const) {
        const bound = `page[${path.includes('owner') ? 'owner.' : ''}computers][size]=2`;
        const first = await session.get(`${path}${path.includes('?') ? '&' : '?'}${bound}`);
        expectStatus(first, 200);
        const { data, links } = objectIn(first.document).relationships.computers;
        expect([links.prev, typeof links.next]).to.deep.equal([null, 'string']);
        const next = await session.follow(links.next as string);
        expectStatus(next, 200);
        expect([...data, ...next.document.data].map(({ id }: Identifier) => id)).to.deep.equal(
          computers.map(({ id }) => id),
        );
        expect(next.document.links.next).to.equal(null);
      }
    },
  ),

  'resource-identifier-optional-member#1': check(
    'has cursors in the meta of identifiers on a page',
    async (session) => {
      const person = await newPerson(session, [await newComputer(session), await newComputer(session)]);
      const { document } = await session.get(`${relationshipOf(person)}?page[size]=2`);
      for (const { meta } of document.data) expect(meta.page.cursor).to.be.a('string');
      const behind = await session.get(`${relationshipOf(person)}?page[after]=${document.data[0].meta.page.cursor}`);
      expect(behind.document.data).to.deep.equal(document.data.slice(1));
    },
  ),

  'resource-linkage#1': checkLast(
    'has null or an identifier as to-one linkage, an array as to-many linkage',
    async (session) => {
      for (const { value, where } of partsOf(session, 'linkages')) expectLinkageKind(value, where);
      const computer = await newComputer(session);
      const person = await newPerson(session);
      await expectLinkage(session, computer, null);
      await expectLinkage(session, person, []);
      expectStatus(await session.patch(relationshipOf(computer), { data: identify(person) }), 200);
      await expectLinkage(session, computer, identify(person));
      await expectLinkage(session, person, [identify(computer)]);
    },
  ),
};

// oxlint-disable-next-line typescript/no-explicit-any -- like the document of a response
type Document = any;

/** Relationships of resources that were added are not known here. */
const isToMany: ReadonlyMap<string | undefined, boolean> = new Map([
  ['owner', false],
  ['computers', true],
]);

/** The request path comes first in `where`, so the last name counts. */
function expectLinkageKind(linkage: unknown, where: string): void {
  const [, name] = /.*\/relationships\/(\w+)/.exec(where) ?? [];
  const expected = isToMany.get(name);
  if (expected !== undefined) expect(Array.isArray(linkage), where).to.equal(expected);
}

async function relatedLink(session: Session, resource: Identifier): Promise<string> {
  const { relationships } = (await session.get(pathOf(resource))).document.data;
  const relationship = resource.type === 'person' ? relationships.computers : relationships.owner;
  expect(relationship.links.related).to.be.a('string');
  return relationship.links.related as string;
}
