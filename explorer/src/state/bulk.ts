// Changes many resources by lists of operations, one list after the other. What the service refuses is left out, and the rest is sent again.
import { signal } from '@preact/signals';
import type { Resource } from '../model/api.ts';
import {
  nextPath,
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
import { ask } from './dialog.ts';
import { discard } from './drafts.ts';
import { showChange } from './loaded.ts';
import { goNow, question } from './question.ts';
import { clearSelection, filtersOf, select, selectedFilters, type Selected } from './selection.ts';
import { sendOperations } from './send-write.ts';
import { get, type Failure } from './send.ts';
import { inTurn } from './turn.ts';

export interface BulkRun {
  readonly resource: Resource;
  readonly change: BulkChange;
  /** What it was begun for, whatever is selected by now. */
  readonly selected: Selected;
  /** Whether it takes the change back. */
  readonly undoes: boolean;
  readonly total: number;
  /** Each with the operation that sets what is stored since then. */
  readonly done: readonly Step[];
  readonly refused: readonly RefusedStep[];
  readonly left: readonly Step[];
  /** `reading`: which resources they are; `unread`: that failed; `held`: what went wrong has to be seen to before it goes on. */
  readonly state: 'reading' | 'unread' | 'running' | 'held' | 'ended';
  readonly failure: Failure | undefined;
}

/** The last one, until it is closed. */
export const bulkRun = signal<BulkRun | undefined>(undefined);

const mostRows = 1000;
const fresh = { total: 0, done: [], refused: [], left: [], state: 'reading', failure: undefined } as const;
let stopped = false;

/** Reads which resources are selected, asks, and changes them. */
export async function changeSelected(
  resource: Resource,
  change: BulkChange,
  selected = selectedFilters(resource),
): Promise<void> {
  stopped = false;
  bulkRun.value = { ...fresh, resource, change, selected, undoes: false };
  const rows = await readAll(bulkRun.value);
  if (rows === undefined) return;
  const steps = rows.map((row) => stepOf(resource, row, change));
  if (steps.length === 0 && !isStopped()) {
    announce(`The selected ${resource.plural} no longer exist.`);
    clearSelection();
    showChange();
  }
  if (isStopped() || steps.length === 0 || !(await ask(questionOf(api.value, resource, change, steps)))) {
    bulkRun.value = undefined;
    return;
  }
  update({ total: steps.length, left: steps });
  await resume();
}

export function stop(): void {
  stopped = true;
}

function isStopped(): boolean {
  return stopped;
}

export function closeRun(): void {
  bulkRun.value = undefined;
}

/** Goes on after what held it up. */
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
  showDone();
}

/** Gives each resource back what it had before a run, unless somebody else has changed it since. */
export async function undo(before: BulkRun): Promise<void> {
  const { resource, change, done } = before;
  stopped = false;
  const selected = filtersOf(done.map(({ id }) => id));
  bulkRun.value = { ...fresh, resource, change, selected, undoes: true, done };
  const rows = await readAll(bulkRun.value);
  if (rows === undefined) return;
  if (isStopped()) {
    bulkRun.value = before;
    return;
  }
  const now = new Map(rows.map((row) => [row.id, JSON.stringify(stepOf(resource, row, change).back)]));
  const [left, refused]: [Step[], RefusedStep[]] = [[], []];
  for (const { id, operation, back } of done) {
    if (back === undefined) continue;
    if (now.get(id) === JSON.stringify(operation)) left.push({ id, operation: back, back: operation });
    else refused.push({ id, reason: now.has(id) ? 'somebody else has changed it meanwhile' : 'it no longer exists' });
  }
  update({ total: left.length, done: [], refused, left });
  await resume();
}

function update(change: Partial<BulkRun>): void {
  if (bulkRun.value !== undefined) bulkRun.value = { ...bulkRun.value, ...change };
}

/** Sends one list. Refused steps leave what is left, so that the others are sent again without them. */
async function sendNext(): Promise<Failure | undefined> {
  const now = bulkRun.value;
  if (now === undefined) return undefined;
  const steps = now.left.slice(0, api.value.limits.maxOperations);
  const answer = await sendOperations(steps.map(({ operation }) => operation));
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
function withStored({ resource, change }: BulkRun, step: Step, result: Json | undefined): Step {
  const [row] = result === undefined ? [] : parseRows(result).rows;
  const stored = row === undefined ? undefined : stepOf(resource, row, change).back;
  return { ...step, operation: stored ?? step.operation };
}

/** Shows what has become of the rows; those that are as before stay selected. */
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

/** The resources of a run as they are stored now; undefined: they could not be read, as the run says. */
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
