// The rules of attributes are data: checks, error messages and descriptions of the API all come from one table per entity.
import { calendarDate, DATE_FORM } from './calendar-date.ts';
import { accept, refuse, type Checked } from './checked.ts';

/** An attribute that is not required is unset when left out, so it must be nullable. */
export type Rule = RuleOfText &
  ({ readonly required: true; readonly nullable: boolean } | { readonly required: false; readonly nullable: true });

interface RuleOfText {
  readonly format: Format;
  /** Unicode code points. */
  readonly maxLength?: number;
}

/**
 * - `text`: at least one character is not white space
 * - `email`: valid for the HTML standard's `input type=email`
 * - `date`: `YYYY-MM-DD`, see `calendarDate`
 */
export type Format = 'text' | 'email' | 'date';

/** One rule per attribute of an entity. */
export type Rules = Readonly<Record<string, Rule>>;

/** The attributes that the rules describe; `null` is unset. */
export type AttributesOf<EntityRules extends Rules> = {
  readonly [Name in keyof EntityRules]: true extends EntityRules[Name]['nullable'] ? string | null : string;
};

/**
 * Checks a value against a rule.
 * @param value anything; `undefined` means "not given"
 * @returns the value to store, or the reason against it
 * @example checkValue({ format: 'text', maxLength: 255, required: true, nullable: false }, 'Ada') // { valid: true, value: 'Ada' }
 */
export function checkValue({ format, maxLength, required, nullable }: Rule, value: unknown): Checked<string | null> {
  if (value === undefined) return required ? refuse('is required') : accept(null);
  if (value === null) return nullable ? accept(null) : refuse('must not be null');
  return FORMATS[format](value, maxLength);
}

const FORMATS: Readonly<Record<Format, (value: unknown, maxLength: number | undefined) => Checked<string>>> = {
  text: (value, maxLength) =>
    matching(
      storableText(value, maxLength),
      patterns.text.matches,
      'must have at least one character that is not white space',
    ),
  email: (value, maxLength) =>
    matching(
      storableText(value, maxLength),
      patterns.email.matches,
      'must be an e-mail address such as "ada@example.org"',
    ),
  date: calendarDate,
};

function matching(text: Checked<string>, form: RegExp, reason: string): Checked<string> {
  return !text.valid || form.test(text.value) ? text : refuse(reason);
}

/** PostgreSQL cannot store U+0000, and UTF-8 has no lone surrogates. */
function storableText(value: unknown, maxLength = Infinity): Checked<string> {
  if (typeof value !== 'string') return refuse('must be a string');
  if (value.includes('\0')) return refuse('must not contain U+0000');
  if (!value.isWellFormed()) return refuse('must not contain a lone surrogate');
  return codePointsExceed(value, maxLength) ? refuse(`must have at most ${maxLength} characters`) : accept(value);
}

function codePointsExceed(text: string, maximum: number): boolean {
  if (text.length <= maximum) return false;
  if (text.length > 2 * maximum) return true;
  return [...text].length > maximum;
}

// HTML standard, "valid email address". Linear: no text matches any part in two ways.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** The formats for those who cannot call `checkValue`: what a value matches, and what it does not. A date must be real, too. */
export const patterns: Readonly<Record<Format, { readonly matches: RegExp; readonly excludes: RegExp }>> = {
  text: { matches: /\P{White_Space}/u, excludes: /\0/ },
  email: { matches: EMAIL, excludes: /\0/ },
  date: { matches: DATE_FORM, excludes: /^0000/ },
};
