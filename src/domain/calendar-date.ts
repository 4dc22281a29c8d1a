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
