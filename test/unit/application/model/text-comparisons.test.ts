import { expect } from 'chai';
import fc from 'fast-check';
import { foldCase, textTests } from '#application/model/text-comparisons';
import { atDepth } from '../../../support/depth.ts';

/** The gate stops at U+1FFFF: Unicode 17 has no cased characters above it. */
const LAST_CODE_POINT = atDepth({ gate: 0x1ffff, campaign: 0x10ffff });

describe('comparing texts', () => {
  const character = fc.constantFrom('a', 'b', '%', '_', '\\', '\u{1f600}', '\n');
  const string = fc.array(character, { maxLength: 10 }).map((characters) => characters.join(''));

  it('follows the definition of LIKE for any pattern and text', () => {
    fc.assert(
      fc.property(string, string, (pattern, text) => {
        expect(textTests.like(pattern)(text)).to.equal(likeByDefinition([...pattern], [...text]));
      }),
      { numRuns: 3000 },
    );
  });

  it('does not take exponential time', () => {
    const test = textTests.like(`${'%a'.repeat(2000)}b`);
    expect(test('a'.repeat(5000))).to.equal(false);
  });

  it('finds no words in a text without words', () => {
    for (const value of ['', ' ', '--', '\u2019']) expect(textTests.hasWords(value)('any text')).to.equal(false);
  });
});

describe('folding the case', () => {
  it('maps each code point to one code point, whatever its context', () => {
    for (let codePoint = 0; codePoint <= LAST_CODE_POINT; codePoint += 1) {
      if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
      const character = String.fromCodePoint(codePoint);
      const folded = character === '\u0130' ? 'i' : character.toLowerCase();
      const inContext = foldCase(`x${character} ${character}\u03a3`);
      if (folded.codePointAt(0) !== undefined && [...folded].length === 1 && inContext === `x${folded} ${folded}\u03c3`)
        continue;
      expect.fail(`U+${codePoint.toString(16)} folds to ${JSON.stringify(inContext)}`);
    }
  });
});

function likeByDefinition([item, ...items]: readonly string[], text: readonly string[]): boolean {
  if (item === undefined) return text.length === 0;
  if (item === '%')
    return text.some((_, from) => likeByDefinition(items, text.slice(from))) || likeByDefinition(items, []);
  const [first, ...rest] = text;
  if (first === undefined) return false;
  if (item === '_') return likeByDefinition(items, rest);
  if (item !== '\\') return item === first && likeByDefinition(items, rest);
  const [literal = '\\', ...after] = items;
  return literal === first && likeByDefinition(after, rest);
}
