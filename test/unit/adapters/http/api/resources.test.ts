import { expect } from 'chai';
import { describeResource } from '#adapters/http/api/describe-resource';
import { relationshipsOf, writableAttributesOf } from '#adapters/http/api/resource-description';
import { resourceOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { resourceTypes, schema } from '#domain/schema';

const every = Object.values(resources);

describe('resource descriptions', () => {
  it('cover every type in the schema, each under its name', () => {
    expect(every.map(({ type }) => type)).to.deep.equal(Object.keys(resources));
    expect(Object.keys(resources)).to.have.members(Object.keys(schema));
    for (const resource of every) expect(resourceOf(resource.type, resources)).to.equal(resource);
  });

  for (const property of ['label', 'plural', 'path'] as const)
    it(`have a unique ${property}`, () => {
      expect(new Set(every.map((resource) => resource[property])).size).to.equal(every.length);
    });

  for (const resource of every) {
    const { type } = resource;

    it(`let clients set attributes of a ${type} under one name, as the domain declares them`, () => {
      const described = Object.values(writableAttributesOf(resource)).map(({ stored, declared }) => [stored, declared]);
      expect(Object.entries(schema[type].attributes)).to.include.deep.members(described);
    });

    it(`refer only to attributes of a ${type} that are in the schema`, () => {
      const known = Object.keys(schema[type].attributes);
      for (const [name, field] of Object.entries(resource.fields)) {
        if (field.kind === 'relationship') continue;
        if (field.stored !== undefined) expect(['id', ...known], name).to.include(field.stored);
        if (field.kind === 'attribute') expect(known, name).to.include.members(field.output?.needs ?? []);
      }
    });

    it(`expose relationships of a ${type} once, as in the schema`, () => {
      const described = Object.values(relationshipsOf(resource)).map(({ stored, to, cardinality }) => [
        stored,
        { to, cardinality },
      ]);
      const known = Object.entries(schema[type].relationships).map(([name, { to, cardinality }]) => [
        name,
        { to, cardinality },
      ]);
      expect(known).to.include.deep.members(described);
    });

    for (const [name, { to, inverse, cardinality, end }] of Object.entries(schema[type].relationships))
      it(`give ${name} of a ${type} an inverse`, () => {
        const opposite = schema[to].relationships[inverse];
        expect(opposite).to.deep.include({ to: type, inverse: name });
        if (end === undefined) expect(opposite?.cardinality).not.to.equal(cardinality);
        else expect([end, opposite?.end]).to.have.members(['from', 'to']);
      });
  }

  it('cannot be without a field for a required attribute, since nobody could create the resource', () => {
    for (const type of resourceTypes) {
      const [required] = Object.entries(schema[type].attributes).find(([, { isRequired }]) => isRequired) ?? [];
      const describing = expect(() => describeResource(type, ({ id }) => ({ id })));
      if (required === undefined) describing.not.to.throw();
      else describing.to.throw(`${type}.${required} is required`);
    }
  });

  it('cannot have two fields for one attribute or relationship, since a write could lose one of two values', () => {
    for (const { type, fields } of every)
      for (const [name, field] of Object.entries(fields).filter(([, { stored }]) => stored !== undefined))
        expect(() => describeResource(type, () => ({ ...fields, [`another ${name}`]: field }))).to.throw(
          `${type}.${field.stored} has two fields`,
        );
  });
});
