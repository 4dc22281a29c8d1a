import { expect } from 'chai';
import { describeCondition } from '../../../../src/composition/access/describe-condition.ts';

const words: readonly (readonly [condition: object, words: string])[] = [
  [{ name: 'email', op: 'eq', val: { claim: 'email' } }, 'email eq the claim email'],
  [{ name: 'id', op: 'in_', val: [1, 'x'] }, 'id in_ [1, "x"]'],
  [{ name: 'name', op: 'eq', field: 'email' }, 'name eq email'],
  [{ name: 'owner', op: 'has', val: { name: 'id', op: 'eq', val: null } }, 'owner has (id eq null)'],
  [{ not: { name: 'id', op: 'gt', val: 1 } }, 'not (id gt 1)'],
  [{ or: [{ name: 'id', op: 'gt', val: 1 }, { and: [] }] }, '(id gt 1) or (everything holds)'],
  [{ or: [] }, 'nothing holds'],
  [{ and: [{ name: 'id', op: 'between', val: [1, { claim: 'most' }] }] }, 'id between [1, the claim most]'],
];

describe('A condition in words', () => {
  for (const [condition, expected] of words)
    it(`is: ${expected}`, () => {
      expect(describeCondition(condition)).to.equal(expected);
    });
});
