// Divides years into as many periods as a chart has room for.
import type { Attribute } from './api.ts';
import { isArray, isObject, type Json } from './json.ts';

/** Whole years, both included. Without a first or last one the period is open at that end. */
export interface Period {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export interface CountedPeriod extends Period {
  readonly count: number;
}

/** The first and the last year of all values, and the years of their first and third quartiles. */
export interface Spread {
  readonly first: number;
  readonly low: number;
  readonly high: number;
  readonly last: number;
}

const widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];
const widest = 5000;

/** In years. Without a minimum, all other values would be outliers if half of them fell on one day. */
const leastSpread = 10;

/** The narrowest width at which `most` periods of equal width can cover the years. */
export function widthBetween(first: number, last: number, most: number): number {
  return widths.find((width) => Math.floor(last / width) - Math.floor(first / width) < most) ?? widest;
}

/** Periods from the first to the last year, at most `most`. */
export function periodsBetween(first: number, last: number, most: number): readonly Period[] {
  const width = widthBetween(first, last, most);
  const periods: Period[] = [];
  for (let from = first - (first % width); from <= last; from += width) periods.push({ from, to: from + width - 1 });
  return periods;
}

/** The years of the first values in ascending order, and of the last values in descending order. */
interface Ends {
  readonly firsts: readonly number[];
  readonly lasts: readonly number[];
}

/**
 * The narrowest periods that are possible if a few values at each end go into open periods.
 * @param few the maximum number of values in each open period
 */
export function periodsWithoutFew({ firsts, lasts }: Ends, few: number, most: number): readonly Period[] {
  let best: Cut | undefined;
  for (const [before, lowest] of firsts.slice(0, few + 1).entries())
    for (const [after, highest] of lasts.slice(0, few + 1).entries()) {
      if (lowest > highest) continue;
      const room = most - Number(before > 0) - Number(after > 0);
      const cut = { lowest, highest, room, width: widthBetween(lowest, highest, room), lost: before + after };
      if (best === undefined || cut.width < best.width || (cut.width === best.width && cut.lost < best.lost))
        best = cut;
    }
  const [first, last] = [firsts[0], lasts[0]];
  return best === undefined || first === undefined || last === undefined ? [] : withOpenEnds(best, first, last);
}

interface Cut {
  /** The first and last year of the closed periods. */
  readonly lowest: number;
  readonly highest: number;
  /** The maximum number of closed periods. */
  readonly room: number;
  readonly width: number;
  readonly lost: number;
}

/** The width of closed periods; undefined if there are none. */
export function widthOf(periods: readonly Period[]): number | undefined {
  const [width] = periods.flatMap(({ from, to }) => (from === undefined || to === undefined ? [] : [to - from + 1]));
  return width;
}

/** Like `periodsBetween`, but outliers go into an open first or last period instead of widening the others. */
export function periodsAround({ first, low, high, last }: Spread, most: number): readonly Period[] {
  const reach = Math.max(high - low, leastSpread);
  const [lowest, highest] = [Math.max(first, low - reach), Math.min(last, high + reach)];
  const room = most - Number(first < lowest) - Number(last > highest);
  if (widthBetween(lowest, highest, room) >= widthBetween(first, last, most)) return periodsBetween(first, last, most);
  return withOpenEnds({ lowest, highest, room }, first, last);
}

function withOpenEnds(
  { lowest, highest, room }: Pick<Cut, 'lowest' | 'highest' | 'room'>,
  first: number,
  last: number,
): readonly Period[] {
  const inner = periodsBetween(lowest, highest, room);
  const [from = lowest, to = highest] = [inner[0]?.from, inner.at(-1)?.to];
  return [
    ...(from > first ? [{ from: undefined, to: from - 1 }] : []),
    ...inner,
    ...(to < last ? [{ from: to + 1, to: undefined }] : []),
  ];
}

/** Removes empty periods at the ends. An open period extends over them. */
export function foldEnds(counted: readonly CountedPeriod[]): readonly CountedPeriod[] {
  const isFilled = ({ from, to, count }: CountedPeriod): boolean => count > 0 && from !== undefined && to !== undefined;
  const [start, end] = [counted.findIndex(isFilled), counted.findLastIndex(isFilled)];
  const [first, last] = [counted[start]?.from, counted[end]?.to];
  const filled = counted.filter(({ count }) => count > 0);
  if (first === undefined || last === undefined) return filled;
  return [
    ...filled.filter(({ from }) => from === undefined).map((bar) => ({ ...bar, to: first - 1 })),
    ...counted.slice(start, end + 1),
    ...filled.filter(({ to }) => to === undefined).map((bar) => ({ ...bar, from: last + 1 })),
  ];
}

/** @example periodLabel({ from: 1930, to: 1939 }) // '1930s' */
export function periodLabel({ from, to }: Period): string {
  if (from === undefined) return `before ${(to ?? 0) + 1}`;
  if (to === undefined) return `${from} and later`;
  // There is no year 0.
  const start = Math.max(1, from);
  if (start === to) return String(to);
  if (to - start === 9) return `${start}s`;
  return `${start}–${to < 100 || to - start >= 99 ? to : digits(to).slice(-2)}`;
}

/** The condition that filters by a period. */
export function periodCondition({ name, format }: Attribute, { from, to }: Period): Json {
  const start = (year: number): string =>
    `${digits(Math.max(1, year))}-01-01${format === 'date' ? '' : 'T00:00:00.000Z'}`;
  const end = (year: number): string => `${digits(year)}-12-31${format === 'date' ? '' : 'T23:59:59.999Z'}`;
  if (from === undefined) return { name, op: 'lt', val: start((to ?? 0) + 1) };
  return to === undefined ? { name, op: 'ge', val: start(from) } : { name, op: 'between', val: [start(from), end(to)] };
}

/** The inverse of `periodCondition`; undefined for any other filter. */
export function periodOf(attribute: Attribute, condition: Json): Period | undefined {
  if (!isObject(condition)) return undefined;
  const { op, val = null } = condition;
  const [start, end] = (isArray(val) ? val : [val]).map((value) => yearOf(value));
  const period =
    op === 'lt' && start !== undefined
      ? { from: undefined, to: start - 1 }
      : { from: start, to: op === 'between' ? end : undefined };
  return JSON.stringify(periodCondition(attribute, period)) === JSON.stringify(condition) ? period : undefined;
}

/** The year of a date or timestamp. */
export function yearOf(value: Json | undefined): number | undefined {
  return typeof value === 'string' && /^\d{4}-/u.test(value) ? Number(value.slice(0, 4)) : undefined;
}

function digits(year: number): string {
  return String(year).padStart(4, '0');
}
