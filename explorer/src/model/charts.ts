// The bars of charts, the condition of each one, and the conditions of a filter that come from bars.
import type { Attribute } from './api.ts';
import type { Charted, ChartedDate, ChartedLinks, ChartedValues } from './charted.ts';
import type { Json } from './json.ts';
import { foldEnds, periodCondition, periodLabel, periodOf, type CountedPeriod, type Period } from './periods.ts';

export interface Chart {
  readonly charted: Charted;
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly label: string;
  readonly count: number;
  readonly condition: Json;
}

/** A filter, split for one chart. */
export interface Split {
  /** The conditions that narrow the chart. */
  readonly base: readonly Json[];
  /** The conditions that its bars may have added. They do not narrow the chart. */
  readonly own: readonly Json[];
}

/** Splits off the conditions that bars may have added, except the first `kept`. */
export function splitFilter(charted: Charted, filter: readonly Json[], kept = 0): Split {
  const own = filter.filter((condition) => isOfBar(charted, condition)).slice(kept);
  return { base: filter.filter((condition) => !own.includes(condition)), own };
}

function isOfBar(charted: Charted, condition: Json): boolean {
  if (charted.kind !== 'date') return partsOf(charted).some((part) => isSame(condition, part.condition));
  return isSame(condition, noneOf(charted.field.name)) || periodOf(charted.field, condition) !== undefined;
}

/** True if a condition belongs to a bar in a chart of these periods. The bound of an open-ended period may differ. */
export function isOfPeriods(attribute: Attribute, periods: readonly Period[], condition: Json): boolean {
  const asked = periodOf(attribute, condition);
  if (asked === undefined) return isSame(condition, noneOf(attribute.name));
  return periods.some((period) => {
    const isOpen = period.from === undefined || period.to === undefined;
    const isSameEnd =
      isOpen && (['from', 'to'] as const).every((end) => (asked[end] === undefined) === (period[end] === undefined));
    return isSameEnd || isSame(condition, periodCondition(attribute, period));
  });
}

export function chartOfPeriods(charted: ChartedDate, periods: readonly CountedPeriod[], unset: number): Chart {
  const { field } = charted;
  const bars = foldEnds(periods).map((period) => {
    return { label: periodLabel(period), count: period.count, condition: periodCondition(field, period) };
  });
  const none = unset === 0 ? [] : [{ label: 'unset', count: unset, condition: noneOf(field.name) }];
  return { charted, bars: [...bars, ...none] };
}

/** The bars of a chart, without their counts. They do not depend on the filter. */
export function partsOf({ kind, field }: ChartedLinks | ChartedValues): readonly Omit<Bar, 'count'>[] {
  const { name } = field;
  if (kind === 'links')
    return [
      { label: 'none', condition: noneOf(name) },
      { label: 'at least one', condition: someOf(name) },
    ];
  return [
    ...(field.values ?? []).map((value) => ({ label: value, condition: { name, op: 'eq', val: value } })),
    ...(field.nullable ? [{ label: 'unset', condition: noneOf(name) }] : []),
  ];
}

export function chartOfParts(charted: ChartedLinks | ChartedValues, counts: readonly number[]): Chart {
  return { charted, bars: partsOf(charted).map((part, index) => ({ ...part, count: counts[index] ?? 0 })) };
}

/** No value, or nothing related. */
export function noneOf(name: string): Json {
  return { name, op: 'eq', val: null };
}

/** Some value, or something related. */
export function someOf(name: string): Json {
  return { name, op: 'ne', val: null };
}

/** True if two conditions, as the explorer writes them, are the same. */
export function isSame(left: Json, right: Json): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
