// Parses dates as people write them. Never guesses: 03/04/1999 may be in March or April.

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** `dmy, mdy or ymd`, as shown in messages. */
export const ORDERS_IN_WORDS = DATE_ORDERS.join(', ').replace(/, (?=\w+$)/, ' or ');

export type ReadDate =
  | { readonly kind: 'date'; readonly text: string }
  /** Already `YYYY-MM-DD`, or nothing like a date: the service validates it. */
  | { readonly kind: 'other' }
  /** The order of the parts is not known. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'wrong'; readonly example: string };

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const PARTS = /^(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})$/;
const examples: Readonly<Record<DateOrder, string>> = { dmy: '31/12/1999', mdy: '12/31/1999', ymd: '1999/12/31' };

/**
 * Reads a date with its parts in the given order, separated by `/`, `.` or `-`. A year has four digits.
 * @example readDate('31.12.1999', 'dmy'); // { kind: 'date', text: '1999-12-31' }
 */
export function readDate(cell: string, order: DateOrder | undefined): ReadDate {
  const written = cell.trim();
  if (ISO.test(written)) return { kind: 'other' };
  const [, first = '', , second = '', third = ''] = PARTS.exec(written) ?? [];
  if (order === undefined) return { kind: first === '' ? 'other' : 'ambiguous' };
  const parts = { [order.charAt(0)]: first, [order.charAt(1)]: second, [order.charAt(2)]: third };
  const text = [parts['y'], parts['m']?.padStart(2, '0'), parts['d']?.padStart(2, '0')].join('-');
  return isDay(text) ? { kind: 'date', text } : { kind: 'wrong', example: examples[order] };
}

function isDay(text: string): boolean {
  const millis = ISO.test(text) ? Date.parse(text) : NaN;
  // Date.parse turns February 30 into March 1 or 2.
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text);
}
