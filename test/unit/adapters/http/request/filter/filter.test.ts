import { expect } from 'chai';
import { resources } from '#test/support/model';
import { everything, nothing, type Comparison, type Filter, type TextComparison } from '#application/model/filter';
import { filterText, parse, type QueryOptions } from '../../../../../support/parse-query.ts';

const onComputers: QueryOptions = { resource: resources.computer };

const not = (filter: Filter): Filter => ({ kind: 'not', filter });
const both = (...filters: readonly Filter[]): Filter => ({ kind: 'and', filters });
const either = (...filters: readonly Filter[]): Filter => ({ kind: 'or', filters });
const related = (relationship: string, filter: Filter): Filter => ({ kind: 'related', relationship, filter });
const unset = (attribute: string): Filter => ({ kind: 'unset', attribute });
const isIn = (attribute: string, ...values: readonly string[]): Filter => ({ kind: 'in', attribute, values });
const text = (attribute: string, comparison: TextComparison, value: string): Filter => ({
  kind: 'text',
  attribute,
  comparison,
  value,
});
const compare = (attribute: string, comparison: Comparison, value: string): Filter => ({
  kind: 'compare',
  attribute,
  comparison,
  operand: { kind: 'value', value },
});
const fields = (attribute: string, comparison: Comparison, other: string): Filter => ({
  kind: 'compare',
  attribute,
  comparison,
  operand: { kind: 'attribute', attribute: other },
});

type Case = readonly [sent: unknown, filter: Filter, options?: QueryOptions];

function itReads(cases: readonly Case[]): void {
  for (const [sent, filter, options] of cases) {
    it(`reads ${JSON.stringify(sent)}${options === undefined ? '' : ' of a computer'}`, () => {
      expect(parse(filterText([sent]), options).filter).to.deep.equal(filter);
    });
  }
}

/** A stored field of each kind, with a low and a high value, as sent and as parsed. */
const kinds = [
  { name: 'id', attribute: 'id', low: 1, high: '20', parsed: ['1', '20'] },
  { name: 'name', attribute: 'name', low: 'a', high: 'b', parsed: ['a', 'b'] },
  { name: 'email', attribute: 'email', low: '', high: 'b', parsed: ['', 'b'] },
  {
    name: 'birth_date',
    attribute: 'birthDate',
    low: '2000-02-29',
    high: '2001-01-01',
    parsed: ['2000-02-29', '2001-01-01'],
  },
] as const;

describe('filter: operators of all fields', () => {
  for (const { name, attribute, low, high, parsed } of kinds) {
    const [first, second] = parsed;
    const equal = compare(attribute, 'equal', first);
    itReads([
      [{ name, op: 'eq', val: low }, equal],
      [{ name, op: 'ne', val: low }, not(equal)],
      [{ name, op: 'is_', val: low }, equal],
      [{ name, op: 'is', val: low }, equal],
      [{ name, op: 'isnot', val: low }, not(equal)],
      [{ name, op: 'eq', val: null }, unset(attribute)],
      [{ name, op: 'ne', val: null }, not(unset(attribute))],
      [{ name, op: 'is_', val: null }, unset(attribute)],
      [{ name, op: 'is', val: null }, unset(attribute)],
      [{ name, op: 'isnot', val: null }, not(unset(attribute))],
      [{ name, op: 'gt', val: low }, compare(attribute, 'greater', first)],
      [{ name, op: 'ge', val: low }, compare(attribute, 'greaterOrEqual', first)],
      [{ name, op: 'lt', val: low }, compare(attribute, 'less', first)],
      [{ name, op: 'le', val: low }, compare(attribute, 'lessOrEqual', first)],
      [
        { name, op: 'between', val: [low, high] },
        both(compare(attribute, 'greaterOrEqual', first), compare(attribute, 'lessOrEqual', second)),
      ],
      [{ name, op: 'in_', val: [low, high] }, isIn(attribute, first, second)],
      [{ name, op: 'in', val: [low] }, isIn(attribute, first)],
      [{ name, op: 'in_', val: [] }, nothing],
      [{ name, op: 'notin_', val: [low, high] }, not(isIn(attribute, first, second))],
      [{ name, op: 'notin', val: [low] }, not(isIn(attribute, first))],
      [{ name, op: 'notin_', val: [] }, everything],
      [{ name, op: 'eq', field: 'name' }, fields(attribute, 'equal', 'name')],
      [{ name, op: 'ne', field: 'name' }, not(fields(attribute, 'equal', 'name'))],
      [{ name, op: 'gt', field: 'birth_date' }, fields(attribute, 'greater', 'birthDate')],
      [{ name, op: 'ge', field: 'id' }, fields(attribute, 'greaterOrEqual', 'id')],
      [{ name, op: 'lt', field: name }, fields(attribute, 'less', attribute)],
      [{ name, op: 'le', field: 'email' }, fields(attribute, 'lessOrEqual', 'email')],
    ]);
  }
});

