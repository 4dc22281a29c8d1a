// Decimal numbers as text, which is exact.
import { accept, refuse, type Checked } from './checked.ts';

/** No exponent, no leading zeros. */
export const DECIMAL_FORM = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** The most digits of a decimal, whether it is stored or compared with. */
export const MOST_DIGITS = 100;

const NO_DECIMAL = 'must be a decimal number as a string, such as "12.50"';

/** The most digits of a decimal, and the most digits after the point. */
export interface Precision {
  readonly precision?: number;
  readonly scale?: number;
}

/** @returns the fault in the limits; undefined if there is none */
export function faultInPrecision({ precision = 0, scale = -1 }: Precision): string | undefined {
  const [isPrecision, isScale] = [
    Number.isInteger(precision) && precision > 0 && precision <= MOST_DIGITS,
    Number.isInteger(scale) && scale >= 0 && scale <= precision,
  ];
  return isPrecision && isScale
    ? undefined
    : `must have a precision of 1 to ${MOST_DIGITS} digits, and a scale from 0 to the precision`;
}

/** Checks a JSON value to store, and pads it to the scale. */
export function storedDecimal(value: unknown, { precision = 0, scale = 0 }: Precision): Checked<string> {
  const parts = partsOf(value);
  if (parts === undefined) return refuse(NO_DECIMAL);
  if (parts.fraction.length > scale) return refuse(`must have at most ${scale} decimals`);
  if (parts.whole.length > precision - scale)
    return refuse(`must have at most ${precision - scale} digits before the point`);
  return accept(written(parts, scale));
}

/** Checks a JSON value to compare with. A number that fits the scale is written as it is stored, so equal numbers are equal texts. */
export function comparedDecimal(value: unknown, { scale = 0 }: Precision): Checked<string> {
  const parts = partsOf(value);
  if (parts === undefined) return refuse(NO_DECIMAL);
  if (String(value).replace(/\D/g, '').length > MOST_DIGITS) return refuse(`must have at most ${MOST_DIGITS} digits`);
  return accept(written({ ...parts, fraction: parts.fraction.replace(/0+$/, '') }, scale));
}

/** Compares by value: `1.5` equals `1.50`. Accepts integers as well. */
export function compareDecimals(left: string, right: string): number {
  const [one, other] = [partsOf(left), partsOf(right)];
  if (one === undefined || other === undefined) throw new Error('cannot compare a text that is not a decimal');
  if (one.isNegative !== other.isNegative) return one.isNegative ? -1 : 1;
  const order = compareSizes(one, other);
  return one.isNegative ? -order : order;
}

interface Parts {
  /** False for zero. */
  readonly isNegative: boolean;
  /** Empty for 0. */
  readonly whole: string;
  readonly fraction: string;
}

function partsOf(value: unknown): Parts | undefined {
  if (typeof value !== 'string' || !DECIMAL_FORM.test(value)) return undefined;
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  const isZero = !/[1-9]/.test(value);
  return { isNegative: value.startsWith('-') && !isZero, whole: whole === '0' ? '' : whole, fraction };
}

function written({ isNegative, whole, fraction }: Parts, scale: number): string {
  const decimals = fraction.padEnd(scale, '0');
  return `${isNegative ? '-' : ''}${whole === '' ? '0' : whole}${decimals === '' ? '' : `.${decimals}`}`;
}

function compareSizes(one: Parts, other: Parts): number {
  if (one.whole.length !== other.whole.length) return one.whole.length - other.whole.length;
  const length = Math.max(one.fraction.length, other.fraction.length);
  const [left, right] = [one, other].map(({ whole, fraction }) => whole + fraction.padEnd(length, '0'));
  return left === right ? 0 : (left ?? '') < (right ?? '') ? -1 : 1;
}

/** The lowest value, zero, the highest value, and values that `storedDecimal` refuses. */
export function sampleDecimals({ precision = 0, scale = 0 }: Precision) {
  const [whole, fraction] = ['9'.repeat(precision - scale), '9'.repeat(scale)];
  const most = { isNegative: false, whole, fraction };
  const valid = [
    written({ ...most, isNegative: true }, scale),
    written({ ...most, whole: '', fraction: '' }, scale),
    written(most, scale),
  ] as const;
  const invalid = ['1e3', '01', '+1', '.5', '1.', `1${whole}`, `0.${fraction}1`, '', 7, 1.5, true, []];
  return { valid, invalid };
}
