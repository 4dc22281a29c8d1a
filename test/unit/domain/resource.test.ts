import { expect } from 'chai';
import type { Checked } from '#domain/checked';
import { calendarDate } from '#domain/dates';
import { kinds, type KindName } from '#domain/kinds';
import {
  boolean,
  checkAttribute,
  date,
  decimal,
  email,
  integer,
  many,
  manyToMany,
  one,
  oneOf,
  optional,
  text,
  timestamp,
  type Attribute,
} from '#domain/resource';

const kindNames = Object.keys(kinds) as readonly KindName[];

interface Table {
  readonly check: (value: unknown) => Checked<unknown>;
  /** These become themselves. */
  readonly accepted: readonly unknown[];
  /** These become others: what is sent, and the value. */
  readonly changed?: readonly (readonly [sent: unknown, value: unknown])[];
  /** Refused values by reason. */
  readonly refused: Readonly<Record<string, readonly unknown[]>>;
}

const tables: Readonly<Record<string, Table>> = {
  'a decimal with decimals': {
    check: by(decimal(5, 2)),
    accepted: ['0.00', '1.50', '-1.50', '999.99', '-999.99'],
    changed: [
      ['0', '0.00'],
      ['-0', '0.00'],
      ['-0.0', '0.00'],
      ['7', '7.00'],
      ['1.5', '1.50'],
    ],
    refused: {
      'is required': [undefined],
      'must be a decimal number as a string, such as "12.50"': [
        '',
        '1e3',
        '01',
        '+1',
        '.5',
        '1.',
        ' 1',
        '1,5',
        1.5,
        7,
        true,
      ],
      'must have at most 2 decimals': ['1.234', '1.000'],
      'must have at most 3 digits before the point': ['1000', '-1234.5'],
    },
  },
  'a decimal without decimals': {
    check: by(decimal(2, 0)),
    accepted: ['0', '7', '-99'],
    refused: { 'must have at most 0 decimals': ['1.0'], 'must have at most 2 digits before the point': ['100'] },
  },
  'a decimal below one': {
    check: by(decimal(2, 2)),
    accepted: ['0.00', '0.99', '-0.01'],
    refused: { 'must have at most 0 digits before the point': ['1', '1.00'] },
  },
  'one of several values': {
    check: by(oneOf('draft', 'open "now"')),
    accepted: ['draft', 'open "now"'],
    refused: {
      'is required': [undefined],
      'must be one of "draft", "open \\"now\\""': ['', 'Draft', 'draft ', 7, true, []],
    },
  },
  'a text with a default': {
    check: by(text(5).default('x')),
    accepted: ['a'],
    changed: [[undefined, 'x']],
    refused: { 'must not be null': [null] },
  },
  'an optional decimal with a default': {
    check: by(optional(decimal(5, 2)).default('1.5')),
    accepted: [null, '2.00'],
    changed: [[undefined, '1.50']],
    refused: {},
  },
  'a required text': {
    check: by(text(5)),
    accepted: ['a', ' a ', '12345', '\u{1f600}'.repeat(5), 'e\u0301', '\u200b', '\ufeff', '\u0301', '\u0001'],
    refused: {
      'is required': [undefined],
      'must not be null': [null],
      'must be a string': [0, 1, true, [], {}, ['a']],
      'must have at least one character that is not white space': ['', ' ', '\t\n\r', '\u00a0\u3000', '\u1680\u2028'],
      'must have at most 5 characters': ['123456', '      ', '\u{1f600}'.repeat(6), 'x'.repeat(100000)],
      'must not contain U+0000': ['\0', 'a\0', '\0'.repeat(9)],
      'must not contain a lone surrogate': ['\ud800', 'a\udc00b', '\udc00\ud800'],
    },
  },
  'an e-mail address': {
    check: by(email(30)),
    accepted: ['a@b', 'ada@example.org', "!#$%&'*+/=?^_`{|}~-.@x-y.z1", '..@a', 'A@B.C', '1@2.3'],
    refused: {
      'is required': [undefined],
      'must be a string': [1, []],
      'must not be null': [null],
      'must be an e-mail address such as "ada@example.org"': [
        '',
        'ada',
        '@b',
        'a@',
        'a@b@c',
        'a b@c',
        'a@b c',
        ' a@b',
        'a@b\n',
        'a@-b',
        'a@b-',
        'a@b..c',
        'a@.b',
        'a@b.',
        '\u00e4@b',
        'a@\u00e4',
        '"a"@b',
        'Ada <a@b>',
        'a@[::1]',
        'a,b@c',
      ],
      'must have at most 30 characters': [`${'a'.repeat(29)}@b`],
    },
  },
  'a long e-mail address': {
    check: by(optional(email(254))),
    accepted: [`a@${'b'.repeat(63)}`, `a@${'b'.repeat(63)}.${'c'.repeat(63)}`, `${'a'.repeat(252)}@b`],
    refused: { 'must be an e-mail address such as "ada@example.org"': [`a@${'b'.repeat(64)}`] },
  },
  'a calendar date': {
    check: calendarDate,
    accepted: ['0001-01-01', '9999-12-31', '2000-02-29', '2024-02-29', '1900-02-28', '2023-04-30', '1582-10-10'],
    refused: {
      'must be a string of the form YYYY-MM-DD': [null, undefined, 20000101, new Date(0), []],
      'must be a date of the form YYYY-MM-DD': [
        '',
        '2000-1-1',
        '20000101',
        '2000-01-01T00:00:00Z',
        ' 2000-01-01',
        '2000-01-01\n',
        '+2000-01-01',
        '-2000-01-01',
        '10000-01-01',
        '0001-01-01 BC',
        'infinity',
        'now',
        '1/2/2003',
        '\u0662\u0660\u0660\u0660-01-01',
      ],
      'must be a day that exists, in the years 0001 to 9999': [
        '0000-01-01',
        '2023-02-29',
        '1900-02-29',
        '2100-02-29',
        '2023-02-30',
        '2023-13-01',
        '2023-00-01',
        '2023-01-00',
        '2023-01-32',
        '2023-04-31',
        '2023-06-31',
        '2023-09-31',
        '2023-11-31',
      ],
    },
  },
  'an optional text': {
    check: by(optional(text(5))),
    accepted: [null, 'a'],
    refused: { 'must be a string': [0, false], 'must have at least one character that is not white space': [''] },
  },
  'an optional date': {
    check: by(optional(date())),
    accepted: [null, '2000-01-01'],
    refused: {
      'must be a string of the form YYYY-MM-DD': [1, {}],
      'must be a date of the form YYYY-MM-DD': [''],
    },
  },
  'a required date': {
    check: by(date()),
    accepted: ['2000-01-01'],
    refused: { 'is required': [undefined], 'must not be null': [null] },
  },
  'a text of any length': {
    check: by({ kind: 'text', isRequired: true }),
    accepted: ['a', 'x'.repeat(100000)],
    refused: { 'must not contain U+0000': ['\0'], 'must have at least one character that is not white space': [''] },
  },
  'an integer': {
    check: by(integer()),
    accepted: [0, 1, -1, 7, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, -(2 ** 53) + 1],
    changed: [
      [JSON.parse('-0'), 0],
      [JSON.parse('1.0'), 1],
      [JSON.parse('-2.50e1'), -25],
    ],
    refused: {
      'is required': [undefined],
      'must not be null': [null],
      'must be an integer within ±(2^53-1)': [
        2 ** 53,
        -(2 ** 53),
        1.5,
        0.1,
        1e300,
        Infinity,
        NaN,
        '7',
        '',
        true,
        false,
        [],
        [7],
        {},
        7n,
      ],
    },
  },
  'an optional integer': {
    check: by(optional(integer())),
    accepted: [null, 0],
    refused: { 'must be an integer within ±(2^53-1)': ['', false] },
  },
  'a boolean': {
    check: by(boolean()),
    accepted: [true, false],
    refused: {
      'is required': [undefined],
      'must not be null': [null],
      'must be true or false': [0, 1, '', 'true', 'false', [], {}],
    },
  },
  'an optional boolean': {
    check: by(optional(boolean())),
    accepted: [null, true, false],
    refused: { 'must be true or false': [0, ''] },
  },
  'a moment': {
    check: by(timestamp()),
    accepted: [
      '0001-01-01T00:00:00.000Z',
      '1582-10-10T12:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
      '2000-02-29T23:59:59.999Z',
      '9999-12-31T23:59:59.999Z',
    ],
    changed: [
      // Offsets in either direction.
      ['2000-01-01T00:30:00+01:00', '1999-12-31T23:30:00.000Z'],
      ['1999-12-31T23:30:00-01:00', '2000-01-01T00:30:00.000Z'],
      ['2000-03-01T00:00:00+23:59', '2000-02-29T00:01:00.000Z'],
      ['2000-02-28T23:59:00-23:59', '2000-02-29T23:58:00.000Z'],
      ['2000-01-01T05:45:00+05:45', '2000-01-01T00:00:00.000Z'],
      ['2000-01-01T00:00:00+00:00', '2000-01-01T00:00:00.000Z'],
      ['2000-01-01T00:00:00-00:00', '2000-01-01T00:00:00.000Z'],
      // RFC 3339 has both cases.
      ['2000-01-01t12:30:00z', '2000-01-01T12:30:00.000Z'],
      ['2000-01-01t12:30:00.5z', '2000-01-01T12:30:00.500Z'],
      ['2000-01-01t12:30:00+01:00', '2000-01-01T11:30:00.000Z'],
      // Fractions of any length are cut, not rounded.
      ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
      ['2000-01-01T00:00:00.1Z', '2000-01-01T00:00:00.100Z'],
      ['2000-01-01T00:00:00.01Z', '2000-01-01T00:00:00.010Z'],
      ['2000-01-01T00:00:00.1234567Z', '2000-01-01T00:00:00.123Z'],
      ['2000-01-01T00:00:00.0009Z', '2000-01-01T00:00:00.000Z'],
      ['1999-12-31T23:59:59.9999999Z', '1999-12-31T23:59:59.999Z'],
      ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
      [`2000-01-01T00:00:00.${'9'.repeat(1000)}Z`, '2000-01-01T00:00:00.999Z'],
      // The years of UTC, whatever the offset.
      ['0001-01-01T00:00:00-00:01', '0001-01-01T00:01:00.000Z'],
      ['0001-01-01T01:00:00+01:00', '0001-01-01T00:00:00.000Z'],
      ['9999-12-31T23:59:59.9999+00:01', '9999-12-31T23:58:59.999Z'],
      ['9999-12-31T22:59:59-01:00', '9999-12-31T23:59:59.000Z'],
      ['0099-06-01T00:00:00Z', '0099-06-01T00:00:00.000Z'],
    ],
    refused: {
      'is required': [undefined],
      'must not be null': [null],
      'must be a timestamp of the form YYYY-MM-DDThh:mm:ssZ, or with an offset such as +01:00': [
        '',
        0,
        Date.now(),
        new Date(0),
        [],
        '2000-01-01',
        '2000-01-01T00:00:00',
        '2000-01-01T00:00Z',
        '2000-01-01 00:00:00Z',
        '2000-01-01T00:00:00 Z',
        '2000-01-01T00:00:00.Z',
        '2000-01-01T00:00:00,5Z',
        '2000-01-01T00:00:00Z\n',
        ' 2000-01-01T00:00:00Z',
        '2000-1-1T00:00:00Z',
        '20000101T000000Z',
        '10000-01-01T00:00:00Z',
        '+002000-01-01T00:00:00Z',
        '-000001-01-01T00:00:00Z',
        '2000-01-01T00:00:00+01',
        '2000-01-01T00:00:00+0100',
        '2000-01-01T00:00:00+24:00',
        '2000-01-01T00:00:00+01:60',
        '2000-01-01T00:00:00\u221201:00',
        '\u0662\u0660\u0660\u0660-01-01T00:00:00Z',
        'now',
        'infinity',
        // A leap second, and the end of a day as an hour of its own.
        '2016-12-31T23:59:60Z',
        '2000-01-01T24:00:00Z',
        '2000-01-01T25:00:00Z',
        '2000-01-01T00:60:00Z',
      ],
      'must be a timestamp that exists, in the years 0001 to 9999 (UTC)': [
        '2023-02-30T00:00:00Z',
        '2023-02-29T12:00:00Z',
        '1900-02-29T00:00:00Z',
        '2023-04-31T00:00:00Z',
        '2023-13-01T00:00:00Z',
        '2023-00-01T00:00:00Z',
        '2023-01-00T00:00:00Z',
        '2023-02-30T00:00:00-12:00',
        '0000-01-01T00:00:00Z',
        '0000-12-31T23:59:59-00:01',
        '0001-01-01T00:00:00+00:01',
        '0001-01-01T00:59:59.999+01:00',
        '9999-12-31T23:59:00-00:01',
        '9999-12-31T23:59:59.999-23:59',
      ],
    },
  },
};

