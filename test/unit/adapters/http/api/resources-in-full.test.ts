// The models in this repository hide nothing that they declare and use the default names. Other models need not.
import { expect } from 'chai';
import { relationshipsOf, writableAttributesOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { schema } from '#domain/schema';

describe('resource descriptions of the project', () => {
  for (const resource of Object.values(resources)) {
    const { type, label, plural, path } = resource;

    it(`name a ${type} after its type in messages, routes and paths`, () => {
      expect(label.replaceAll(' ', '_')).to.equal(`${type.slice(0, 1).toUpperCase()}${type.slice(1)}`);
      expect(plural)
        .to.match(/^[a-z][a-z_-]*$/)
        .and.not.equal(type);
      expect(path).to.equal(`/${plural}`);
    });

    it(`let clients set every attribute of a ${type} that the service does not stamp`, () => {
      const stamped = Object.entries(schema[type].attributes).filter(([, { stamped: when }]) => when !== undefined);
      const described = Object.values(writableAttributesOf(resource)).map(({ stored }) => stored);
      expect([...described, ...stamped.map(([name]) => name)]).to.have.members(Object.keys(schema[type].attributes));
    });

    it(`expose every relationship of a ${type}`, () => {
      const described = Object.values(relationshipsOf(resource)).map(({ stored }) => stored);
      expect(described).to.have.members(Object.keys(schema[type].relationships));
    });
  }
});
