import { expect } from 'chai';
import { relationshipsOf, writableAttributesOf } from '../../src/adapters/http/jsonapi/resources/resource.ts';
import { resources } from '../../src/adapters/http/jsonapi/resources/resources.ts';
import { schema, type ResourceType } from '../../src/application/model/schema.ts';
import { computerRules } from '../../src/domain/computer.ts';
import { personRules } from '../../src/domain/person.ts';
import type { Rules } from '../../src/domain/rules.ts';

const rules: Readonly<Record<ResourceType, Rules>> = { person: personRules, computer: computerRules };

describe('the descriptions of resources', () => {
  for (const resource of Object.values(resources)) {
    it(`let clients set every attribute of a ${resource.type} by the domain's rule, each by one name`, () => {
      const described = Object.values(writableAttributesOf(resource)).map(({ stored, rule }) => [stored, rule]);
      expect(described).to.have.deep.members(Object.entries(rules[resource.type]));
    });

    it(`show every relationship of a ${resource.type}`, () => {
      expect(Object.values(relationshipsOf(resource)).map(({ stored }) => stored)).to.have.members(
        Object.keys(schema[resource.type].relationships),
      );
    });
  }
});
