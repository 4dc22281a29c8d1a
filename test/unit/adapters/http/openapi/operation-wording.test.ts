import { expect } from 'chai';
import { operationsOf, type Operation } from '#adapters/http/api/operations';
import { requireRelationship, type RelationshipField } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { headIdOf, identifyOperations, wordingOf } from '#adapters/http/openapi/operation-wording';

const { person, computer } = resources;
const many = requireRelationship(person, 'computers');
const one: RelationshipField = { ...many, cardinality: 'one' };

/** All operations of an API in which persons have these additional relationships. */
function operationsWith(relationships: Readonly<Record<string, RelationshipField>>): readonly Operation[] {
  const fields = { ...person.fields, ...relationships };
  return operationsOf({ allowUnpaged: true }, { person: { ...person, fields }, computer });
}

/** The ids of these operations by method and path. */
function idsWith(relationships: Readonly<Record<string, RelationshipField>>): ReadonlyMap<string, string> {
  return new Map(
    identifyOperations(operationsWith(relationships)).flatMap(
      ({ id, operation: { method, path } }): readonly [string, string][] => [
        [`${method} ${path}`, id],
        ...(method === 'GET' ? [[`HEAD ${path}`, headIdOf(id)] as [string, string]] : []),
      ],
    ),
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

describe('The summary of a creation through a relationship', () => {
  const summariesWith = (relationships: Readonly<Record<string, RelationshipField>>): readonly string[] =>
    operationsWith(relationships)
      .filter(({ kind }) => kind === 'create related')
      .map((operation) => wordingOf(operation).summary);

  it('names the types', () => {
    expect(summariesWith({})).to.deep.equal(['Create a computer that belongs to a person']);
  });

  it('names the relationship if several lead to the same type', () => {
    expect(summariesWith({ lent_computers: many, last_computer: one })).to.deep.equal([
      'Create a computer among the computers of a person',
      'Create a computer among the lent_computers of a person',
    ]);
  });

  it('names a relationship from a type to itself', () => {
    expect(summariesWith({ friends: { ...many, to: 'person' } })).to.deep.equal([
      'Create a computer that belongs to a person',
      'Create a person among the friends of a person',
    ]);
  });
});
