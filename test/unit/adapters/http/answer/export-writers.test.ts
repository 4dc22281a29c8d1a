import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvWriter, escapeFormulas } from '#adapters/http/answer/export-writers';
import type { AttributeOutput } from '#adapters/http/api/resource-description';
import type { SelectedFields } from '#adapters/http/request/query/presentation';
import type { ResourceRecord } from '#application/model/query';
import { kindOf, kinds, type KindName, type Value } from '#domain/kinds';

/** An attribute that is shown as it is stored. */
const asStored = (stored: string): AttributeOutput => ({
  needs: [stored],
  render: (attributes) => attributes[stored] ?? null,
});

const fields: SelectedFields = {
  attributes: [
    { ...asStored('one'), name: 'first' },
    { ...asStored('two'), name: 'second' },
  ],
  relationships: [
    {
      kind: 'relationship',
      stored: 'items',
      to: 'computer',
      cardinality: 'many',
      linkage: 'always',
      name: 'computers',
      linked: true,
    },
  ],
};

function record(id: string, one: Value | null, two: Value | null, items: readonly string[] = []): ResourceRecord {
  return { type: 'person', id, attributes: { one, two }, linkage: { items } };
}

describe('Writing CSV', () => {
  const { head, write } = csvWriter(fields);

  it('begins with the names of the columns: id, attributes, relationships', () => {
    expect(head).to.equal('id,first,second,computers\r\n');
  });

  it('has only the columns that are selected', () => {
    const { head: short, write: writeShort } = csvWriter({ attributes: [], relationships: [] });
    expect(short + writeShort([record('1', 'a', 'b', ['2'])])).to.equal('id\r\n1\r\n');
  });

  // RFC 4180, section 2.
  const cells: readonly (readonly [text: string | null, cell: string])[] = [
    ['a', 'a'],
    ['', ''],
    [null, ''],
    [' a ', ' a '],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['"', '""""'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
    ['a\r\nb', '"a\r\nb"'],
    ['a\r', '"a\r"'],
    ['a;b', 'a;b'],
    ["O'Hara", "O'Hara"],
    ['Å 😀', 'Å 😀'],
    ['=1+1', "'=1+1"],
    ['=A1,"x"', `"'=A1,""x"""`],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
  ];
  for (const [text, cell] of cells)
    it(`writes ${JSON.stringify(text)} as ${JSON.stringify(cell)}`, () => {
      expect(write([record('1', text, null)])).to.equal(`1,${cell},,\r\n`);
    });

  for (const name of Object.keys(kinds) as readonly KindName[])
    it(`writes values of kind ${name} as their kind writes them`, () => {
      for (const value of kindOf(name).samples.valid) {
        const [, read] = parse(head + write([record('1', value, null)]), { relax_column_count: false });
        expect(read).to.deep.equal(['1', kindOf(name).write(value), '', '']);
      }
    });

  it('joins linkage by spaces', () => {
    expect(write([record('1', null, null, ['2', '3']), record('2', null, null)])).to.equal('1,,,2 3\r\n2,,,\r\n');
  });

  it('writes what a parser reads as the same cells', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(',', '"', '\r', '\n', '\r\n', "'", '=', ' ', '\ufeff', 'a', '長'),
    });
    const text = fc.option(fc.oneof(hostile, fc.string({ unit: 'grapheme' })));
    const rows = fc.array(fc.tuple(fc.maxSafeNat(), text, text), { minLength: 1 });
    fc.assert(
      fc.property(rows, (all) => {
        const records = all.map(([id, one, two]) => record(String(id), one, two, ['1', String(id)]));
        const [names, ...read] = parse(head + write(records), { relax_column_count: false });
        expect(names).to.deep.equal(['id', 'first', 'second', 'computers']);
        expect(read).to.deep.equal(
          all.map(([id, one, two]) => [String(id), escapeFormulas(one) ?? '', escapeFormulas(two) ?? '', `1 ${id}`]),
        );
      }),
    );
  });
});

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

  it('is not an unset value', () => {
    expect(escapeFormulas(null)).to.equal(null);
  });

  const text = fc.string({ unit: fc.constantFrom('=', '-', "'", '"', ' ', ';', '\t', '\r', '\n', 'a') });

  it('never stays one, wherever a spreadsheet splits it', () => {
    fc.assert(
      fc.property(text, (any) => {
        for (const separator of [/(?!)/, /;/, /\t/, /[\r\n]/])
          for (const part of escapeFormulas(any)?.split(separator) ?? []) expect(part).not.to.match(/^[\s"]*[=-]/);
      }),
      { numRuns: 2000 },
    );
  });

  it('stays different from every other', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(escapeFormulas(one) === escapeFormulas(other)).to.equal(one === other);
        expect(escapeFormulas(escapeFormulas(one)) === escapeFormulas(one)).to.equal(escapeFormulas(one) === one);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes time that grows with its length only', () => {
    for (const hostile of ['\t', ' ', "'", ';', '\t=', ' ;'])
      expect(escapeFormulas(hostile.repeat(200_000))).to.have.length.above(199_999);
  }).timeout(5000);
});
