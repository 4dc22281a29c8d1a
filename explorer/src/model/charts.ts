// What the charts show of the filtered resources, and the condition that each bar stands for.
import type { Api, Attribute, Relationship, Resource } from './api.ts';
import { attributesOf, relationshipsOf } from './fields.ts';
import type { Row } from './documents.ts';
import type { Json } from './json.ts';

export interface Chart {
  readonly field: string;
  readonly title: string;
  readonly bars: readonly Bar[];
  /** What to know of the numbers. */
  readonly note: string | undefined;
}

export interface Bar {
  readonly label: string;
  readonly count: number;
  /** Undefined: no filter of acceptable length says the same. */
  readonly condition: Json | undefined;
}

/** More rows than these are not read for a chart. */
export const mostRows = 5000;

/** A filter by identifiers that is longer does not fit well into an address. */
const mostIds = 200;
const lastSingleBar = 10;

/** The dates that can be counted: readable, sortable and comparable. */
export function datesOf(resource: Resource): readonly Attribute[] {
  return attributesOf(resource).filter(({ format, readable, sortable, operators }) => {
    return format === 'date' && readable && sortable && ['between', 'eq', 'ne'].every((op) => operators.includes(op));
  });
}

export function toManyOf(resource: Resource): readonly Relationship[] {
  return relationshipsOf(resource).filter(({ cardinality }) => cardinality === 'many');
}

/** The charts before anything is counted. They take their place at once, so that nothing moves when the bars come. */
export function emptyCharts(resource: Resource): readonly Chart[] {
  const dates = datesOf(resource).map(({ name }) => ({ field: name, title: name }));
  const links = toManyOf(resource).map(({ name }) => ({ field: name, title: titleOfLinks(name) }));
  return [...dates, ...links].map((chart) => ({ ...chart, bars: [], note: undefined }));
}

function titleOfLinks(name: string): string {
  return `Number of ${name}`;
}

/** How many resources have 0, 1, 2, … related ones. */
export function countLinks(api: Api, relationship: Relationship, rows: readonly Row[], total: number): Chart {
  const { name } = relationship;
  const ids = new Map<number, string[]>();
  for (const { id, linkage } of rows) {
    const count = linkage[name]?.length ?? 0;
    ids.set(count, [...(ids.get(count) ?? []), id]);
  }
  const whole = rows.length >= total;
  const most = Math.max(0, ...ids.keys());
  const single = Array.from({ length: Math.min(most, lastSingleBar) + 1 }, (_, count) => {
    const found = ids.get(count) ?? [];
    return { label: String(count), count: found.length, condition: condition(api, relationship, count, found, whole) };
  });
  const more = [...ids].filter(([count]) => count > lastSingleBar).flatMap(([, found]) => found);
  const last = { label: `${lastSingleBar + 1}+`, count: more.length, condition: byIds(api, more, whole) };
  return {
    field: name,
    title: titleOfLinks(name),
    bars: more.length === 0 ? single : [...single, last],
    note: whole ? undefined : `of the first ${rows.length.toLocaleString('en')}`,
  };
}

function condition(
  api: Api,
  { name, operators }: Relationship,
  count: number,
  ids: readonly string[],
  whole: boolean,
): Json | undefined {
  if (count === 0 && operators.includes('eq')) return { name, op: 'eq', val: null };
  return byIds(api, ids, whole);
}

/** The API has no filter by number, so the identifiers stand for it. */
function byIds({ limits }: Api, ids: readonly string[], whole: boolean): Json | undefined {
  const fits = ids.length > 0 && ids.length <= Math.min(mostIds, limits.maxListValues);
  return whole && fits ? { name: 'id', op: 'in_', val: ids } : undefined;
}
