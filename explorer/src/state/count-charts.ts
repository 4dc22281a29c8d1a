// Fetches the counts for the charts: first the range of years, then the number of resources in each bar.
import type { Attribute } from '../model/api.ts';
import { chartedOf, type ChartedDate, type ChartedLinks, type ChartedValues } from '../model/charted.ts';
import {
  chartOfParts,
  chartOfPeriods,
  isOfPeriods,
  noneOf,
  partsOf,
  someOf,
  splitFilter,
  type Chart,
  type Split,
} from '../model/charts.ts';
import type { Json } from '../model/json.ts';
import {
  periodCondition,
  periodOf,
  periodsAround,
  periodsBetween,
  periodsWithoutFew,
  widthBetween,
  widthOf,
  yearOf,
  type Period,
} from '../model/periods.ts';
import { api } from './api.ts';
import { countParts, valuesAt, type Counted } from './counts.ts';

/** The maximum for all charts together. Every other chart takes one request fewer than it has bars; the date chart gets the rest. */
const mostRequests = 14;
/** In years. Wider periods may be due to outliers. */
const widestAtOnce = 10;
/** The number of values read at each end to look for outliers. */
const mostAtEnds = 25;
/** Looking for more outliers takes two extra requests. With fewer than this left, fewer than three periods would remain. */
const fewestForOutliers = 6;

/** @throws NotAnswered */
export async function countCharts(counted: Counted): Promise<readonly Chart[]> {
  const charted = chartedOf(counted.resource);
  const taken = charted.map((one) => (one.kind === 'date' ? 0 : partsOf(one).length - 1));
  const left = mostRequests - taken.reduce((sum, requests) => sum + requests, 0);
  const charts = await Promise.all(
    charted.map((one) => (one.kind === 'date' ? countPeriods(counted, one, left) : countFixed(counted, one))),
  );
  return charts.filter(({ bars }) => bars.some(({ count }) => count > 0));
}

async function countFixed(counted: Counted, charted: ChartedLinks | ChartedValues): Promise<Chart> {
  const { base } = splitFilter(charted, counted.filter);
  const parts = partsOf(charted).map(({ condition }) => [...base, condition]);
  return chartOfParts(charted, await countParts(counted, base, parts));
}

async function countPeriods(counted: Counted, charted: ChartedDate, requests: number): Promise<Chart> {
  const { field } = charted;
  const { base, periods } = await findPeriods(counted, charted, requests);
  const set = [...base, someOf(field.name)];
  const parts = periods.map((period) => [...base, periodCondition(field, period)]);
  const counts = await countParts(counted, set, parts);
  const [, unset = 0] = await countParts(counted, base, [set, [...base, noneOf(field.name)]]);
  return chartOfPeriods(
    charted,
    periods.map((period, index) => ({ ...period, count: counts[index] ?? 0 })),
    unset,
  );
}

interface Found {
  readonly base: Split['base'];
  readonly periods: readonly Period[];
}

/**
 * Finds the periods of the chart, and the conditions that narrow it. A condition that resembles a bar's but matches no bar narrows the chart
 * like any other. Each guess takes requests, so there are two: that all such conditions come from bars, then that only the last one does. The
 * second guess requires a closed period, which most bars have.
 */
async function findPeriods(counted: Counted, charted: ChartedDate, requests: number): Promise<Found> {
  const { own: alike } = splitFilter(charted, counted.filter);
  const isTried = alike.slice(-1).some((condition) => isClosed(charted.field, condition));
  const guesses = [...new Set([0, isTried ? alike.length - 1 : 0])];
  let left = requests;
  for (const kept of guesses) {
    const { base, own } = splitFilter(charted, counted.filter, kept);
    // The list's count for a selected open bar is not one of the chart's counts, so counting the whole takes one more request.
    const { periods, asked } = await periodsOf(counted, base, charted, kept === 0 ? left - 1 : left);
    if (own.length === 0 || own.some((condition) => isOfPeriods(charted.field, periods, condition)))
      return { base, periods };
    left -= asked;
  }
  return { base: counted.filter, periods: (await periodsOf(counted, counted.filter, charted, left)).periods };
}

function isClosed(field: Attribute, condition: Json): boolean {
  const period = periodOf(field, condition);
  return period?.from !== undefined && period.to !== undefined;
}

interface Cut {
  readonly periods: readonly Period[];
  /** The number of requests made. */
  readonly asked: number;
}

/** With n requests left, n + 1 periods can be counted: the last is the remainder. */
async function periodsOf(
  counted: Counted,
  base: Split['base'],
  { field: { name } }: ChartedDate,
  requests: number,
): Promise<Cut> {
  const yearsAt = async (sort: string, size: number, place: number): Promise<YearsAt> => {
    const { values, count } = await valuesAt(counted, base, sort, { size, place });
    return { years: values.flatMap((value) => yearOf(value) ?? []), count };
  };
  const size = Math.min(mostAtEnds, api.peek().limits.maxPageSize ?? mostAtEnds);
  const [{ years: firsts, count }, { years: lasts }] = await Promise.all([
    yearsAt(name, size, 1),
    yearsAt(`-${name}`, size, 1),
  ]);
  const [first, last] = [firsts[0], lasts[0]];
  if (first === undefined || last === undefined) return { periods: [], asked: 2 };
  const most = requests - 1;
  if (widthBetween(first, last, most) <= widestAtOnce) return { periods: periodsBetween(first, last, most), asked: 2 };
  const withoutFew = (room: number): readonly Period[] => periodsWithoutFew({ firsts, lasts }, fewOf(count), room);
  const periods = withoutFew(most);
  if (requests < fewestForOutliers || (widthOf(periods) ?? 0) <= widestAtOnce) return { periods, asked: 2 };
  const quarter = Math.floor(count / 4) + 1;
  const [low, high] = await Promise.all([yearsAt(name, 1, quarter), yearsAt(`-${name}`, 1, quarter)]);
  const spread = { first, low: low.years[0] ?? first, high: high.years[0] ?? last, last };
  return { periods: narrower(withoutFew(most - 2), periodsAround(spread, most - 2)), asked: 4 };
}

function narrower(one: readonly Period[], other: readonly Period[]): readonly Period[] {
  return (widthOf(other) ?? Infinity) < (widthOf(one) ?? Infinity) ? other : one;
}

/** The most outliers at each end: a tenth of the values but at least two, and never more than a sixth. */
function fewOf(count: number): number {
  return Math.floor(Math.min(Math.max(2, count / 10), count / 6));
}

interface YearsAt {
  readonly years: readonly number[];
  /** The total number of values. */
  readonly count: number;
}
