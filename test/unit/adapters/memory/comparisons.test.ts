import { expect } from 'chai';
import fc from 'fast-check';
import { orders } from '#adapters/memory/comparisons';

describe('comparisons in memory', () => {
  it('sort integers of any size and sign numerically', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (left, right) => {
        const expected = left < right ? -1 : left > right ? 1 : 0;
        expect(Math.sign(orders.identifier(String(left), String(right)))).to.equal(expected);
      }),
    );
  });

  it('sort texts by code point, which is the order of their UTF-8 bytes', () => {
    const unit = fc.constantFrom('a', 'b', '\u00e9', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}');
    const string = fc.array(unit, { maxLength: 4 }).map((characters) => characters.join(''));
    fc.assert(
      fc.property(string, string, (left, right) => {
        const expected = Buffer.compare(Buffer.from(left), Buffer.from(right));
        expect(Math.sign(orders.text(left, right))).to.equal(expected);
      }),
      { numRuns: 1000 },
    );
  });
});
