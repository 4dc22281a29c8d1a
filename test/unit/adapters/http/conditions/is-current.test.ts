import { expect } from 'chai';
import { readConditions } from '#adapters/http/conditions/conditions';
import { isCurrent } from '#adapters/http/conditions/is-current';
import { ApiError } from '#adapters/http/jsonapi/documents/errors';

function outcomeOf(headers: Readonly<Record<string, string>>, tag: string): string {
  const lines = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  try {
    return isCurrent(readConditions(lines, true).conditions, tag) ? 'not modified' : 'sent';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const header = error.errors[0]?.meta?.['header'];
    return typeof header === 'string' ? header : 'refused without a header';
  }
}

describe('isCurrent', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', '"x,y", "a"', '*', ' * '])
    it(`finds the tag "a" in If-None-Match: ${header}`, () => {
      expect(outcomeOf({ 'if-none-match': header }, '"a"')).to.equal('not modified');
    });

  for (const header of ['', '"b"', 'a', '"a', '"A"', '"a,b"', '"x", "ab"', '"a", nonsense'])
    it(`does not find the tag "a" in If-None-Match: ${header}`, () => {
      expect(outcomeOf({ 'if-none-match': header }, '"a"')).to.equal('sent');
    });

  it('sends an answer where nothing is asked', () => {
    expect(outcomeOf({}, '"a"')).to.equal('sent');
  });

  it('knows an answer without a tag only by *', () => {
    expect(outcomeOf({ 'if-none-match': '*' }, '')).to.equal('not modified');
    expect(outcomeOf({ 'if-none-match': '""' }, '')).to.equal('sent');
    expect(outcomeOf({ 'if-match': '""' }, '')).to.equal('If-Match');
    expect(outcomeOf({ 'if-match': '*' }, '')).to.equal('sent');
  });

  for (const header of ['"b"', 'W/"a"', '"ab"'])
    it(`refuses If-Match: ${header}, even if the client has the answer`, () => {
      expect(outcomeOf({ 'if-match': header, 'if-none-match': '*' }, '"a"')).to.equal('If-Match');
    });

  for (const header of ['"a"', '"b", "a"', '*'])
    it(`accepts If-Match: ${header}`, () => {
      expect(outcomeOf({ 'if-match': header }, '"a"')).to.equal('sent');
      expect(outcomeOf({ 'if-match': header, 'if-none-match': '"a"' }, '"a"')).to.equal('not modified');
    });
});
