import { expect } from 'chai';
import { hasCode, reasonsOf } from '../../../../src/cli/http/errors-of-answer.ts';

const answer = JSON.stringify({
  errors: [
    { code: 'invalid-attribute', detail: '"name" is required', source: { pointer: '/data/attributes/name' } },
    { detail: 'unknown operator', source: { parameter: 'filter' } },
    { title: 'Service unavailable' },
  ],
});

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
    expect(reasonsOf(422, JSON.stringify({ errors: [first], meta: { omitted: 17 } }))).to.deep.equal([
      '"name" is required',
      'and 17 more',
    ]);
  });

  for (const text of ['<h1>Bad gateway</h1>', '', '{}', 'null', '{"errors":7}'])
    it(`are its status where it is no document of errors: ${text}`, () => {
      expect(reasonsOf(502, text)).to.deep.equal(['the answer has status 502']);
      expect(hasCode(text, 'query-timeout')).to.equal(false);
    });

  it('have codes', () => {
    expect(hasCode(answer, 'invalid-attribute')).to.equal(true);
    expect(hasCode(answer, 'query-timeout')).to.equal(false);
  });
});
