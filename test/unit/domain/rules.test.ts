import { expect } from 'chai';
import { calendarDate } from '../../../src/domain/calendar-date.ts';
import type { Checked } from '../../../src/domain/checked.ts';
import { checkValue, type Rule } from '../../../src/domain/rules.ts';

interface Table {
  readonly check: (value: unknown) => Checked<unknown>;
  readonly accepted: readonly unknown[];
  /** Refused values by reason. */
  readonly refused: Readonly<Record<string, readonly unknown[]>>;
}

const tables: Readonly<Record<string, Table>> = {
  'a required text': {
    check: by({ format: 'text', maxLength: 5, required: true, nullable: false }),
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
    check: by({ format: 'email', maxLength: 30, required: true, nullable: false }),
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
    check: by({ format: 'email', maxLength: 254, required: false, nullable: true }),
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
  'a nullable rule': {
    check: by({ format: 'text', maxLength: 5, required: false, nullable: true }),
    accepted: [null, 'a'],
    refused: { 'must be a string': [0, false], 'must have at least one character that is not white space': [''] },
  },
  'a required rule that accepts null': {
    check: by({ format: 'date', required: true, nullable: true }),
    accepted: [null, '2000-01-01'],
    refused: {
      'is required': [undefined],
      'must be a string of the form YYYY-MM-DD': [1, {}],
      'must be a date of the form YYYY-MM-DD': [''],
    },
  },
  'a required date': {
    check: by({ format: 'date', required: true, nullable: false }),
    accepted: ['2000-01-01'],
    refused: { 'is required': [undefined], 'must not be null': [null] },
  },
  'a text of any length': {
    check: by({ format: 'text', required: true, nullable: false }),
    accepted: ['a', 'x'.repeat(100000)],
    refused: { 'must not contain U+0000': ['\0'], 'must have at least one character that is not white space': [''] },
  },
};

describe('rules', () => {
  for (const [name, { check, accepted, refused }] of Object.entries(tables))
    describe(name, () => {
      it('accepts valid values unchanged', () => {
        for (const value of accepted) expect(check(value), JSON.stringify(value)).to.deep.equal({ valid: true, value });
      });
      for (const [reason, values] of Object.entries(refused))
        it(`refuses values with the reason "${reason}"`, () => {
          for (const value of values)
            expect(check(value), JSON.stringify(value)).to.deep.equal({ valid: false, reason });
        });
    });

  it('treat an absent value as unset where null is allowed', () => {
    for (const format of ['text', 'email', 'date'] as const) {
      const rule = { format, required: false, nullable: true } as const;
      expect(checkValue(rule, undefined), format).to.deep.equal({ valid: true, value: null });
    }
  });

  it('accept exactly the days that exist', () => {
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

function by(rule: Rule): Table['check'] {
  return (value) => checkValue(rule, value);
}
