// Changes many resources by consecutive requests with atomic operations. Refused operations are left out, and the rest of the request is sent again.
import type { Resource } from '../model/api.ts';
import {
  nextPath,
  operationOf,
  questionOf,
  refusedIn,
  stepOf,
  type BulkChange,
  type RefusedStep,
  type Step,
} from '../model/bulk.ts';
import { parseRows, type Row } from '../model/documents.ts';
import { items, member, type Json } from '../model/json.ts';
import { announce } from './announce.ts';
import { api } from './api.ts';
import { bulkRun, canUndo, freshRun, isUnderWay, keepUndo, mayBeDone, update, type BulkRun } from './bulk-run.ts';
import { ask } from './dialog.ts';
import { discard } from './drafts.ts';
import { showChange } from './loaded.ts';
import { goNow, question } from './question.ts';
import { clearSelection, filtersOf, select, selectedFilters } from './selection.ts';
import { sendOperations } from './send-write.ts';
import { get, type Failure } from './send.ts';
import { inTurn } from './turn.ts';

const mostRows = 1000;
let stopped = false;

/** Reads the selected resources, asks for confirmation, and changes them. */
export async function changeSelected(
  resource: Resource,
  change: BulkChange,
  selected = selectedFilters(resource),
): Promise<void> {
  if (isUnderWay(bulkRun.value)) return;
  stopped = false;
  const before = lastRun();
  bulkRun.value = { ...freshRun, resource, change, selected, before };
  const rows = await readAll(bulkRun.value);
  if (rows === undefined) return;
  const steps = rows.map((row) => stepOf(row, change));
  if (steps.length === 0 && !isStopped()) {
    announce(`The selected ${resource.plural} no longer exist.`);
    clearSelection();
    showChange();
  }
  const question = questionOf(api.value, resource, change, steps);
  const text = [question.text, ...lossOf(before)].join(' ');
  if (isStopped() || steps.length === 0 || !(await ask({ ...question, text }))) {
    bulkRun.value = before;
    return;
  }
  update({ total: steps.length, left: steps, before: undefined });
  await resume();
}

/** The run to show again if the next one is canceled. */
function lastRun(): BulkRun | undefined {
  const now = bulkRun.value;
  return now?.state === 'unread' ? now.before : now;
}

/** Warns that the previous change can no longer be undone or continued. */
function lossOf(before: BulkRun | undefined): readonly string[] {
  const lost = [...(canUndo(before) ? ['undone'] : []), ...(before?.state === 'held' ? ['continued'] : [])];
  return lost.length === 0 ? [] : [`After that, the previous change can no longer be ${lost.join(' or ')}.`];
}

export function stop(): void {
  stopped = true;
}

function isStopped(): boolean {
  return stopped;
}

export function closeRun(): void {
  bulkRun.value = bulkRun.value?.state === 'unread' ? bulkRun.value.before : undefined;
  keepUndo(bulkRun.value);
}

/** Continues after a failure. */
export async function goOn(): Promise<void> {
  const now = bulkRun.value;
  if (now === undefined) return;
  if (now.state === 'held') await resume();
  else if (now.undoes) await undo(now);
  else await changeSelected(now.resource, now.change, now.selected);
}

async function resume(): Promise<void> {
  stopped = false;
  update({ state: 'running', failure: undefined });
  let failure: Failure | undefined;
  while (failure === undefined && !isStopped() && (bulkRun.value?.left.length ?? 0) > 0) {
    failure = await inTurn(sendNext);
  }
  update({ state: failure === undefined ? 'ended' : 'held', failure });
  update({ isKept: keepUndo(bulkRun.value) });
  showDone();
}

