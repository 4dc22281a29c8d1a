import { expect } from 'chai';
import fc from 'fast-check';
import { escapeFormulas, unescapeFormulas } from '#adapters/http/api/formula-cells';

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
      expect(escapeFormulas(text)).to.equal(cell);
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
      expect(escapeFormulas(text)).to.equal(text);
    });

  it('cannot be an unset value', () => {
    expect(escapeFormulas(null)).to.equal(null);
  });

  const text = fc.string({ unit: fc.constantFrom('=', '-', "'", '"', ' ', ';', '\t', '\r', '\n', 'a') });

  it('is harmless after escaping, no matter where a spreadsheet splits it', () => {
    fc.assert(
      fc.property(text, (any) => {
        for (const separator of [/(?!)/, /;/, /\t/, /[\r\n]/])
          for (const part of escapeFormulas(any)?.split(separator) ?? []) expect(part).not.to.match(/^[\s"]*[=-]/);
      }),
      { numRuns: 2000 },
    );
  });

  it('stays different from every other cell', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(escapeFormulas(one) === escapeFormulas(other)).to.equal(one === other);
        expect(escapeFormulas(escapeFormulas(one)) === escapeFormulas(one)).to.equal(escapeFormulas(one) === one);
      }),
      { numRuns: 2000 },
    );
  });

  it('is restored exactly', () => {
    for (const [one, cell] of disarmed) expect(unescapeFormulas(cell)).to.equal(one);
    fc.assert(
      fc.property(text, (any) => {
        expect(unescapeFormulas(escapeFormulas(any) ?? '')).to.equal(any);
      }),
      { numRuns: 2000 },
    );
    for (const other of ["'", "O'Hara", "'quoted'", "'1", "a;'b", "'\u2013"])
      expect(unescapeFormulas(other)).to.equal(other);
  });

  it('takes linear time', () => {
    for (const hostile of ['\t', ' ', "'", ';', '\t=', ' ;'])
      expect(unescapeFormulas(escapeFormulas(hostile.repeat(200_000)) ?? '')).to.have.lengthOf(
        200_000 * hostile.length,
      );
  }).timeout(5000);
});
