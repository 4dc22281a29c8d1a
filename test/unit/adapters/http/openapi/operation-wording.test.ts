import { expect } from 'chai';
import { operationsOf } from '#adapters/http/api/operations';
import { requireRelationship, type RelationshipField } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { headIdOf, identifyOperations } from '#adapters/http/openapi/operation-wording';

const { person, computer } = resources;
const many = requireRelationship(person, 'computers');
const one: RelationshipField = { ...many, cardinality: 'one' };

/** The ids of all operations by method and path, with these additional relationships of persons. */
function idsWith(relationships: Readonly<Record<string, RelationshipField>>): ReadonlyMap<string, string> {
  const fields = { ...person.fields, ...relationships };
  const operations = operationsOf({ allowUnpaged: true }, { person: { ...person, fields }, computer });
  return new Map(
    identifyOperations(operations).flatMap(({ id, operation: { method, path } }): readonly [string, string][] => [
      [`${method} ${path}`, id],
      ...(method === 'GET' ? [[`HEAD ${path}`, headIdOf(id)] as [string, string]] : []),
    ]),
  );
}

describe('The id of an operation', () => {
  for (const [what, relationships, place, id] of [
    [
      'creates through a second relationship to the same type',
      { lent_computers: many },
      'POST /persons/:id/lent_computers',
      'createPersonComputerAtPersonsLentComputers',
    ],
    [
      'reads a relationship whose name reads like HEAD',
      { head: one },
      'GET /persons/:person_id/head',
      'getPersonHeadAtPersonsHead',
    ],
    [
      'reads a relationship whose name reads like the linkage of another',
      { computers_linkage: one },
      'GET /persons/:person_id/computers_linkage',
      'getPersonComputersLinkageAtPersonsComputersLinkage',
    ],
  ] as const)
    it(`is unique if it ${what}, and the other ids do not change`, () => {
      const ids = idsWith(relationships);
      expect(ids.get(place)).to.equal(id);
      expect([...new Set(ids.values())]).to.have.lengthOf(ids.size);
      expect(Object.fromEntries(ids)).to.include(Object.fromEntries(idsWith({})));
    });
});
