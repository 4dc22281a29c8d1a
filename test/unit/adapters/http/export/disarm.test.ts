import { expect } from 'chai';
import fc from 'fast-check';
import { disarm } from '#adapters/http/export/disarm';

describe('A cell that a spreadsheet could run', () => {
  const disarmed: readonly (readonly [text: string, cell: string])[] = [
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['﹦1', "'﹦1"],
    [' =1', "' =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\x01=1', "'\x01=1"],
    ['"=1', `'"=1`],
    ['" =1"', `'" =1"`],
    ["'=1", "''=1"],
    ['“=1”', "'“=1”"],
    ['\t=1', "'\t'=1"],
    ['a;=1', "a;'=1"],
    ['a\t=1', "a\t'=1"],
    ['a\n=1', "a\n'=1"],
    ['a\r\n =1', "a\r\n' =1"],
    ['a;";@x', `a;";'@x`],
    ['-a;-b', "'-a;'-b"],
  ];
  for (const [text, cell] of disarmed)
    it(`begins with an apostrophe: ${JSON.stringify(text)}`, () => {
      expect(disarm(text)).to.equal(cell);
    });

  for (const text of [
    '',
    '0',
    '1-1',
    'a=1',
    'A <a@b>',
    '2000-02-29',
    "'",
    "O'Hara",
    ';',
    'a;b',
    'a, =b',
    '"',
    '_',
    '\u2013',
  ])
    it(`is not ${JSON.stringify(text)}`, () => {
      expect(disarm(text)).to.equal(text);
    });

  it('is not an unset value', () => {
    expect(disarm(null)).to.equal(null);
  });

  const text = fc.string({ unit: fc.constantFrom('=', '-', "'", '"', ' ', ';', '\t', '\r', '\n', 'a') });

  it('never stays one, wherever a spreadsheet splits it', () => {
    fc.assert(
      fc.property(text, (any) => {
        for (const separator of [/(?!)/, /;/, /\t/, /[\r\n]/])
          for (const part of disarm(any)?.split(separator) ?? []) expect(part).not.to.match(/^[\s"]*[=-]/);
      }),
      { numRuns: 2000 },
    );
  });

  it('stays different from every other', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(disarm(one) === disarm(other)).to.equal(one === other);
        expect(disarm(disarm(one)) === disarm(one)).to.equal(disarm(one) === one);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes time that grows with its length only', () => {
    for (const hostile of ['\t', ' ', "'", ';', '\t=', ' ;'])
      expect(disarm(hostile.repeat(200_000))).to.have.length.above(199_999);
  }).timeout(5000);
});