describe('filter: operators of text', () => {
  const name = 'name';
  itReads([
    [{ name, op: 'like', val: 'a%' }, text(name, 'like', 'a%')],
    [{ name, op: 'notlike', val: 'a_' }, not(text(name, 'like', 'a_'))],
    [{ name, op: 'ilike', val: '' }, text(name, 'likeIgnoringCase', '')],
    [{ name, op: 'notilike', val: 'A' }, not(text(name, 'likeIgnoringCase', 'A'))],
    [{ name, op: 'startswith', val: '%\\' }, text(name, 'startsWith', '%\\')],
    [{ name, op: 'endswith', val: '\\' }, text(name, 'endsWith', '\\')],
    [{ name, op: 'match', val: ' Ada, L. ' }, text(name, 'hasWords', ' Ada, L. ')],
    [{ name: 'owner__email', op: 'match', val: 'x' }, related('owner', text('email', 'hasWords', 'x')), onComputers],
  ]);

  describe('doubles an escape character at the end of a pattern', () => {
    itReads([
      [{ name, op: 'like', val: '\\' }, text(name, 'like', '\\\\')],
      [{ name, op: 'like', val: 'a\\\\' }, text(name, 'like', 'a\\\\')],
      [{ name, op: 'ilike', val: 'a\\\\\\' }, text(name, 'likeIgnoringCase', 'a\\\\\\\\')],
      [{ name, op: 'notlike', val: '\\%\\' }, not(text(name, 'like', '\\%\\\\'))],
      [{ name, op: 'notilike', val: 'a\\%' }, not(text(name, 'likeIgnoringCase', 'a\\%'))],
    ]);
  });

  describe('a match without words is never true, and unknown for unset values', () => {
    const neverTrue = not(fields(name, 'equal', name));
    const wordless = [
      '',
      ' ',
      '%_()[]{}@`^~|/:;.\x01\x7f',
      '\u0080\u00a0\u00aa\u00bf',
      '\u1680',
      '\u2000\u2026\u206f',
      '\u3000\u303f',
    ];
    itReads(wordless.map((val): Case => [{ name, op: 'match', val }, neverTrue]));
    const words = [
      '0',
      '9',
      'A',
      'Z',
      'a',
      'z',
      '\u00c0',
      '\u00d7',
      '\u1681',
      '\u167f',
      '\u1fff',
      '\u2070',
      '\u2fff',
      '\u3040',
      '😀',
      '\ufeff',
    ];
    itReads(words.map((val): Case => [{ name, op: 'match', val }, text(name, 'hasWords', val)]));
    itReads([[{ not: { name, op: 'match', val: '-' } }, not(neverTrue)]]);
  });
});

describe('filter: identifier values', () => {
  const values: readonly [sent: unknown, value: string][] = [
    [0, '0'],
    [-0, '0'],
    [-7, '-7'],
    [2 ** 53 - 1, '9007199254740991'],
    ['-7', '-7'],
    ['0', '0'],
    ['9223372036854775808', '9223372036854775808'],
    ['-99999999999999999999', '-99999999999999999999'],
  ];
  itReads(values.map(([val, value]): Case => [{ name: 'id', op: 'eq', val }, compare('id', 'equal', value)]));

  for (const number of ['1.0', '1e0', '10e-1', '0.1e1']) {
    it(`reads ${number} as an integer`, () => {
      const sent = `filter=[{"name":"id","op":"eq","val":${number}}]`;
      expect(parse(sent).filter).to.deep.equal(compare('id', 'equal', '1'));
    });
  }
});

describe('filter: boolean operators', () => {
  const [sent, filter] = [{ name: 'name', op: 'eq', val: 'x' }, compare('name', 'equal', 'x')];
  itReads([
    [{ or: [] }, nothing],
    [{ and: [] }, everything],
    [{ not: sent }, not(filter)],
    [{ or: [sent, { and: [sent] }] }, either(filter, both(filter))],
    [{ not: { not: { or: [sent] } } }, not(not(either(filter)))],
  ]);
});

