import { expect } from 'chai';
import { check, checkLast, everyDocument, expectIdentifier, expectStatus, partsOf, type Checks } from '../check.ts';
import { dissect } from '../documents.ts';
import { identify, newComputer, newPerson, pathOf, type Identifier } from '../resources.ts';

const key = ({ type, id }: Identifier): string => `${type} ${id}`;

export const compoundDocuments: Checks = {
  'compound-documents-allow#1': check('returns related resources along with the primary resource', async (session) => {
    const computers = [await newComputer(session), await newComputer(session)];
    const person = await newPerson(session, computers);
    const response = await session.get(`${pathOf(person)}?include=computers`);
    expectStatus(response, 200);
    expect(response.document.included).to.deep.equal(computers);
  }),

  'compound-documents-top-level-included#1': checkLast(
    'returns included resources in one top-level array',
    (session) => {
      const lists = partsOf(session, 'includedLists');
      expect(lists.some(({ value }) => value.length > 0)).to.equal(true);
      for (const { value, where } of lists) {
        expect(value, where).to.be.an('array');
        for (const resource of value) expect(resource, where).to.include.all.keys('type', 'id', 'attributes', 'links');
      }
      for (const { value, where } of partsOf(session, 'identifiers')) expectIdentifier(value, where);
    },
  ),

  'compound-documents-full-linkage#1': everyDocument(
    'identifies every included resource elsewhere in the document',
    (exchange, where) => {
      const parts = dissect(exchange);
      const identified = new Set([...parts.identifiers.map(({ value }) => key(value)), ...primaryKeys(exchange)]);
      for (const { value } of parts.includedLists)
        for (const resource of value)
          expect(identified.has(key(resource)), `${where}: ${key(resource)}`).to.equal(true);
    },
  ),
};

/** Replaces the standard's rule: no resource is in `included` twice, but one in `data` may be there as well. */
export const includesPrimaryData = check('includes each resource once, even if it is also in data', async (session) => {
  const computers = [await newComputer(session), await newComputer(session)];
  const person = await newPerson(session, computers);
  const { document } = await session.get(`${pathOf(person)}?include=computers.owner`);
  expect(document.data.id).to.equal(person.id);
  expect(document.included.map(key)).to.have.members([...computers, person].map(key));
  for (const { value, where } of partsOf(session, 'includedLists'))
    expect(new Set(value.map(key)).size, where).to.equal(value.length);
});

function primaryKeys({ response }: Parameters<typeof dissect>[0]): readonly string[] {
  return [response.document.data ?? []].flat().map((resource: Identifier) => key(identify(resource)));
}
