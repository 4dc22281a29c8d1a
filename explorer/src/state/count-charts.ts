// Asks for the numbers of the charts: where the years lie, then how many resources each bar stands for.
import { chartedOf, type ChartedDate, type ChartedLinks } from '../model/charted.ts';
import {
  chartOfLinks,
  chartOfPeriods,
  isOfPeriods,
  noneOf,
  someOf,
  splitFilter,
  type Chart,
  type Split,
} from '../model/charts.ts';
import { periodCondition, periodsAround, periodsBetween, widthBetween, yearOf, type Period } from '../model/periods.ts';
import { countParts, valueAt, type Counted } from './counts.ts';

/** Of all charts together. One of links takes one; what is left is the date's. */
const mostRequests = 12;
/** In years. Wider periods may be due to outliers, which takes two requests to find out. */
const widestAtOnce = 10;

/** @throws NotAnswered */
export async function countCharts(counted: Counted): Promise<readonly Chart[]> {
  const charted = chartedOf(counted.resource);
  const left = mostRequests - charted.filter(({ kind }) => kind === 'links').length;
  const charts = await Promise.all(
    charted.map((one) => (one.kind === 'links' ? countLinks(counted, one) : countPeriods(counted, one, left))),
  );
  return charts.filter(({ bars }) => bars.some(({ count }) => count > 0));
}

async function countLinks(counted: Counted, charted: ChartedLinks): Promise<Chart> {
  const { name } = charted.field;
  const { base } = splitFilter(charted, counted.filter);
  const parts = [noneOf(name), someOf(name)].map((condition) => [...base, condition]);
  const [none = 0, some = 0] = await countParts(counted, base, parts);
  return chartOfLinks(charted, none, some);
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

/** Conditions that look like those of bars, but are of none, narrow the chart as all others do. */
async function findPeriods(counted: Counted, charted: ChartedDate, requests: number): Promise<Found> {
  for (let kept = 0; ; kept += 1) {
    const { base, own } = splitFilter(charted, counted.filter, kept);
    const periods = await periodsOf(counted, base, charted, requests);
    if (own.length === 0 || own.some((condition) => isOfPeriods(charted.field, periods, condition)))
      return { base, periods };
  }
}

/** With n requests left, n + 1 periods can be counted, as the last one is what the others leave. */
async function periodsOf(
  counted: Counted,
  base: Split['base'],
  { field: { name } }: ChartedDate,
  requests: number,
): Promise<readonly Period[]> {
  const yearAt = async (sort: string, place: number): Promise<readonly [year: number | undefined, count: number]> => {
    const { value, count } = await valueAt(counted, base, sort, place);
    return [yearOf(value), count];
  };
  const [[first, count], [last]] = await Promise.all([yearAt(name, 1), yearAt(`-${name}`, 1)]);
  if (first === undefined || last === undefined) return [];
  if (widthBetween(first, last, requests - 1) <= widestAtOnce) return periodsBetween(first, last, requests - 1);
  const quarter = Math.floor(count / 4) + 1;
  const [[low = first], [high = last]] = await Promise.all([yearAt(name, quarter), yearAt(`-${name}`, quarter)]);
  return periodsAround({ first, low, high, last }, requests - 3);
}
