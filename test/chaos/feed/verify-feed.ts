// After the run, the feed must have every stored write once, in one order for all readers.
import type { Stored } from '../stored.ts';
import { compareFolded, foldFeed } from './fold-feed.ts';
import type { KeptRow } from './kept-changes.ts';
import { traceOf, type ToldChange } from './told-change.ts';
import type { LedgerEntry } from './write-ledger.ts';

/** @returns a sentence for each difference between the feed, its tables and the stored rows */
export function verifyContent(
  told: readonly ToldChange[],
  kept: readonly KeptRow[],
  stored: Stored,
): readonly string[] {
  const unnumbered = kept.filter(({ seq }) => seq === null).map(describeRow);
  const numbered = kept.filter(({ seq }) => seq !== null);
  const tells = told.map(({ type, subject, action, version }) => [action, type, subject, version ?? ''].join(' '));
  const expected = numbered.map((row) => describeRow(row));
  const first = tells.findIndex((each, index) => each !== expected[index]);
  const folded = foldFeed(told, numbered);
  return [
    ...unnumbered.map((each) => `the feed has left out: ${each}`),
    ...(first < 0 ? [] : [`the feed tells at ${first}: ${tells[first]} instead of ${expected[first] ?? 'nothing'}`]),
    ...(told.length < numbered.length ? [`the feed tells ${told.length} of ${numbered.length} changes`] : []),
    ...folded.problems,
    ...compareFolded(folded, stored),
  ];
}

function describeRow({ type, resource, action, version }: KeptRow): string {
  return [action, type, resource, action === 'deleted' ? '' : version].join(' ');
}

/** @returns a sentence if the two received different changes, or the same in another order or at other positions */
export function compareReaders(
  name: string,
  told: readonly ToldChange[],
  all: readonly ToldChange[],
): readonly string[] {
  const length = Math.max(told.length, all.length);
  const first = Array.from({ length }, (_, index) => index).find((index) => {
    const [one, other] = [told[index], all[index]];
    return one?.text !== other?.text || one?.cursor !== other?.cursor;
  });
  if (first === undefined) return [];
  const describe = (change: ToldChange | undefined): string =>
    change === undefined ? 'nothing' : `${change.text} at ${change.cursor}`;
  return [`${name} was told at ${first}: ${describe(told[first])}, but the feed has ${describe(all[first])}`];
}

/** @returns a sentence for each write that the feed has lost, has although it was refused, or has in the wrong place */
export function verifyWrites(entries: readonly LedgerEntry[], told: readonly ToldChange[]): readonly string[] {
  const places = placesOf(told);
  const known = new Set(entries.map(({ trace }) => trace));
  return [
    ...entries.flatMap(({ trace, acknowledged, isInDoubt }) => {
      const times = places.get(trace)?.length ?? 0;
      if (times > 1) return [`the feed tells ${times} times: ${trace}`];
      if (acknowledged !== undefined && times === 0) return [`the feed has lost what was acknowledged: ${trace}`];
      return acknowledged === undefined && !isInDoubt && times > 0 ? [`the feed tells what was refused: ${trace}`] : [];
    }),
    ...[...places.keys()]
      .filter((trace) => !known.has(trace))
      .map((trace) => `the feed tells what nobody did: ${trace}`),
    ...wrongOrder(entries, places),
  ];
}

/** The place of each write in the feed: where a resource first gets a name, or is deleted. */
function placesOf(told: readonly ToldChange[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  const names = new Map<string, string>();
  for (const [index, change] of told.entries()) {
    const [resource, trace] = [`${change.type} ${change.subject}`, traceOf(change)];
    if (names.get(resource) === trace) continue;
    names.set(resource, trace);
    places.set(trace, [...(places.get(trace) ?? []), index]);
  }
  return places;
}

/** A write that was sent after another was acknowledged must come later. */
function wrongOrder(
  entries: readonly LedgerEntry[],
  places: ReadonlyMap<string, readonly number[]>,
): readonly string[] {
  const placed = entries.flatMap((entry) => {
    const place = places.get(entry.trace)?.[0];
    return place === undefined ? [] : [{ ...entry, place }];
  });
  const problems: string[] = [];
  let latest = placed[0];
  for (const entry of placed.toSorted((one, other) => one.place - other.place)) {
    if (latest === undefined || entry.sent > latest.sent) latest = entry;
    if (entry.acknowledged !== undefined && entry.acknowledged < latest.sent)
      problems.push(`${entry.trace} was acknowledged before ${latest.trace} was sent, and is told behind it`);
  }
  return problems;
}
