// Dates in local formats. The order is never guessed, because 03/04/1999 may be in March or April.

export const dateOrders = { dmy: '31/12/1999', mdy: '12/31/1999', ymd: '1999/12/31' } as const;
export type DateOrder = keyof typeof dateOrders;

export function isDateOrder(name: string): name is DateOrder {
  return Object.hasOwn(dateOrders, name);
}

const ISO = /^\d{4}-\d{2}-\d{2}$/u;
const PARTS = /^(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})$/u;

/** True if reading the date requires knowing the order of its parts. */
export function needsOrder(cell: string): boolean {
  return !ISO.test(cell) && PARTS.test(cell);
}

/**
 * The date as `YYYY-MM-DD`; undefined if it is invalid. Parts are separated by `/`, `.` or `-`; the year has four digits.
 * @example dayIn('31.12.1999', 'dmy') // '1999-12-31'
 */
export function dayIn(cell: string, order: DateOrder | undefined): string | undefined {
  if (ISO.test(cell)) return isDay(cell) ? cell : undefined;
  const [, first = '', , second = '', third = ''] = PARTS.exec(cell) ?? [];
  if (order === undefined) return undefined;
  const parts = new Map([...order].map((part, index) => [part, [first, second, third][index] ?? '']));
  const pair = (part: string): string => (parts.get(part) ?? '').padStart(2, '0');
  const day = [parts.get('y') ?? '', pair('m'), pair('d')].join('-');
  return isDay(day) ? day : undefined;
}

function isDay(text: string): boolean {
  const millis = ISO.test(text) ? Date.parse(text) : NaN;
  // Date.parse turns February 30 into March 1 or 2.
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text);
}
