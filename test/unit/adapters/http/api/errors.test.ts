import { expect } from 'chai';
import { ApiError, errorObject } from '#adapters/http/api/errors';
import { problemsOf } from '../../../../support/parse-query.ts';

describe('The errors of a document', () => {
  it('list equal problems once, as the JSON:API schema requires', () => {
    const problem = errorObject('invalid-parameter', 'a comma too many', { parameter: 'sort' });
    const elsewhere = errorObject('invalid-parameter', 'a comma too many', { parameter: 'include' });
    expect(new ApiError([problem, elsewhere, { ...problem }]).errors).to.deep.equal([problem, elsewhere]);
  });

  it('list a repeated condition with the same problem once', () => {
    expect(problemsOf('filter[id]=x&filter[id]=x')).to.have.length(1);
    expect(problemsOf('sort=%zz&sort=%zz')).to.have.length(1);
    expect(problemsOf('filter[id]=x&filter[name]=%00')).to.have.length(2);
  });

  it('are the first hundred; the others are counted once each, and not even made where that can be helped', () => {
    let made = 0;
    const lazy = Array.from({ length: 150 }, (_, index) => () => {
      made += 1;
      return errorObject('invalid-attribute', `unknown attribute ${index}`);
    });
    const known = errorObject('invalid-attribute', 'required');
    const late = errorObject('invalid-attribute', 'too long');
    const error = new ApiError([known, ...lazy, late, known, late], {}, 7);
    expect(error.errors.map(({ detail }) => detail).slice(0, 3)).to.deep.equal([
      'required',
      'unknown attribute 0',
      'unknown attribute 1',
    ]);
    expect([error.errors.length, error.omitted, made]).to.deep.equal([100, 51 + 1 + 7, 99]);
    expect(error.message).to.match(/: unknown attribute 98$/);
  });
});
