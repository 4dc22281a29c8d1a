import { expect } from 'chai';
import { operatorNames } from '#adapters/http/request/filter/filter-operators';
import { operatorAdvice } from '#adapters/http/request/filter/foreign-operators';

describe('Advice for operators of other query languages', () => {
  const names = operatorNames(() => true);

  it('is not given for an operator of this one', () => {
    expect(names.filter((name) => operatorAdvice(name, names) !== undefined)).to.deep.equal([]);
  });

  it('names an operator that can be used', () => {
    expect(operatorAdvice('Contains', names)).to.equal('use "ilike" with "%text%"');
    expect(operatorAdvice('contains', ['eq'])).to.equal(undefined);
  });
});
