// The kinds of values. A kind defines its valid values; the adapters' tables define how they are stored and shown.
import { accept, refuse, type Checked } from './checked.ts';
import { choiceAmong, faultInChoices, sampleChoices } from './choices.ts';
import {
  comparedDecimal,
  compareDecimals,
  DECIMAL_FORM,
  faultInPrecision,
  sampleDecimals,
  storedDecimal,
} from './decimals.ts';
import { calendarDate, canonicalTimestamp, DATE_FORM, TIMESTAMP_FORM } from './dates.ts';
import { compareTexts, storableText } from './texts.ts';
import { anyInteger, compareIntegers, INTEGER_FORM, isIdentifier } from './identifier.ts';

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
  /** Text, padded to the scale of its attribute. */
  readonly decimal: string;
  /** One of the values of its attribute. */
  readonly oneOf: string;
  readonly boolean: boolean;
  /** `YYYY-MM-DDThh:mm:ss.sssZ` */
  readonly timestamp: string;
}

export type KindName = keyof ValueOf;
export type Value = ValueOf[KindName];

/** The limits that an attribute sets on its values, in addition to their kind. */
export interface Limits {
  /** The maximum length of text, in Unicode code points. */
  readonly maxLength?: number;
  /** The most digits of a decimal. */
  readonly precision?: number;
  /** The digits of a decimal after the point. */
  readonly scale?: number;
  /** The choices, at least two. */
  readonly values?: readonly string[];
}

