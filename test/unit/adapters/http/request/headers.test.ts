import { expect } from 'chai';
import { ApiError } from '#adapters/http/api/errors';
import type { KeyUse } from '#adapters/http/api/header-use';
import { readRequestHeaders, type HeaderUse } from '#adapters/http/request/headers';

type Headers = Readonly<Record<string, readonly string[]>>;

/** The codes that a request with these headers is refused with; none if it is not. */
function refusalOf(headers: Headers, use: Partial<HeaderUse>): readonly string[] {
  const headerUse: HeaderUse = {
    needsIfMatch: false,
    keyUse: 'optional',
    refusesConditions: false,
    resumes: false,
    ...use,
  };
  try {
    readRequestHeaders({ method: 'PATCH', headersDistinct: headers }, headerUse, undefined);
    return [];
  } catch (error) {
    if (error instanceof ApiError) return error.errors.map(({ code }) => code);
    throw error;
  }
}

describe('The headers of a request', () => {
  it('need a key only where one is required', () => {
    const uses: readonly KeyUse[] = ['ignored', 'optional', 'required'];
    expect(uses.map((keyUse) => refusalOf({}, { keyUse }))).to.deep.equal([[], [], ['idempotency-key-required']]);
    expect(refusalOf({ 'idempotency-key': ['a'] }, { keyUse: 'required' })).to.deep.equal([]);
  });

  it('need If-Match only where it is required', () => {
    expect(refusalOf({}, { needsIfMatch: true })).to.deep.equal(['precondition-required']);
    expect(refusalOf({ 'if-match': ['"a"'] }, { needsIfMatch: true })).to.deep.equal([]);
  });

  it('include Last-Event-ID, which only streams read', () => {
    const position = `p${'Az09_-'.repeat(12)}`;
    const read = (resumes: boolean): string | undefined => {
      const use = { needsIfMatch: false, keyUse: 'ignored', refusesConditions: false, resumes } as const;
      const headersDistinct = { 'last-event-id': [position] };
      return readRequestHeaders({ method: 'GET', headersDistinct }, use, undefined).lastEventId;
    };
    expect([read(true), read(false)]).to.deep.equal([position, undefined]);
    for (const malformed of [[position, position], ['x'], [''], ['now'], [`${position}.`], [`p${'A'.repeat(200)}`]]) {
      expect(refusalOf({ 'last-event-id': malformed }, { resumes: true })).to.deep.equal(['invalid-header']);
      expect(refusalOf({ 'last-event-id': malformed }, { resumes: false })).to.deep.equal([]);
    }
  });

  it('are checked in steps: all malformed ones, then If-Match required, then the key', () => {
    const strict = { needsIfMatch: true, keyUse: 'required' } as const;
    const malformed = { 'if-none-match': ['a'], 'consistency-token': ['a'] };
    expect(refusalOf(malformed, strict)).to.deep.equal(['invalid-header', 'invalid-header']);
    expect(refusalOf({}, strict)).to.deep.equal(['precondition-required']);
    expect(refusalOf({ 'if-match': ['*'] }, strict)).to.deep.equal(['idempotency-key-required']);
  });
});
