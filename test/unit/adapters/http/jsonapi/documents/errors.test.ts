import { expect } from 'chai';
import { ApiError, errorObject } from '#adapters/http/jsonapi/documents/errors';
import { problemsOf } from '#test/support/parse-query';

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
});
