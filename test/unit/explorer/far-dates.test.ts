import { expect } from 'chai';
import { farDateWords } from '../../../explorer/src/model/far-dates.ts';

describe('explorer: a date far ahead', () => {
  it('is questioned; other values are not', () => {
    const words = 'This is 973 years ahead. Is the year right?';
    expect(farDateWords('date', '2999-01-01', 2026)).to.equal(words);
    expect(farDateWords('timestamp', '2999-01-01T00:00:00.000Z', 2026)).to.equal(words);
    for (const [format, value] of [
      ['date', '2126-12-31'],
      ['date', '1815-12-10'],
      ['date', null],
      ['date', undefined],
      ['text', '2999-01-01'],
    ] as const)
      expect(farDateWords(format, value, 2026)).to.equal(undefined);
  });
});
