import { expect } from 'chai';
import type { Resource } from '../../src/adapters/http/jsonapi/resources/resource.ts';
import { resources } from '../../src/adapters/http/jsonapi/resources/resources.ts';
import { schema, type ResourceType } from '../../src/application/model/schema.ts';
import { computerRules } from '../../src/domain/computer.ts';
import { personRules } from '../../src/domain/person.ts';
import type { Rules } from '../../src/domain/rules.ts';

const rules: Readonly<Record<ResourceType, Rules>> = { person: personRules, computer: computerRules };

/** The domain's attributes that clients can set. */
function writableIn({ fields }: Resource): readonly string[] {
  return Object.values(fields)
    .flatMap((field) => (field.kind === 'attribute' && field.writable ? [field.stored] : []))
    .map(String);
}

describe('the descriptions of resources', () => {
  for (const resource of Object.values(resources)) {
    it(`let clients set every attribute of a ${resource.type}, each by one name`, () => {
      expect(writableIn(resource)).to.have.members(Object.keys(rules[resource.type]));
    });

    it(`show every relationship of a ${resource.type}`, () => {
      const relationships = Object.values(resource.fields).filter(({ kind }) => kind === 'relationship');
      expect(relationships.map(({ stored }) => stored)).to.have.members(
        Object.keys(schema[resource.type].relationships),
      );
    });
  }
});
