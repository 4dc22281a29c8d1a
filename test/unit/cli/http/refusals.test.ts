import { errorsIn, JsonApiError, QueryNotSupportedError } from '@jsonapi-person-computer/client';
import { expect } from 'chai';
import { reasonsOf as reasonsOfError } from '../../../../src/cli/http/refusals.ts';

const reasonsOf = (status: number, body: unknown): readonly string[] =>
  reasonsOfError(new JsonApiError(new Response(null, { status }), body));

const answer = {
  errors: [
    { code: 'invalid-attribute', detail: '"name" is required', source: { pointer: '/data/attributes/name' } },
    { detail: 'unknown operator', source: { parameter: 'filter' } },
    { title: 'Service unavailable' },
  ],
};

describe('The errors of an answer', () => {
  it('are shown by detail and source', () => {
    expect(reasonsOf(422, answer)).to.deep.equal([
      '"name" is required (at /data/attributes/name)',
      'unknown operator (parameter filter)',
      'Service unavailable',
    ]);
  });

  it('end with the number of those that the service left out', () => {
    const first = { detail: '"name" is required' };
    expect(reasonsOf(422, { errors: [first], meta: { omitted: 17 } })).to.deep.equal([
      '"name" is required',
      'and 17 more',
    ]);
  });

  for (const body of ['<h1>Bad gateway</h1>', '', {}, null, { errors: 7 }])
    it(`are its status where it is no document of errors: ${JSON.stringify(body)}`, () => {
      expect(reasonsOf(502, body)).to.deep.equal(['the response has status 502']);
      expect(errorsIn(body).errors).to.deep.equal([]);
    });

  it('explain why the method was QUERY if it is not supported', () => {
    const reasons = reasonsOfError(new QueryNotSupportedError(new Response(null, { status: 501 }), ''));
    expect(reasons[0]).to.equal('the response has status 501');
    expect(reasons[1]).to.contain('sent as QUERY');
  });

  it('are no excuse for a defect', () => {
    expect(() => reasonsOfError(new TypeError('defect'))).to.throw('defect');
  });
});
