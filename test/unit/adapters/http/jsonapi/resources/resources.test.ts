import { expect } from 'chai';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { relationshipsOf, writableAttributesOf } from '#adapters/http/jsonapi/resources/resource';
import { resourceOf, resources } from '#adapters/http/jsonapi/resources/resources';
import { ownedRelationships, rulesOf, typeOf } from '#application/model/owned-resources';
import { schema, type ResourceType } from '#application/model/schema';
import { lockOwnership, repositoryOf } from '#application/ownership/lock-ownership';
import { ownedRepositories } from '#application/ports/repository';
import type { Transaction } from '#application/ports/unit-of-work';
import { personRules } from '#domain/person';
import type { Rules } from '#domain/rules';

const every = Object.values(resources);
const rules = new Map<ResourceType, Rules>([
  ['person', personRules],
  ...ownedRelationships.map((relationship) => [typeOf(relationship), rulesOf(relationship)] as const),
]);

describe('the descriptions of resources', () => {
  it('are of every type of the schema, under its name', () => {
    expect(every.map(({ type }) => type)).to.deep.equal(Object.keys(resources));
    expect(Object.keys(resources)).to.have.members(Object.keys(schema));
    for (const resource of every) expect(resourceOf(resource.type)).to.equal(resource);
  });

  for (const property of ['label', 'plural', 'path'] as const)
    it(`have a ${property} that no other has`, () => {
      expect(new Set(every.map((resource) => resource[property])).size).to.equal(every.length);
    });

  for (const { type, label, plural, path } of every)
    it(`call a ${type} by its type, in messages, routes and paths`, () => {
      expect(label).to.equal(`${type.slice(0, 1).toUpperCase()}${type.slice(1)}`);
      expect(plural)
        .to.match(/^[a-z][a-z-]*$/)
        .and.not.equal(type);
      expect(path).to.equal(`/${plural}`);
    });

  for (const resource of every) {
    const { type } = resource;

    it(`let clients set every attribute of a ${type} by the domain's rule, each by one name`, () => {
      const described = Object.values(writableAttributesOf(resource)).map(({ stored, rule }) => [stored, rule]);
      expect(described).to.have.deep.members(Object.entries(rules.get(type) ?? {}));
    });

    it(`name attributes of a ${type} that the schema has`, () => {
      const known = Object.keys(schema[type].attributes);
      for (const [name, field] of Object.entries(resource.fields)) {
        if (field.kind === 'relationship') continue;
        if (field.stored !== undefined) expect(known, name).to.include(field.stored);
        if (field.kind === 'attribute') expect(known, name).to.include.members(field.output?.needs ?? []);
      }
    });

    it(`show every relationship of a ${type} as the schema has it, once`, () => {
      const described = Object.values(relationshipsOf(resource)).map(({ stored, to, cardinality }) => [
        stored,
        { to, cardinality },
      ]);
      const known = Object.entries(schema[type].relationships).map(([name, { to, cardinality }]) => [
        name,
        { to, cardinality },
      ]);
      expect(described).to.have.deep.members(known);
    });

    for (const [name, { to, inverse, cardinality }] of Object.entries(schema[type].relationships))
      it(`can follow ${name} of a ${type} back`, () => {
        expect(schema[to].relationships[inverse]).to.deep.include({ to: type, inverse: name });
        expect(schema[to].relationships[inverse]?.cardinality).not.to.equal(cardinality);
      });
  }
});

describe('what persons own', () => {
  it('is what relationships of a person lead to, each type by one', () => {
    const many = Object.entries(schema.person.relationships).filter(([, { cardinality }]) => cardinality === 'many');
    expect(ownedRelationships.map((relationship) => [relationship, typeOf(relationship)])).to.have.deep.members(
      many.map(([name, { to }]) => [name, to]),
    );
    expect(new Set(ownedRelationships.map(typeOf)).size).to.equal(ownedRelationships.length);
  });

  for (const relationship of ownedRelationships)
    it(`has an owner, whose ${relationship} it is among`, () => {
      const expected = { to: 'person', cardinality: 'one', inverse: relationship };
      expect(schema[typeOf(relationship)].relationships['owner']).to.deep.equal(expected);
      expect(schema.person.relationships[relationship]?.inverse).to.equal('owner');
      expect(relationshipsOf(resources[typeOf(relationship)])['owner']?.stored, 'as messages call it').to.equal(
        'owner',
      );
    });

  it('is every type that has an owner', () => {
    const owned = Object.entries(schema).filter(([, { relationships }]) => 'owner' in relationships);
    expect(owned.map(([type]) => type)).to.have.members(ownedRelationships.map(typeOf));
  });

  it('is locked type by type in the order of the list, after the persons, whatever order a write names it in', async () => {
    const items = Object.fromEntries(ownedRelationships.toReversed().map((relationship) => [relationship, ['1']]));
    const locks: string[] = [];
    await new MemoryUnitOfWork().write((transaction) =>
      lockOwnership(notingLocks(transaction, locks), { persons: ['1'], items }),
    );
    expect(locks).to.deep.equal(['persons', ...ownedRelationships]);
  });
});

/** The transaction, which tells what it locks. */
function notingLocks(transaction: Transaction, locks: string[]): Transaction {
  const noting = <Repository extends object>(name: string, repository: Repository): Repository =>
    new Proxy(repository, {
      get(target, member) {
        if (member === 'lock') locks.push(name);
        const value: unknown = Reflect.get(target, member);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  return {
    ...transaction,
    persons: noting('persons', transaction.persons),
    ...ownedRepositories((relationship) => noting(relationship, repositoryOf(transaction, relationship))),
  };
}
