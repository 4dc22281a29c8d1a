import { expect } from 'chai';
import { judgeFailure } from '../../../client/src/judge.ts';
import {
  errorsIn,
  JsonApiError,
  judgeAnswer,
  keyHeader,
  MEDIA_TYPE,
  newKey,
  NotSentError,
  retryAfterMillis,
  verdictOf,
} from '../../../client/src/index.ts';

const ours = (headers: Readonly<Record<string, string>> = {}): Headers =>
  new Headers({ 'Content-Type': MEDIA_TYPE, ...headers });
const asking = { 'Retry-After': '1' };
const coded = (code: string): object => ({ errors: [{ code }] });

describe('The verdict on an answer', () => {
  const verdicts: readonly (readonly [
    what: string,
    status: number,
    headers: Headers,
    body: unknown,
    verdict: string,
  ])[] = [
    ['success', 201, ours(), { data: {} }, 'final'],
    ['a refusal', 422, ours(asking), coded('invalid-attribute'), 'final'],
    ['a conflict', 409, ours(), coded('idempotency-key-in-use'), 'final'],
    ['an earlier attempt that is under way', 409, ours(asking), coded('idempotency-key-in-use'), 'unsure'],
    ["a proxy's conflict", 409, new Headers(asking), undefined, 'final'],
    ['too many requests', 429, ours(), undefined, 'not done'],
    ["the service's own 500", 500, ours(), coded('internal-error'), 'final'],
    ["a proxy's 500", 500, new Headers(), '<h1>Sorry</h1>', 'unsure'],
    ['an unknown method', 501, new Headers(), undefined, 'final'],
    ["a proxy's 502", 502, new Headers(asking), undefined, 'unsure'],
    ['a busy service', 503, ours(asking), coded('service-unavailable'), 'not done'],
    ['503 that does not ask to come back', 503, ours(), coded('service-unavailable'), 'unsure'],
    ['an unknown outcome', 503, ours(asking), coded('commit-outcome-unknown'), 'unsure'],
    ["a query's timeout", 504, ours(asking), coded('query-timeout'), 'not done'],
    ["a proxy's 504", 504, new Headers(asking), undefined, 'unsure'],
  ];
  for (const [what, status, headers, body, verdict] of verdicts)
    it(`is "${verdict}" for ${what}`, () => {
      expect(judgeAnswer({ status, headers }, body)).to.equal(verdict);
      expect(verdictOf(new JsonApiError(new Response(null, { status, headers }), body))).to.equal(verdict);
    });

  it('is "unsure" where none came, unless nothing was sent', () => {
    expect(judgeFailure(new TypeError('fetch failed'))).to.equal('unsure');
    expect(verdictOf(new TypeError('fetch failed'))).to.equal('unsure');
    expect(verdictOf(new NotSentError('no connection'))).to.equal('not done');
    expect(verdictOf(new SyntaxError('no JSON'))).to.equal('final');
  });
});

describe('Retry-After', () => {
  const millisOf = (text?: string): number | undefined =>
    retryAfterMillis(new Headers(text === undefined ? {} : { 'Retry-After': text }));

  it('is a number of seconds or a date', () => {
    expect(millisOf('2')).to.equal(2000);
    expect(millisOf(new Date(Date.now() + 10_000).toUTCString())).to.be.within(8000, 10_000);
    expect(millisOf(new Date(Date.now() - 10_000).toUTCString())).to.equal(0);
  });

  it('may be missing, or nonsense', () => {
    expect([millisOf(), millisOf('soon'), millisOf('')]).to.deep.equal([undefined, undefined, undefined]);
  });
});

describe('A document of errors', () => {
  it('has errors, and counts those that were left out', () => {
    const errors = [{ code: 'a' }, { code: 'b' }];
    expect(errorsIn({ errors, meta: { omitted: 17 } })).to.deep.equal({ errors, omitted: 17 });
    expect(errorsIn({ errors: [{ code: 'a' }, 7, null, 'b'] })).to.deep.equal({ errors: [{ code: 'a' }], omitted: 0 });
  });

  for (const body of [undefined, null, '', '<h1>Bad gateway</h1>', 7, {}, { errors: 7 }, { errors: null, meta: null }])
    it(`is not ${JSON.stringify(body)}`, () => {
      expect(errorsIn(body)).to.deep.equal({ errors: [], omitted: 0 });
    });
});

describe('A key', () => {
  it('is random, and a string of RFC 8941 in its header', () => {
    expect(newKey())
      .to.match(/^[0-9a-f]{32}$/)
      .and.not.to.equal(newKey());
    expect(keyHeader('order "7"\\')).to.equal('"order \\"7\\"\\\\"');
  });
});
