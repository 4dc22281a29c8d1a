import { expect } from 'chai';
import { checkAttribute } from '#domain/resource';
import { resourceTypes, schema } from '#domain/schema';
import { exampleOf } from '../../contract/rows-of-types.ts';
import { uniqueSetsOf } from '../../contract/rules-of-types.ts';

/** Those that `newAttributes` draws are large, as they begin with the number of a process. */
const indexes = [0, 1, 99, 20_000, 40_000_000_000, 40_000_000_001];

describe('The values of examples', () => {
  for (const type of resourceTypes) {
    const { attributes } = schema[type];

    for (const [name, attribute] of Object.entries(attributes))
      it(`are within the limits of the ${name} of a ${type}`, () => {
        for (const index of indexes) {
          const value = exampleOf(type, index).attributes[name] ?? null;
          expect(checkAttribute(attribute, value)).to.deep.equal({ valid: true, value });
        }
      });

    for (const members of uniqueSetsOf(type))
      for (const member of members.filter((name) => Object.hasOwn(attributes, name)))
        it(`are as unique as the ${member} of a ${type} has to be`, () => {
          const values = indexes.map((index) => exampleOf(type, index).attributes[member]);
          expect(new Set(values)).to.have.length(indexes.length);
        });
  }
});
