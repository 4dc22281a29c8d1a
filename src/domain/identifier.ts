import { accept, refuse, type Checked } from './checked.ts';

/** 2^63-1, the largest SQL `bigint`. */
const LARGEST = 9223372036854775807n;

/** Also matches a few numbers that are too large. */
export const IDENTIFIER_FORM = /^[1-9]\d{0,18}$/;

/** A canonical decimal integer of any size and sign. */
export const INTEGER_FORM = /^(?:0|-?[1-9]\d*)$/;

/**
 * True if a string is a canonical decimal integer from 1 to 2^63-1.
 * @example isIdentifier('1') // true; '01', '+1' and '0x1' are not
 */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER_FORM.test(text) && (text.length < 19 || BigInt(text) <= LARGEST);
}

/** Orders canonical identifiers as numbers: the shorter is the smaller. */
export function compareIdentifiers(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The same for canonical integers of any sign. */
export function compareIntegers(left: string, right: string): number {
  const leftNegative = left.startsWith('-');
  if (leftNegative !== right.startsWith('-')) return leftNegative ? -1 : 1;
  return leftNegative ? compareIdentifiers(right, left) : compareIdentifiers(left, right);
}

/** Checks a JSON value to compare identifiers with. */
export function anyInteger(value: unknown): Checked<string> {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value)
      ? accept(String(value))
      : refuse('must be an integer; beyond 2^53-1, send it as a string');
  }
  const isCanonical = typeof value === 'string' && INTEGER_FORM.test(value);
  return isCanonical ? accept(value) : refuse('must be an integer in canonical form, such as 7 or "7"');
}
