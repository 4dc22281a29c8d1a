// Counts for the charts: the decades exactly, by asking for numbers only; linkage row by row, up to a limit.
import { effect, signal, untracked } from '@preact/signals';
import type { Attribute, Relationship, Resource } from '../model/api.ts';
import { countLinks, datesOf, emptyCharts, mostRows, toManyOf, type Bar, type Chart } from '../model/charts.ts';
import { parseRows, type Row, type Rows } from '../model/documents.ts';
import type { Json } from '../model/json.ts';
import { periodsBetween } from '../model/periods.ts';
import { countPath, fieldsParameter, filterParameter, pathWith, wholeFilter } from '../model/requests.ts';
import { api } from './api.ts';
import { list } from './list.ts';
import { reloads } from './loaded.ts';
import { question, resource } from './question.ts';
import { get } from './send.ts';
import { recall, remember } from './theme.ts';

export interface Charts {
  readonly type: string;
  readonly charts: readonly Chart[];
  readonly loading: boolean;
  readonly failed: boolean;
}

/** What the requests of one drawing have in common. */
interface Drawing {
  readonly resource: Resource;
  readonly filter: readonly Json[];
  readonly signal: AbortSignal;
}

class NotAnswered extends Error {}

const storedAs = 'explorer-charts';
const pause = 120;
const parallel = 4;

export const chartsShown = signal(recall(storedAs) !== 'hidden');
export const charts = signal<Charts>({ type: '', charts: [], loading: false, failed: false });

export function toggleCharts(): void {
  chartsShown.value = !chartsShown.value;
  remember(storedAs, chartsShown.value ? 'shown' : 'hidden');
}

/** Draws whenever the filter changes; a page or an order more changes nothing. */
export function followCharts(): void {
  let drawn = '';
  let abort = new AbortController();
  effect(() => {
    // What the list is refused, the charts would be refused, too.
    const shown = chartsShown.value && list.value.failure === undefined ? resource.value : undefined;
    const filter = shown === undefined ? [] : wholeFilter(shown, question.value);
    const key = shown === undefined ? '' : JSON.stringify([shown.type, filter, reloads.value]);
    if (key === drawn) return;
    drawn = key;
    abort.abort();
    abort = new AbortController();
    const { signal: overtaken } = abort;
    if (shown === undefined) return;
    untracked(() => {
      const kept = charts.value.type === shown.type ? charts.value.charts : emptyCharts(shown);
      charts.value = { type: shown.type, charts: kept, loading: true, failed: false };
    });
    setTimeout(() => void draw({ resource: shown, filter, signal: overtaken }), pause);
  });
}

async function draw(drawing: Drawing): Promise<void> {
  if (isOvertaken(drawing)) return;
  const { type } = drawing.resource;
  try {
    const drawn = await Promise.all([
      ...datesOf(drawing.resource).map((attribute) => countPeriods(drawing, attribute)),
      ...toManyOf(drawing.resource).map((relationship) => readLinks(drawing, relationship)),
    ]);
    if (isOvertaken(drawing)) return;
    charts.value = { type, charts: drawn.filter((chart) => chart !== undefined), loading: false, failed: false };
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error;
    if (!isOvertaken(drawing)) charts.value = { type, charts: [], loading: false, failed: true };
  }
}

function isOvertaken({ signal: overtaken }: Drawing): boolean {
  return overtaken.aborted;
}

async function countPeriods(drawing: Drawing, { name }: Attribute): Promise<Chart | undefined> {
  const [first, last] = await Promise.all([endOf(drawing, name, ''), endOf(drawing, name, '-')]);
  if (first === undefined || last === undefined) return undefined;
  const periods = periodsBetween(first, last).map(({ label, from, to }) => {
    return { label, condition: { name, op: 'between', val: [from, to] } };
  });
  const asked = [...periods, { label: 'unset', condition: { name, op: 'eq', val: null } }];
  const bars = await inParallel(asked, async (bar): Promise<Bar> => ({
    ...bar,
    count: await count(drawing, bar.condition),
  }));
  return {
    field: name,
    title: name,
    bars: bars.filter((bar) => bar.label !== 'unset' || bar.count > 0),
    note: undefined,
  };
}

/** The first or the last date. */
async function endOf(
  { resource: shown, filter, signal: overtaken }: Drawing,
  name: string,
  sign: '' | '-',
): Promise<string | undefined> {
  const path = pathWith(shown.path, [
    ...filterParameter([...filter, { name, op: 'ne', val: null }]),
    ['sort', `${sign}${name}`],
    ['page[size]', '1'],
    fieldsParameter(shown.type, [name]),
  ]);
  const value = (await ask(path, overtaken)).rows[0]?.attributes[name];
  return typeof value === 'string' ? value : undefined;
}

async function count({ resource: shown, filter, signal: overtaken }: Drawing, condition: Json): Promise<number> {
  return (await ask(countPath(shown, [...filter, condition]), overtaken)).count;
}

async function readLinks(drawing: Drawing, relationship: Relationship): Promise<Chart | undefined> {
  const size = Math.min(1000, api.value.limits.maxPageSize ?? 1000);
  const first = await linksOn(drawing, relationship, 1, size);
  const rows: Row[] = [...first.rows];
  for (let page = 2; rows.length < Math.min(first.count, mostRows); page += 1) {
    const { rows: more } = await linksOn(drawing, relationship, page, size);
    if (more.length === 0) break;
    rows.push(...more);
  }
  return rows.length === 0 ? undefined : countLinks(api.value, relationship, rows, first.count);
}

async function linksOn(
  { resource: shown, filter, signal: overtaken }: Drawing,
  { name }: Relationship,
  page: number,
  size: number,
): Promise<Rows> {
  const path = pathWith(shown.path, [
    ...filterParameter(filter),
    ['page[size]', String(size)],
    ['page[number]', String(page)],
    fieldsParameter(shown.type, [name]),
  ]);
  const found = await ask(path, overtaken);
  // Some relationships have linkage only when they are included.
  const complete = found.rows.every(({ linkage }) => linkage[name] !== undefined);
  return complete ? found : ask(`${path}&include=${name}`, overtaken);
}

async function ask(path: string, overtaken: AbortSignal): Promise<Rows> {
  const answer = await get(path, { signal: overtaken, quiet: true });
  if (answer.kind !== 'done') throw new NotAnswered();
  return parseRows(answer.document);
}

/** Runs a few at a time, so that charts do not crowd out what people wait for. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return results;
}
