import { expect } from 'chai';
import { compareIdentifiers, isIdentifier } from '#domain/identifier';

describe('identifier', () => {
  it('is a canonical integer from 1 to 2^63-1', () => {
    for (const text of ['1', '9', '10', '999999999999999999', '9223372036854775807'])
      expect(isIdentifier(text), text).to.equal(true);
    const others = [
      '',
      '0',
      '01',
      '+1',
      '-1',
      '1.0',
      '1e3',
      '0x1',
      ' 1',
      '1 ',
      '1\n',
      '1_0',
      'abc',
      '\u0661',
      '%',
      '\0',
    ];
    for (const text of [...others, '9223372036854775808', '9999999999999999999', '10000000000000000000'])
      expect(isIdentifier(text), text).to.equal(false);
  });

  it('sorts numerically', () => {
    const sorted = ['1', '2', '9', '10', '11', '99', '100', '9007199254740992', '9007199254740993'];
    expect(sorted.toReversed().sort(compareIdentifiers)).to.deep.equal(sorted);
    expect(compareIdentifiers('7', '7')).to.equal(0);
  });
});
