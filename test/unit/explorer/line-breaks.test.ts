import { expect } from 'chai';
import fc from 'fast-check';
import { afterEdit, withPlainBreaks } from '../../../explorer/src/model/line-breaks.ts';

describe('explorer: line breaks of a text', () => {
  it('stay unchanged in unedited parts', () => {
    for (const [before, typed, after] of [
      ['a\r\nb\r\nc', 'a\nbx\nc', 'a\r\nbx\r\nc'],
      ['a\rb\r\nc\nd', 'a\nb\nc\nd!', 'a\rb\r\nc\nd!'],
      ['a\r\nb', 'ab', 'ab'],
      ['a\r\nb', 'b', 'b'],
      ['a\r\nb', '', ''],
      ['a\r\nb', 'a\n\nb', 'a\r\n\r\nb'],
      ['a\nb', 'a\nb\n', 'a\nb\n'],
      ['\t a ', '\t b ', '\t b '],
    ] as const)
      expect(afterEdit(before, typed)).to.equal(after);
  });

  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\r', '\n', '\r\n', '\u{1f600}') });

  it('are those of the stored text if an edit is reverted, and appear as typed', () => {
    fc.assert(
      fc.property(texts, texts, (before, other) => {
        const typed = withPlainBreaks(other);
        expect(afterEdit(before, withPlainBreaks(before))).to.equal(before);
        expect(withPlainBreaks(afterEdit(before, typed))).to.equal(typed);
      }),
    );
  });
});
