// The kinds of values. A kind defines what its values are; how they are stored and shown is in the adapters' tables.
import { accept, refuse, type Checked } from './checked.ts';
import { calendarDate, canonicalTimestamp, DATE_FORM, TIMESTAMP_FORM } from './dates.ts';
import { compareIntegers, INTEGER_FORM, isIdentifier } from './identifier.ts';

/** The type that values of each kind have inside the service. */
export interface ValueOf {
  /** A canonical decimal integer of any size and sign; those of resources are in the range of `isIdentifier`. */
  readonly identifier: string;
  readonly text: string;
  readonly email: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Within ±(2^53-1). */
  readonly integer: number;
  readonly boolean: boolean;
  /** `YYYY-MM-DDThh:mm:ss.sssZ` */
  readonly timestamp: string;
}

export type KindName = keyof ValueOf;
export type Value = ValueOf[KindName];

export interface Kind<Of extends Value = Value> {
  /** True if values are free text, which can be searched. */
  readonly isText: boolean;
  /**
   * Checks a JSON value that is to be stored.
   * @param maxLength of text, in Unicode code points
   * @returns the canonical value
   */
  parse(value: unknown, maxLength?: number): Checked<Of>;
  /** Checks a JSON value to compare with, which may be one that is never stored: white space, a huge identifier. */
  parseOperand(value: unknown): Checked<Of>;
  /** The same for text, as in a query string or a cursor. */
  readOperand(text: string): Checked<Of>;
  /** The inverse of `readOperand`. Attributes of different kinds are compared by this text. */
  write(value: Of): string;
  /** Negative, zero or positive: the first value sorts before, with or after the second. */
  compare(left: Of, right: Of): number;
  /** A description of `parse` by regular expressions, for schemas; undefined if the JSON type suffices. */
  readonly pattern: Pattern | undefined;
  readonly samples: Samples<Of>;
}

export interface Pattern {
  readonly matches: RegExp;
  readonly excludes: RegExp;
}

export interface Samples<Of extends Value = Value> {
  /** Distinct values in their order. */
  readonly valid: readonly [Of, Of, ...Of[]];
  /** JSON values that `parse` refuses. */
  readonly invalid: readonly unknown[];
}

type Text = Kind<string>;

const text: Text = {
  isText: true,
  parse: (value, maxLength) =>
    matching(
      storableText(value, maxLength),
      /\P{White_Space}/u,
      'must have at least one character that is not white space',
    ),
  parseOperand: (value) => storableText(value),
  readOperand: (value) => storableText(value),
  write: String,
  compare: compareTexts,
  pattern: { matches: /\P{White_Space}/u, excludes: /\0/ },
  samples: { valid: ['Example', 'Zoë', '\u{1f600}'], invalid: ['', ' \t\u00a0', 'a\0b', '\ud800', 7, true, [], {}] },
};

// HTML standard, "valid email address". Linear: no text matches any part in two ways.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

const email: Text = {
  ...text,
  parse: (value, maxLength) =>
    matching(storableText(value, maxLength), EMAIL, 'must be an e-mail address such as "ada@example.org"'),
  pattern: { matches: EMAIL, excludes: /\0/ },
  samples: { valid: ['example@example.org', 'zoe@example.org'], invalid: ['', 'ada', 'a@b@c', 'ada@', 7] },
};

const date = ofTime(calendarDate, DATE_FORM, {
  valid: ['0001-01-01', '2000-02-29', '9999-12-31'],
  invalid: ['2023-02-30', '0000-01-01', '2000-1-1', '2000-01-01T00:00:00Z', '', 20000101],
});

const integer: Kind<number> = {
  isText: false,
  parse: safeInteger,
  parseOperand: safeInteger,
  readOperand: (written) => safeInteger(INTEGER_FORM.test(written) ? Number(written) : undefined),
  write: String,
  compare: (left, right) => left - right,
  pattern: undefined,
  samples: {
    valid: [Number.MIN_SAFE_INTEGER, -1, 0, 7, Number.MAX_SAFE_INTEGER],
    invalid: ['7', 1.5, 2 ** 53, -(2 ** 53), true, []],
  },
};