export interface Kind<Of extends Value = Value> {
  /** Limits of an example attribute. */
  readonly exampleLimits: Limits;
  /**
   * Checks the limits of an attribute of this kind.
   * @returns the fault, such as `must have a maximum length`; undefined if there is none
   */
  faultIn(limits: Limits): string | undefined;
  /** True if values are free text, which can be searched. */
  readonly isText: boolean;
  /** True if values are numbers. `write` gives them as decimals, so numbers of different kinds can be compared. */
  readonly isNumber: boolean;
  /** True if one value can be greater than another. Values of the other kinds can only be sorted. */
  readonly isOrdered: boolean;
  /**
   * Checks a JSON value that is to be stored.
   * @returns the canonical value
   */
  parse(value: unknown, limits: Limits): Checked<Of>;
  /** Checks a JSON value to compare with. It may be one that cannot be stored, such as white space or a huge identifier. */
  parseOperand(value: unknown, limits: Limits): Checked<Of>;
  /** The same for text, as in a query string or a cursor. */
  readOperand(text: string, limits: Limits): Checked<Of>;
  /** The inverse of `readOperand`. Attributes of different kinds are compared by this text. */
  write(value: Of): string;
  /** Negative, zero or positive: the first value sorts before, with or after the second. */
  compare(left: Of, right: Of): number;
  /**
   * Regular expressions for schemas. They match all values that `parse` accepts; undefined if the JSON type suffices.
   * They use no lookahead or lookbehind, because clients use other engines.
   */
  readonly pattern: Pattern | undefined;
  /** Values within the limits, but some texts may be too long. */
  samples(limits: Limits): Samples<Of>;
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

/** The parts of a kind that has no limits, and whose values are neither text nor numbers. */
const plain = {
  exampleLimits: {},
  faultIn: () => undefined,
  isText: false,
  isNumber: false,
  isOrdered: true,
  pattern: undefined,
} as const satisfies Partial<Kind>;

const text: Text = {
  ...plain,
  exampleLimits: { maxLength: 100 },
  faultIn: ({ maxLength }) => (isPositive(maxLength) ? undefined : 'must have a maximum length, such as 100'),
  isText: true,
  parse: (value, { maxLength }) =>
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
  samples: always(['Example', 'Zoë', '\u{1f600}'], ['', ' \t\u00a0', 'a\0b', '\ud800', 7, true, [], {}]),
};

// HTML standard, "valid email address". Linear: no text matches any part in two ways.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

const email: Text = {
  ...text,
  parse: (value, { maxLength }) =>
    matching(storableText(value, maxLength), EMAIL, 'must be an e-mail address such as "ada@example.org"'),
  pattern: { matches: EMAIL, excludes: /\0/ },
  samples: always(['example@example.org', 'zoe@example.org'], ['', 'ada', 'a@b@c', 'ada@', 7]),
};

const date = ofTime(calendarDate, DATE_FORM, {
  valid: ['0001-01-01', '2000-02-29', '9999-12-31'],
  invalid: ['2023-02-30', '0000-01-01', '2000-1-1', '2000-01-01T00:00:00Z', '', 20000101],
});

const integer: Kind<number> = {
  ...plain,
  isNumber: true,
  parse: safeInteger,
  parseOperand: safeInteger,
  readOperand: (written) => safeInteger(INTEGER_FORM.test(written) ? Number(written) : undefined),
  write: String,
  compare: (left, right) => left - right,
  samples: always(
    [Number.MIN_SAFE_INTEGER, -1, 0, 7, Number.MAX_SAFE_INTEGER],
    ['7', 1.5, 2 ** 53, -(2 ** 53), true, []],
  ),
};

const decimal: Text = {
  ...plain,
  exampleLimits: { precision: 6, scale: 2 },
  faultIn: faultInPrecision,
  isNumber: true,
  parse: storedDecimal,
  parseOperand: comparedDecimal,
  readOperand: comparedDecimal,
  write: String,
  compare: compareDecimals,
  pattern: { matches: DECIMAL_FORM, excludes: /\0/ },
  samples: sampleDecimals,
};

const oneOf: Text = {
  ...plain,
  exampleLimits: { values: ['draft', 'published'] },
  faultIn: faultInChoices,
  isOrdered: false,
  parse: choiceAmong,
  parseOperand: choiceAmong,
  readOperand: choiceAmong,
  write: String,
  compare: compareTexts,
  samples: sampleChoices,
};

const boolean: Kind<boolean> = {
  ...plain,
  parse: trueOrFalse,
  parseOperand: trueOrFalse,
  readOperand: (written) => trueOrFalse(written === 'true' || (written === 'false' ? false : undefined)),
  write: String,
  compare: (left, right) => Number(left) - Number(right),
  samples: always([false, true], ['true', 0, 1, '', {}]),
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
  ...plain,
  parse: (value) =>
    typeof value === 'string' && isIdentifier(value)
      ? accept(value)
      : refuse('must be the id of a resource, such as "7"'),
  parseOperand: anyInteger,
  readOperand: anyInteger,
  write: String,
  compare: compareIntegers,
  pattern: { matches: INTEGER_FORM, excludes: /\0/ },
  samples: always(['1', '7', '9223372036854775807'], ['0', '01', '-1', '9223372036854775808', 7]),
};

export const kinds: { readonly [Name in KindName]: Kind<ValueOf[Name]> } = {
  identifier,
  text,
  email,
  date,
  integer,
  decimal,
  oneOf,
  boolean,
  timestamp,
};

/** The kind with this name, without the type of its values. */
export function kindOf(name: KindName): Kind {
  return kinds[name];
}

/** A kind of dates or timestamps, whose canonical texts sort in chronological order. */
function ofTime(canonical: (value: unknown) => Checked<string>, form: RegExp, samples: Samples<string>): Text {
  return {
    ...plain,
    parse: canonical,
    parseOperand: canonical,
    readOperand: canonical,
    write: String,
    compare: compareTexts,
    // There is no year 0.
    pattern: { matches: form, excludes: /^0000/ },
    samples: () => samples,
  };
}

/** Samples that are the same for all limits. Callers skip texts that are too long. */
function always<Of extends Value>(valid: Samples<Of>['valid'], invalid: readonly unknown[]): Kind<Of>['samples'] {
  return () => ({ valid, invalid });
}

function isPositive(limit: number | undefined): limit is number {
  return Number.isSafeInteger(limit) && Number(limit) > 0;
}

function matching(checked: Checked<string>, form: RegExp, reason: string): Checked<string> {
  return !checked.valid || form.test(checked.value) ? checked : refuse(reason);
}

function safeInteger(value: unknown): Checked<number> {
  // JSON has a negative zero; databases do not.
  return Number.isSafeInteger(value) ? accept(Number(value) + 0) : refuse('must be an integer within ±(2^53-1)');
}

function trueOrFalse(value: unknown): Checked<boolean> {
  return typeof value === 'boolean' ? accept(value) : refuse('must be true or false');
}
