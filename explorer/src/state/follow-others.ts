// Shows changes by others as the stream delivers them. Changed rows are reloaded in place. Changes that could move rows wait until the user
// reloads the list.
import { batch, effect, signal, untracked } from '@preact/signals';
import { keyOf, parseRows, type Included, type Row, type Rows } from '../model/documents.ts';
import { resourceOf } from '../model/fields.ts';
import { member, text, type Json } from '../model/json.ts';
import { rowsPath } from '../model/rows-path.ts';
import { concerns, condensed, parseTold, type Heard } from '../model/told.ts';
import { api } from './api.ts';
import { readIfOld } from './attention.ts';
import { detail, detailReads } from './detail.ts';
import { followFeed } from './feed-stream.ts';
import { hear, heard } from './heard.ts';
import { list, listReads } from './list.ts';
import { quietly, type Loaded } from './loaded.ts';
import { marks } from './marks.ts';
import { noteMeanwhile, unacknowledged } from './meanwhile.ts';
import { awaitOwnAgain, isOwnAwaited, withoutOwn } from './own-writes.ts';
import { question, resource } from './question.ts';
import { followRemarks } from './remarks.ts';
import { get, noteConsistency } from './send.ts';
import { acknowledged } from './versions.ts';

/** Changes are processed together after this time, because those of one transaction arrive one after the other. */
const settlesAfter = 50;
/** The shortest time between two rounds of processing, in milliseconds. */
const lookEvery = 1000;
/** While the page is loading or writing, processing is delayed by this time. */
const busyPause = 100;
const mostQueued = 2000;
/** A request line has room for a few hundred identifiers. */
const mostRows = 200;

/** When a row last looked different after it was reloaded, by `TYPE/ID`. */
const changedAt = signal<ReadonlyMap<string, number>>(new Map());
/** When the last stream began that did not continue an earlier one. */
const begunAt = signal(0);

let queue: readonly Heard[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let lookedAt = -Infinity;

/** Follows the feed after the first list has been loaded, because before that the user may not have signed in. */
export function followOthers(): void {
  let isStarted = false;
  effect(() => {
    if (isStarted || list.value.rows === undefined) return;
    isStarted = true;
    untracked(() => followFeed({ begun, told, refused: readIfOld }));
  });
  effect(() => {
    marks.value = marksOf(list.value);
  });
  effect(() => {
    if (isOlder(list.value)) queueMicrotask(readListAgain);
  });
  effect(() => {
    if (isOlder(detail.value)) queueMicrotask(readOpenAgain);
  });
  followRemarks();
}

/** True if the data shown was requested before the stream began, so that it may lack changes. */
function isOlder({ rows, loading, failure, since }: Loaded): boolean {
  return rows !== undefined && !loading && failure === undefined && since < begunAt.value;
}

function marksOf({ rows, since }: Loaded): typeof marks.value {
  const all = (rows?.rows ?? []).flatMap((row): readonly (readonly [string, 'changed' | 'deleted'])[] => {
    const key = keyOf(row);
    const told = heard.value.get(key);
    if (told?.action === 'deleted' && told.heardAt >= since) return [[key, 'deleted']];
    return (changedAt.value.get(key) ?? -1) >= since ? [[key, 'changed']] : [];
  });
  return new Map(all);
}

function begun(isAfresh: boolean): void {
  awaitOwnAgain();
  if (isAfresh) begunAt.value = performance.now();
}

function told(json: Json | undefined): void {
  const change = parseTold(json);
  if (change === undefined) return;
  noteConsistency(text(member(member(json, 'meta'), 'consistency')) ?? '');
  queue = [...queue, { ...change, heardAt: performance.now() }];
  if (queue.length > mostQueued) queue = condensed(queue);
  lookAfter(Math.max(settlesAfter, lookedAt + lookEvery - performance.now()));
}

function lookAfter(millis: number): void {
  timer ??= setTimeout(look, millis);
}

function look(): void {
  timer = undefined;
  // The user's own changes can be told apart only when the outcome of their writes is known.
  if (isOwnAwaited() || list.value.loading || detail.value.loading) return lookAfter(busyPause);
  lookedAt = performance.now();
  const { others, isOwnUnshown } = withoutOwn(queue);
  queue = [];
  hear(others);
  void readRows(others);
  meetOpen(others);
  if (isOwnUnshown) {
    readListAgain();
    readOpenAgain();
  }
}

function readListAgain(): void {
  quietly(() => (listReads.value += 1));
}

/** Reloads the resource in the panel, and remembers the version that the user has seen. */
function readOpenAgain(): void {
  noteOpen(false);
  quietly(() => (detailReads.value += 1));
}

function noteOpen(isGone: boolean): void {
  const { open } = question.value;
  const opened = open === undefined ? undefined : acknowledged(open);
  if (open !== undefined && opened !== undefined) noteMeanwhile(open, { opened, isGone });
}

/** Updates the panel if somebody else has changed or deleted its resource. */
function meetOpen(changes: readonly Heard[]): void {
  const { rows, since } = detail.value;
  const [row] = rows?.rows ?? [];
  const shown = resourceOf(api.value, row?.type ?? '');
  const { open } = question.value;
  if (row === undefined || shown === undefined || (open && unacknowledged(open)?.isGone === true)) return;
  const concerning = changes.filter((change) => change.heardAt >= since && concerns(change, shown, row));
  const isGone = concerning.some((change) => change.action === 'deleted' && keyOf(change) === keyOf(row));
  if (isGone) noteOpen(true);
  else if (concerning.length > 0) readOpenAgain();
}

/** Reloads the rows that are affected by changes, and shows them in place. */
async function readRows(changes: readonly Heard[]): Promise<void> {
  const { rows, since } = list.value;
  const shown = resource.value;
  if (rows === undefined || shown === undefined) return;
  const later = changes.filter(({ action, heardAt }) => action !== 'refetch' && heardAt >= since);
  const concerned = rows.rows.filter((row) => later.some((change) => concerns(change, shown, row)));
  const ids = concerned.filter((row) => marks.value.get(keyOf(row)) !== 'deleted').map(({ id }) => id);
  if (ids.length === 0) return;
  const path = rowsPath(api.value, shown, question.value, ids);
  const answer = ids.length > mostRows ? undefined : await get(path, { quiet: true });
  // The list has changed since, and its rows may be older than the changes.
  if (list.value.rows !== rows) return readRows(changes);
  if (answer?.kind === 'done') showRows(rows, parseRows(answer.document));
  // Offer to reload the whole list instead.
  else hear([{ action: 'refetch', type: shown.type, at: '', heardAt: performance.now() }]);
}

/** Shows reloaded rows, and marks those that look different. */
function showRows(before: Rows, { rows: read, included }: Rows): void {
  const fresh = new Map(read.map((row) => [row.id, row]));
  const now = { ...before, included: new Map([...before.included, ...included]) };
  const pairs = before.rows.map((row) => [row, fresh.get(row.id) ?? row] as const);
  const different = pairs.filter(([was, is]) => looks(was, before.included) !== looks(is, now.included));
  const time = performance.now();
  batch(() => {
    const kept = [...changedAt.value].filter(([, at]) => at >= list.value.since);
    changedAt.value = new Map([...kept, ...different.map(([row]) => [keyOf(row), time] as const)]);
    list.value = { ...list.value, rows: { ...now, rows: pairs.map(([, is]) => is) } };
  });
}

function looks(row: Row, included: Included): string {
  const linked = Object.values(row.linkage).flatMap((identifiers) => identifiers ?? []);
  return JSON.stringify([row, linked.map((identifier) => included.get(keyOf(identifier)))]);
}