/** Restores the values from before a run, except those that somebody else has changed since. */
export async function undo(run: BulkRun): Promise<void> {
  const { resource, change } = run;
  const done = run.undoes ? run.done : mayBeDone(run);
  stopped = false;
  const before = lastRun();
  const selected = filtersOf(done.map(({ id }) => id));
  bulkRun.value = { ...freshRun, resource, change, selected, undoes: true, done, before };
  const rows = await readAll(bulkRun.value);
  if (rows === undefined) return;
  if (isStopped()) {
    bulkRun.value = before;
    return;
  }
  const now = new Map(rows.map((row) => [row.id, JSON.stringify(stepOf(row, change).back)]));
  const [left, refused]: [Step[], RefusedStep[]] = [[], []];
  for (const { id, to, back } of done) {
    if (back === undefined) continue;
    const found = now.get(id);
    if (found === JSON.stringify(to)) left.push({ id, to: back, back: to });
    else refused.push({ id, reason: reasonOf(found, JSON.stringify(back)) });
  }
  update({ total: left.length, done: [], refused, left, before: undefined });
  await resume();
}

function reasonOf(found: string | undefined, before: string): string {
  if (found === undefined) return 'it no longer exists';
  return found === before ? 'it already has its former value' : 'somebody else has changed it since';
}

/** Sends one list. Refused steps are removed from `left`, so that the others are sent again without them. */
async function sendNext(): Promise<Failure | undefined> {
  const now = bulkRun.value;
  if (now === undefined) return undefined;
  const steps = now.left.slice(0, api.value.limits.maxOperations);
  const answer = await sendOperations(steps.map((step) => operationOf(now.resource, now.change, step)));
  if (answer.kind === 'overtaken') return undefined;
  if (answer.kind === 'done') {
    const results = items(member(answer.document, 'atomic:results'));
    const done = steps.map((step, place) => withStored(now, step, results[place]));
    update({ done: [...now.done, ...done], left: now.left.slice(steps.length) });
    return undefined;
  }
  const reasons = answer.kind === 'refused' && answer.isFinal ? refusedIn(answer.errors) : undefined;
  if (reasons === undefined) return answer;
  const refused = steps.flatMap(({ id }, place) => {
    const reason = reasons.get(place);
    return reason === undefined ? [] : [{ id, reason }];
  });
  update({ refused: [...now.refused, ...refused], left: now.left.filter((_, place) => !reasons.has(place)) });
  return undefined;
}

/** The service may store a value in another form than it was sent in. */
function withStored({ change }: BulkRun, step: Step, result: Json | undefined): Step {
  const [row] = result === undefined ? [] : parseRows(result).rows;
  const stored = row === undefined ? undefined : stepOf(row, change).back;
  return { ...step, to: stored ?? step.to };
}

/** Shows the new state of the rows. Those that have not changed stay selected. */
function showDone(): void {
  const now = bulkRun.value;
  if (now === undefined) return;
  const { resource, change, done, refused, left } = now;
  const removed = new Set(change.kind === 'remove' ? done.map(({ id }) => id) : []);
  for (const id of removed) discard({ type: resource.type, id });
  const { open, type } = question.value;
  const gone = open?.type === resource.type && open.id !== undefined && removed.has(open.id);
  if (!now.undoes && type === resource.type) select(new Set([...refused, ...left].map(({ id }) => id)));
  showChange(() => {
    if (gone) goNow({ open: undefined });
  });
}

/** The current state of the resources of a run; undefined if they could not be read, which the run then shows. */
async function readAll({ resource, change, selected }: BulkRun): Promise<readonly Row[] | undefined> {
  const all: Row[] = [];
  const size = Math.min(mostRows, api.value.limits.maxPageSize ?? mostRows);
  for (const filter of selected) {
    let after: string | undefined;
    do {
      if (isStopped()) return all;
      const answer = await get(nextPath(resource, filter, change, after, size), { quiet: true });
      if (answer.kind !== 'done') {
        update({ state: 'unread', failure: answer.kind === 'overtaken' ? { kind: 'unreachable' } : answer });
        return undefined;
      }
      const { rows } = parseRows(answer.document);
      all.push(...rows);
      after = rows.length < size ? undefined : rows.at(-1)?.id;
      update({ total: all.length });
    } while (after !== undefined);
  }
  return all;
}