describe('values of attributes', () => {
  for (const [name, { check, accepted, changed = [], refused }] of Object.entries(tables))
    describe(name, () => {
      it('accepts valid values unchanged', () => {
        for (const value of accepted) expect(check(value), JSON.stringify(value)).to.deep.equal({ valid: true, value });
      });
      for (const [sent, value] of changed)
        it(`makes ${JSON.stringify(value)} of ${JSON.stringify(sent ?? 'nothing').slice(0, 60)}`, () => {
          expect(check(sent)).to.deep.equal({ valid: true, value });
        });
      for (const [reason, values] of Object.entries(refused))
        it(`refuses values with the reason "${reason}"`, () => {
          for (const value of values) expect(check(value), String(value)).to.deep.equal({ valid: false, reason });
        });
    });

  for (const kind of kindNames)
    it(`of kind ${kind} are unset if they are left out or null, where that is allowed`, () => {
      for (const value of [undefined, null]) {
        expect(checkAttribute({ kind, isRequired: false }, value)).to.deep.equal({ valid: true, value: null });
        expect(checkAttribute({ kind, isRequired: true }, value).valid).to.equal(false);
      }
    });

  it('are exactly the days that exist', () => {
    const day = new Date('1895-01-01T00:00:00Z');
    const real = new Set<string>();
    for (; day.getUTCFullYear() < 1906; day.setUTCDate(day.getUTCDate() + 1)) real.add(day.toISOString().slice(0, 10));
    const two = (part: number): string => String(part).padStart(2, '0');
    for (let year = 1895; year < 1906; year += 1)
      for (let month = 0; month <= 13; month += 1)
        for (let dayOfMonth = 0; dayOfMonth <= 32; dayOfMonth += 1) {
          const text = `${year}-${two(month)}-${two(dayOfMonth)}`;
          expect(calendarDate(text).valid, text).to.equal(real.has(text));
        }
  });
});

function by(attribute: Attribute): Table['check'] {
  return (value) => checkAttribute(attribute, value);
}

describe('a declared relationship', () => {
  it('leads to one or to many, and names the other side', () => {
    const defaults = { isRequired: false, onDelete: 'unset', end: undefined };
    expect(one('person', { inverse: 'computers' })).to.deep.equal({
      ...defaults,
      to: 'person',
      cardinality: 'one',
      inverse: 'computers',
    });
    expect(one('person', { inverse: 'computers', required: true })).to.include({
      isRequired: true,
      onDelete: 'refuse',
    });
    expect(many('computer', { inverse: 'owner' })).to.deep.equal({
      ...defaults,
      to: 'computer',
      cardinality: 'many',
      inverse: 'owner',
    });
    expect(manyToMany('computer', { inverse: 'users' })).to.deep.equal({
      ...defaults,
      to: 'computer',
      cardinality: 'many',
      inverse: 'users',
      end: 'from',
    });
  });
});
