// What others do, as the stream of changes tells it. Rows of the list are read again where they are. What could move rows waits until the person asks.
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

/** Changes are looked at together: those of one transaction come one after the other. */
const settlesAfter = 50;
/** The time from one look to the next, in milliseconds. */
const lookEvery = 1000;
/** The page looks again after this time while something is loaded or written. */
const busyPause = 100;
const mostQueued = 2000;
/** A request line has room for some hundred identifiers. */
const mostRows = 200;

/** The rows that looked different when they were read again, by `TYPE/ID`, and when that was. */
const changedAt = signal<ReadonlyMap<string, number>>(new Map());
/** When a stream began that does not continue an earlier one. */
const begunAt = signal(0);

let queue: readonly Heard[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let lookedAt = -Infinity;

/** Follows the feed once the first list is there: until then nobody may have signed in. */
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

/** True if what is shown was requested before the stream began, so that changes may be missing. */
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
  // The person's own changes can be told apart once their writes are known to be done.
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

/** Reads the resource in the panel again. What the person has seen of it stays known. */
function readOpenAgain(): void {
  noteOpen(false);
  quietly(() => (detailReads.value += 1));
}

function noteOpen(isGone: boolean): void {
  const { open } = question.value;
  const opened = open === undefined ? undefined : acknowledged(open);
  if (open !== undefined && opened !== undefined) noteMeanwhile(open, { opened, isGone });
}

/** Lets the panel say what somebody else has done to its resource. */
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

/** Reads the rows that changes concern, and shows them in their places. */
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
  // Other rows are shown by now, which may be older than the changes.
  if (list.value.rows !== rows) return readRows(changes);
  if (answer?.kind === 'done') showRows(rows, parseRows(answer.document));
  // Later the person can read them with the list.
  else hear([{ action: 'refetch', type: shown.type, at: '', heardAt: performance.now() }]);
}

/** Shows rows that were read again, and marks those that look different. */
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
