import { expect } from 'chai';
import { ApiError, errorObject } from '#adapters/http/jsonapi/documents/errors';
import { problemsOf } from '#test/support/parse-query';

describe('The errors of an answer', () => {
  it('list equal problems once, as the schema of JSON:API wants', () => {
    const problem = errorObject('invalid-parameter', 'a comma too many', { parameter: 'sort' });
    const elsewhere = errorObject('invalid-parameter', 'a comma too many', { parameter: 'include' });
    expect(new ApiError([problem, elsewhere, { ...problem }]).errors).to.deep.equal([problem, elsewhere]);
  });

  it('name a condition that is wrong twice in the same way once', () => {
    expect(problemsOf('filter[id]=x&filter[id]=x')).to.have.length(1);
    expect(problemsOf('sort=%zz&sort=%zz')).to.have.length(1);
    expect(problemsOf('filter[id]=x&filter[name]=%00')).to.have.length(2);
  });
});
