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

describe('resource descriptions', () => {
  it('cover every type in the schema, each under its name', () => {
    expect(every.map(({ type }) => type)).to.deep.equal(Object.keys(resources));
    expect(Object.keys(resources)).to.have.members(Object.keys(schema));
    for (const resource of every) expect(resourceOf(resource.type)).to.equal(resource);
  });

  for (const property of ['label', 'plural', 'path'] as const)
    it(`have a unique ${property}`, () => {
      expect(new Set(every.map((resource) => resource[property])).size).to.equal(every.length);
    });

  for (const { type, label, plural, path } of every)
    it(`name a ${type} after its type in messages, routes and paths`, () => {
      expect(label).to.equal(`${type.slice(0, 1).toUpperCase()}${type.slice(1)}`);
      expect(plural)
        .to.match(/^[a-z][a-z-]*$/)
        .and.not.equal(type);
      expect(path).to.equal(`/${plural}`);
    });

  for (const resource of every) {
    const { type } = resource;

    it(`let clients set every attribute of a ${type} under one name, by the domain's rule`, () => {
      const described = Object.values(writableAttributesOf(resource)).map(({ stored, rule }) => [stored, rule]);
      expect(described).to.have.deep.members(Object.entries(rules.get(type) ?? {}));
    });

    it(`refer only to attributes of a ${type} that are in the schema`, () => {
      const known = Object.keys(schema[type].attributes);
      for (const [name, field] of Object.entries(resource.fields)) {
        if (field.kind === 'relationship') continue;
        if (field.stored !== undefined) expect(known, name).to.include(field.stored);
        if (field.kind === 'attribute') expect(known, name).to.include.members(field.output?.needs ?? []);
      }
    });

    it(`expose every relationship of a ${type} once, as in the schema`, () => {
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
      it(`give ${name} of a ${type} an inverse`, () => {
        expect(schema[to].relationships[inverse]).to.deep.include({ to: type, inverse: name });
        expect(schema[to].relationships[inverse]?.cardinality).not.to.equal(cardinality);
      });
  }
});

describe('owned types', () => {
  it("are the targets of a person's to-many relationships, one each", () => {
    const many = Object.entries(schema.person.relationships).filter(([, { cardinality }]) => cardinality === 'many');
    expect(ownedRelationships.map((relationship) => [relationship, typeOf(relationship)])).to.have.deep.members(
      many.map(([name, { to }]) => [name, to]),
    );
    expect(new Set(ownedRelationships.map(typeOf)).size).to.equal(ownedRelationships.length);
  });

  for (const relationship of ownedRelationships)
    it(`have an owner relationship that is the inverse of ${relationship}`, () => {
      const expected = { to: 'person', cardinality: 'one', inverse: relationship };
      expect(schema[typeOf(relationship)].relationships['owner']).to.deep.equal(expected);
      expect(schema.person.relationships[relationship]?.inverse).to.equal('owner');
      expect(relationshipsOf(resources[typeOf(relationship)])['owner']?.stored, 'as messages call it').to.equal(
        'owner',
      );
    });

  it('are exactly the types with an owner', () => {
    const owned = Object.entries(schema).filter(([, { relationships }]) => 'owner' in relationships);
    expect(owned.map(([type]) => type)).to.have.members(ownedRelationships.map(typeOf));
  });

  it('are locked after the persons, in the order of the list, whatever order a write names them in', async () => {
    const items = Object.fromEntries(ownedRelationships.toReversed().map((relationship) => [relationship, ['1']]));
    const locks: string[] = [];
    await new MemoryUnitOfWork().write((transaction) =>
      lockOwnership(recordingLocks(transaction, locks), { persons: ['1'], items }),
    );
    expect(locks).to.deep.equal(['persons', ...ownedRelationships]);
  });
});

/** Wraps the transaction to record the locks it takes. */
function recordingLocks(transaction: Transaction, locks: string[]): Transaction {
  const record = <Repository extends object>(name: string, repository: Repository): Repository =>
    new Proxy(repository, {
      get(target, member) {
        if (member === 'lock') locks.push(name);
        const value: unknown = Reflect.get(target, member);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  return {
    ...transaction,
    persons: record('persons', transaction.persons),
    ...ownedRepositories((relationship) => record(relationship, repositoryOf(transaction, relationship))),
  };
}
