import { accept, refuse, type Checked } from './checked.ts';

/**
 * Checks a date: `YYYY-MM-DD`, a day of the proleptic Gregorian calendar, year 0001 to 9999. Dates stay text, so no time zone can shift them.
 * @example calendarDate('1815-12-10') // { valid: true, value: '1815-12-10' }
 */
export function calendarDate(value: unknown): Checked<string> {
  if (typeof value !== 'string') return refuse('must be a string of the form YYYY-MM-DD');
  if (!DATE_FORM.test(value)) return refuse('must be a date of the form YYYY-MM-DD');
  return isRealDay(Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8)))
    ? accept(value)
    : refuse('must be a day that exists, in the years 0001 to 9999');
}

export const DATE_FORM = /^\d{4}-\d{2}-\d{2}$/;

function isRealDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month);
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** RFC 3339, without leap seconds. */
export const TIMESTAMP_FORM =
  /^\d{4}-\d{2}-\d{2}[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Checks an RFC 3339 timestamp. It may have any offset, and its year in UTC must be 0001 to 9999.
 * @returns the timestamp in UTC, truncated to milliseconds
 * @example canonicalTimestamp('2000-01-01T00:30:00+01:00') // { valid: true, value: '1999-12-31T23:30:00.000Z' }
 */
export function canonicalTimestamp(value: unknown): Checked<string> {
  if (typeof value !== 'string' || !TIMESTAMP_FORM.test(value))
    return refuse('must be a timestamp of the form YYYY-MM-DDThh:mm:ssZ, or with an offset such as +01:00');
  const [, date = '', time = '', fraction = '', offset = ''] = /^(.{10}).(.{8})(?:\.(\d+))?(.+)$/.exec(value) ?? [];
  const millis = fraction.slice(0, 3).padEnd(3, '0');
  const moment = Date.parse(`${date}T${time}.${millis}${offset.toUpperCase()}`);
  const isReal = calendarDate(date).valid && moment >= FIRST && moment <= LAST;
  return isReal
    ? accept(new Date(moment).toISOString())
    : refuse('must be a timestamp that exists, in the years 0001 to 9999 (UTC)');
}

const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
