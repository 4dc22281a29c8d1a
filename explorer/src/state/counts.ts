// Counts of matching resources, with few requests: a count is cached until data may have changed.
import type { Resource } from '../model/api.ts';
import { someOf } from '../model/charts.ts';
import { parseRows, type Rows } from '../model/documents.ts';
import type { Json } from '../model/json.ts';
import { countPath, fieldsParameter, filterParameter, pathWith } from '../model/requests.ts';
import { get } from './send.ts';

type Filter = readonly Json[];

/** The set of resources to count. */
export interface Counted {
  readonly resource: Resource;
  readonly filter: Filter;
  readonly signal: AbortSignal;
}

/** The service is unreachable or busy, or a later drawing has made the request pointless. */
export class NotAnswered extends Error {}

const parallel = 4;
const answers = new Map<string, Pick<Rows, 'count' | 'rows'>>();

export function forgetCounts(): void {
  answers.clear();
}

/** Stores a count that is known from elsewhere. If it differs from the cached one, the data has changed and the cache is cleared. */
export function noteCount(resource: Resource, filter: Filter, count: number): void {
  const path = countPath(resource, inOrder(filter));
  if ((answers.get(path)?.count ?? count) !== count) forgetCounts();
  answers.set(path, { count, rows: [] });
}

/**
 * Counts parts that together are a whole. The last unknown part is the whole minus the others.
 * @throws NotAnswered
 */
export async function countParts(
  { resource, signal }: Counted,
  whole: Filter,
  parts: readonly Filter[],
): Promise<readonly number[]> {
  const pathOf = (filter: Filter): string => countPath(resource, inOrder(filter));
  const count = async (filter: Filter): Promise<number> => (await ask(pathOf(filter), signal)).count;
  const rest = parts.findLastIndex((part) => !answers.has(pathOf(part)));
  const counts = await inParallel(parts, async (part, index) => (index === rest ? 0 : count(part)));
  const last = parts[rest];
  if (last === undefined) return counts;
  const others = counts.reduce((sum, one) => sum + one, 0);
  const left = Math.max(0, (await count(whole)) - others);
  if (!signal.aborted) noteCount(resource, last, left);
  return counts.with(rest, left);
}

/** Selects the first values of an attribute in sort order, or the one at a position. */
interface Place {
  /** The number of values. */
  readonly size: number;
  /** Counted from 1. After the first position, only one value can be read. */
  readonly place: number;
}

/**
 * Reads the non-null values of an attribute in sort order, and their total number.
 * @throws NotAnswered
 */
export async function valuesAt(
  { resource, signal }: Counted,
  filter: Filter,
  sort: string,
  { size, place }: Place,
): Promise<{ readonly values: readonly Json[]; readonly count: number }> {
  const name = sort.replace(/^-/u, '');
  const set = [...filter, someOf(name)];
  const path = pathWith(resource.path, [
    ...filterParameter(inOrder(set)),
    ['sort', sort],
    ['page[size]', String(size)],
    ['page[number]', String(place)],
    fieldsParameter(resource.type, [name]),
  ]);
  const { rows, count } = await ask(path, signal);
  if (!signal.aborted) noteCount(resource, set, count);
  return { values: rows.map(({ attributes }) => attributes[name] ?? null), count };
}

async function ask(path: string, signal: AbortSignal): Promise<Pick<Rows, 'count' | 'rows'>> {
  const known = answers.get(path);
  if (known !== undefined) return known;
  const answer = await get(path, { signal, quiet: true });
  if (answer.kind !== 'done') throw new NotAnswered();
  const { rows, count } = parseRows(answer.document);
  // The response to an aborted drawing may be older than the change that replaced the drawing.
  if (!signal.aborted) answers.set(path, { rows, count });
  return { rows, count };
}

/** Sorts the conditions, so that the same filter has the same path. */
function inOrder(filter: Filter): Filter {
  return filter.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
}

/** Runs a few at a time, so that charts do not delay requests that users wait for. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  run: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await run(item, index);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return results;
}
