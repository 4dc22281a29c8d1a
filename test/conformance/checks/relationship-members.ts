// Relationships of resource objects in JSON:API 1.1.
import { expect } from 'chai';
import { check, checkLast, expectError, expectIdentifier, expectStatus, partsOf, type Checks } from '../check.ts';
import { identify, newComputer, newPerson, pathOf, relationshipOf, type Identifier } from '../resources.ts';
import { hasRelationshipMembers } from './relationship-objects.ts';

export const relationshipMembers: Checks = {
  'resource-attributes-as-relationships': check(
    'shows linked resources as relationships, not as attributes',
    async (session) => {
      const [person, computer] = [await newPerson(session), await newComputer(session)];
      expectStatus(await session.patch(relationshipOf(computer), { data: identify(person) }), 200);
      for (const [resource, name, linked] of [
        [person, 'computers', [identify(computer)]],
        [computer, 'owner', identify(person)],
      ] as const) {
        const { data } = (await session.get(`${pathOf(resource)}?include=${name}`)).document;
        expect(data.relationships[name].data).to.deep.equal(linked);
        expect(data.attributes).to.have.all.keys(Object.keys(resource.attributes));
      }
    },
  ),

  'resource-relationship-object': checkLast(
    'sends an object for each relationship, and requires one',
    async (session) => {
      const relationships = partsOf(session, 'relationships');
      expect(relationships.length).to.be.above(0);
      for (const { value, where } of relationships) expect(value, where).to.be.an('object');
      const person = await newPerson(session);
      for (const computers of [[], 'x', null, 1]) {
        const data = { type: 'person', attributes: { name: 'x' }, relationships: { computers } };
        expectError(await session.post('/persons', { data }), 400);
        expectError(await session.patch(pathOf(person), { data: { ...data, id: person.id } }), 400);
      }
    },
  ),

  'resource-relationship-members': hasRelationshipMembers,

  'resource-relationships-pagination-linkage': check(
    'links an incomplete relationship to the next page of its linkage',
    async (session) => {
      const computers = [await newComputer(session), await newComputer(session), await newComputer(session)];
      const person = await newPerson(session, computers);
      for (const path of [
        `${pathOf(person)}?page[computers][size]=1`,
        `${pathOf(computers[0] ?? person)}?include=owner&page[owner.computers][size]=1`,
      ]) {
        const { data, included = [] } = (await session.get(path)).document;
        const { computers: shown } = [data, ...included].find(({ type }) => type === 'person').relationships;
        const met: Identifier[] = [...shown.data];
        for (let next: unknown = shown.links.next; typeof next === 'string';) {
          expect(await session.pathOf(next)).to.match(/^\/persons\/\w+\/relationships\/computers\?/);
          // Guards against links that form a cycle.
          expect(met.length, 'members on all pages').to.be.below(10);
          const { document } = await session.follow(next);
          for (const identifier of document.data) expectIdentifier(identifier as object, next);
          met.push(...document.data);
          next = document.links.next;
        }
        expect(met.map(identify)).to.deep.equal(computers.map(identify));
      }
    },
  ),
};
