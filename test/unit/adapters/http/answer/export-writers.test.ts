import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvWriter } from '#adapters/http/answer/export-writers';
import { escapeFormulas } from '#adapters/http/api/formula-cells';
import type { AttributeOutput } from '#adapters/http/api/resource-description';
import type { SelectedFields } from '#adapters/http/request/query/presentation';
import type { ResourceRecord } from '#application/model/query';
import { kindOf, kinds, type KindName, type Value } from '#domain/kinds';

/** An attribute that is shown as it is stored. */
const asStored = (stored: string): AttributeOutput => ({
  needs: [stored],
  render: (attributes) => attributes[stored] ?? null,
});

/** @param kind of the first attribute */
const fieldsOf = (kind: KindName): SelectedFields => ({
  path: '/persons',
  attributes: [
    { ...asStored('one'), name: 'first', kind },
    { ...asStored('two'), name: 'second', kind: 'text' },
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
});

function record(id: string, one: Value | null, two: Value | null, items: readonly string[] = []): ResourceRecord {
  return { type: 'person', id, attributes: { one, two }, linkage: { items } };
}

describe('Writing CSV', () => {
  const { head, write } = csvWriter(fieldsOf('text'));

  it('begins with the names of the columns: id, attributes, relationships', () => {
    expect(head).to.equal('id,first,second,computers\r\n');
  });

  it('has only the columns that are selected', () => {
    const { head: short, write: writeShort } = csvWriter({ path: '', attributes: [], relationships: [] });
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
      const { write: writeKind } = csvWriter(fieldsOf(name));
      for (const value of kindOf(name).samples(kindOf(name).exampleLimits).valid) {
        const [, read] = parse(head + writeKind([record('1', value, null)]), { relax_column_count: false });
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