const boolean: Kind<boolean> = {
  isText: false,
  parse: trueOrFalse,
  parseOperand: trueOrFalse,
  readOperand: (written) => trueOrFalse(written === 'true' || (written === 'false' ? false : undefined)),
  write: String,
  compare: (left, right) => Number(left) - Number(right),
  pattern: undefined,
  samples: { valid: [false, true], invalid: ['true', 0, 1, '', {}] },
};

const timestamp = ofTime(canonicalTimestamp, TIMESTAMP_FORM, {
  valid: ['0001-01-01T00:00:00.000Z', '2000-02-29T12:30:00.125Z', '9999-12-31T23:59:59.999Z'],
  invalid: [
    '2023-02-30T00:00:00Z',
    '2000-01-01',
    '2000-01-01T24:00:00Z',
    '2000-01-01T00:00:00',
    '0001-01-01T00:00:00+01:00',
    0,
  ],
});

const identifier: Text = {
  isText: false,
  parse: (value) =>
    typeof value === 'string' && isIdentifier(value)
      ? accept(value)
      : refuse('must be the id of a resource, such as "7"'),
  parseOperand: anyInteger,
  readOperand: anyInteger,
  write: String,
  compare: compareIntegers,
  pattern: { matches: INTEGER_FORM, excludes: /\0/ },
  samples: { valid: ['1', '7', '9223372036854775807'], invalid: ['0', '01', '-1', '9223372036854775808', 7] },
};

export const kinds: { readonly [Name in KindName]: Kind<ValueOf[Name]> } = {
  identifier,
  text,
  email,
  date,
  integer,
  boolean,
  timestamp,
};

/** A kind by its name, for values of which only that is known. */
export function kindOf(name: KindName): Kind {
  return kinds[name];
}

/** Days and moments: their canonical text sorts as they do. */
function ofTime(canonical: (value: unknown) => Checked<string>, form: RegExp, samples: Samples<string>): Text {
  return {
    isText: false,
    parse: canonical,
    parseOperand: canonical,
    readOperand: canonical,
    write: String,
    compare: compareTexts,
    // There is no year 0.
    pattern: { matches: form, excludes: /^0000/ },
    samples,
  };
}

function matching(checked: Checked<string>, form: RegExp, reason: string): Checked<string> {
  return !checked.valid || form.test(checked.value) ? checked : refuse(reason);
}

/** PostgreSQL cannot store U+0000, and UTF-8 has no lone surrogates. */
function storableText(value: unknown, maxLength = Infinity): Checked<string> {
  if (typeof value !== 'string') return refuse('must be a string');
  if (value.includes('\0')) return refuse('must not contain U+0000');
  if (!value.isWellFormed()) return refuse('must not contain a lone surrogate');
  return codePointsExceed(value, maxLength) ? refuse(`must have at most ${maxLength} characters`) : accept(value);
}

function codePointsExceed(value: string, maximum: number): boolean {
  if (value.length <= maximum) return false;
  if (value.length > 2 * maximum) return true;
  return [...value].length > maximum;
}

function safeInteger(value: unknown): Checked<number> {
  // JSON has a negative zero, databases have not.
  return Number.isSafeInteger(value) ? accept(Number(value) + 0) : refuse('must be an integer within ±(2^53-1)');
}

function trueOrFalse(value: unknown): Checked<boolean> {
  return typeof value === 'boolean' ? accept(value) : refuse('must be true or false');
}

function anyInteger(value: unknown): Checked<string> {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value)
      ? accept(String(value))
      : refuse('must be an integer, which beyond 2^53-1 has to be sent as text');
  }
  const isCanonical = typeof value === 'string' && INTEGER_FORM.test(value);
  return isCanonical ? accept(value) : refuse('must be an integer in canonical form, such as 7 or "7"');
}

/** By code point. JavaScript compares UTF-16 units, which puts all above U+FFFF before U+E000. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  const shorter = Math.min(left.length, right.length);
  let index = 0;
  while (index < shorter && left.charCodeAt(index) === right.charCodeAt(index)) index += 1;
  if (isHighSurrogate(left.charCodeAt(index - 1))) index -= 1;
  return (left.codePointAt(index) ?? -1) - (right.codePointAt(index) ?? -1);
}

function isHighSurrogate(codeUnit: number): boolean {
  return codeUnit >= 0xd800 && codeUnit <= 0xdbff;
}