describe('filter: relationships', () => {
  const serial = { name: 'serial', op: 'eq', val: 'x' };
  const hasSerial = compare('serial', 'equal', 'x');
  const one = compare('id', 'equal', '1');
  itReads([
    [{ name: 'computers', op: 'any', val: serial }, related('computers', hasSerial)],
    [{ name: 'computers', op: 'any', val: { and: [] } }, related('computers', everything)],
    [
      { name: 'owner', op: 'has', val: { name: 'birth_date', op: 'eq', val: null } },
      related('owner', unset('birthDate')),
      onComputers,
    ],
    [{ name: 'computers__serial', op: 'eq', val: 'x' }, related('computers', hasSerial)],
    [{ name: 'computers__serial', op: 'ne', val: 'x' }, related('computers', not(hasSerial))],
    [{ name: 'computers__serial', op: 'notin_', val: [] }, related('computers', everything)],
    [{ name: 'computers__serial', op: 'gt', field: 'id' }, related('computers', fields('serial', 'greater', 'id'))],
    [{ name: 'computers__owner__name', op: 'eq', val: null }, related('computers', related('owner', unset('name')))],
    [
      { name: 'owner__computers', op: 'any', val: serial },
      related('owner', related('computers', hasSerial)),
      onComputers,
    ],
    [
      { name: 'computers__owner', op: 'has', val: { not: { name: 'computers', op: 'any', val: serial } } },
      related('computers', related('owner', not(related('computers', hasSerial)))),
    ],
  ]);

  for (const [name, options] of [
    ['computers', {}],
    ['owner', onComputers],
  ] as const) {
    itReads([
      [{ name, op: 'eq', val: 1 }, related(name, one), options],
      [{ name, op: 'is_', val: '1' }, related(name, one), options],
      [{ name, op: 'ne', val: 1 }, related(name, not(one)), options],
      [{ name, op: 'isnot', val: 1 }, related(name, not(one)), options],
      [{ name, op: 'ge', val: 1 }, related(name, compare('id', 'greaterOrEqual', '1')), options],
      [{ name, op: 'in_', val: [1, '2'] }, related(name, isIn('id', '1', '2')), options],
      [{ name, op: 'in_', val: [] }, related(name, nothing), options],
      [{ name, op: 'notin_', val: [1] }, related(name, not(isIn('id', '1'))), options],
      [
        { name, op: 'between', val: [1, 3] },
        related(name, both(compare('id', 'greaterOrEqual', '1'), compare('id', 'lessOrEqual', '3'))),
        options,
      ],
      [{ name, op: 'eq', val: null }, not(related(name, everything)), options],
      [{ name, op: 'is_', val: null }, not(related(name, everything)), options],
      [{ name, op: 'ne', val: null }, related(name, everything), options],
      [{ name, op: 'isnot', val: null }, related(name, everything), options],
    ]);
  }
  itReads([
    [
      { name: 'owner__computers', op: 'eq', val: null },
      related('owner', not(related('computers', everything))),
      onComputers,
    ],
    [{ name: 'owner__id', op: 'eq', val: null }, related('owner', unset('id')), onComputers],
  ]);
});

describe('filter: several conditions', () => {
  const name = (value: string): Filter => compare('name', 'equal', value);
  const conditions: readonly [text: string, filter: Filter, options?: QueryOptions][] = [
    ['filter=[]', everything],
    ['filter[name]=x', name('x')],
    ['filter[name]=', name('')],
    ['filter[name]=null', name('null')],
    ['filter[name]=a&filter[name]=b', both(name('a'), name('b'))],
    [
      `filter[name]=a&${filterText([{ name: 'name', op: 'eq', val: 'b' }, { or: [] }])}&filter[id]=-5`,
      both(name('a'), name('b'), nothing, compare('id', 'equal', '-5')),
    ],
    ['filter[birth_date]=2000-01-31', compare('birthDate', 'equal', '2000-01-31')],
    ['filter[computers]=7', related('computers', compare('id', 'equal', '7'))],
    ['filter[owner]=1', related('owner', compare('id', 'equal', '1')), onComputers],
    ['filter[owner__name]=x%2By', related('owner', name('x+y')), onComputers],
    ['filter%5Bserial%5D=%5B%5D', compare('serial', 'equal', '[]'), onComputers],
  ];
  for (const [sent, filter, options] of conditions) {
    it(`reads ${sent}`, () => expect(parse(sent, options).filter).to.deep.equal(filter));
  }
});
