import { expect } from 'chai';
import { resources } from '#test/support/model';
import { kindOf, kinds, type KindName } from '#domain/kinds';
import type { ImportedField } from '../../../../src/cli/import/columns.ts';
import { readRow } from '../../../../src/cli/import/read-row.ts';

const kindNames = Object.keys(kinds) as readonly KindName[];

/** The value sent for the cell of an attribute; undefined: none. */
function sent(kind: KindName, cell: string, isRequired = true): unknown {
  const declared = { kind, isRequired, ...kindOf(kind).exampleLimits };
  const field: ImportedField = { kind: 'attribute', name: 'field', stored: 'field', declared, output: undefined };
  const content = readRow(
    { resource: resources.person, fields: [field], idAt: undefined, leftOut: [] },
    [cell],
    undefined,
  );
  if (content.kind !== 'resource') throw new Error(content.reason);
  const { attributes } = content.resource as { readonly attributes: Readonly<Record<string, unknown>> };
  return attributes['field'];
}

describe('A row to import', () => {
  for (const kind of kindNames)
    it(`has each ${kind} as JSON`, () => {
      const samples = kindOf(kind).samples(kindOf(kind).exampleLimits);
      for (const value of samples.valid) expect(sent(kind, kindOf(kind).write(value))).to.equal(value);
    });

  it('has moments with any offset', () => {
    expect(sent('timestamp', '2000-02-29T12:30:00+02:00')).to.equal('2000-02-29T10:30:00.000Z');
  });

  it('has no attribute for an empty cell, unless the attribute cannot be unset', () => {
    for (const kind of kindNames) {
      expect(sent(kind, '', false)).to.equal(undefined);
      expect(sent(kind, '')).to.equal('');
    }
  });

  it('sends what is no value of the kind as it is, for the service to refuse it', () => {
    const cells: readonly (readonly [kind: KindName, cell: string])[] = [
      ['integer', '4.5'],
      ['integer', '1e3'],
      ['integer', '007'],
      ['integer', ' 7'],
      ['integer', '9007199254740993'],
      ['boolean', 'TRUE'],
      ['boolean', 'yes'],
      ['boolean', '1'],
      ['timestamp', 'tomorrow'],
      ['timestamp', '2023-02-30T00:00:00Z'],
      ['date', '29 Feb 2000'],
      ['date', '2000-02-30'],
    ];
    for (const [kind, cell] of cells) expect(sent(kind, cell)).to.equal(cell);
  });
});
