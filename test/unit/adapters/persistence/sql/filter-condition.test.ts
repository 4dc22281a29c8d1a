import { expect } from 'chai';
import { conditionOf, type Condition, type SqlValue } from '#adapters/persistence/sql/filter-condition';
import type { Filter } from '#application/model/filter';

describe('The condition of a pattern', () => {
  /** True if the trigram index may be searched; undefined: no pattern is sent. */
  function searchesTrigrams(pattern: string): boolean | undefined {
    const values: SqlValue[] = [];
    const filter: Filter = { kind: 'text', attribute: 'name', comparison: 'like', value: pattern };
    const like = partsOf(conditionOf(filter, 'person', (each) => values.push(each) - 1)).find(
      ({ kind }) => kind === 'like',
    );
    return like?.kind === 'like' ? like.isIndexed : undefined;
  }

  for (const pattern of ['Person 4f1%', 'Person%%', 'Person'])
    it(`leaves ${pattern} to a range, since it is a mere prefix`, () => {
      expect(searchesTrigrams(pattern)).to.equal(false);
    });

  for (const pattern of ['%Person', 'P%4f1%', 'Person_%', String.raw`Person\_%`])
    it(`lets trigrams find ${pattern}`, () => {
      expect(searchesTrigrams(pattern)).to.equal(true);
    });
});

function partsOf(condition: Condition): readonly Condition[] {
  return condition.kind === 'and' ? condition.conditions.flatMap(partsOf) : [condition];
}
