// Changes many resources by lists of operations, one list after the other. What the service refuses is left out, and the rest is sent again.
import { signal } from '@preact/signals';
import type { Resource } from '../model/api.ts';
import {
  canBeUndone,
  countOf,
  nextPath,
  refusedIn,
  stepOf,
  type BulkChange,
  type Refused,
  type Step,
} from '../model/bulk.ts';
import { parseRows } from '../model/documents.ts';
import type { Json } from '../model/json.ts';
import { consequencesOfMany } from '../model/removal.ts';
import { wholeFilter } from '../model/requests.ts';
import { api } from './api.ts';
import { ask } from './dialog.ts';
import { discard } from './drafts.ts';
import { showChange } from './loaded.ts';
import { goNow, question } from './question.ts';
import { select, selection } from './selection.ts';
import { sendOperations } from './send-write.ts';
import { get, type Failure } from './send.ts';
import { inTurn } from './turn.ts';

export interface Run {
  readonly resource: Resource;
  readonly change: BulkChange;
  /** Whether it takes the change back. */
  readonly undoes: boolean;
  readonly total: number;
  readonly done: readonly Step[];
  readonly refused: readonly Refused[];
  readonly left: readonly Step[];
  /** `held`: what went wrong has to be seen to first; `reading`: which resources they are. */
  readonly state: 'reading' | 'running' | 'held' | 'ended';
  readonly failure: Failure | undefined;
}

/** The last one, until it is closed. */
export const run = signal<Run | undefined>(undefined);

const mostIds = 200;
const mostRows = 1000;
let stopped = false;

/** Reads which resources are selected, asks, and changes them. */
export async function changeSelected(resource: Resource, change: BulkChange): Promise<void> {
  stopped = false;
  run.value = { ...empty, resource, change, undoes: false };
  const found = await readSelected(resource, change);
  if (found.kind !== 'steps') {
    update({ state: 'held', failure: found });
    return;
  }
  const { steps } = found;
  if (isStopped() || steps.length === 0 || !(await agreed(resource, change, steps.length))) {
    run.value = undefined;
    return;
  }
  update({ total: steps.length, left: steps });
  await resume();
}

const empty = { total: 0, done: [], refused: [], left: [], state: 'reading', failure: undefined } as const;

export function stop(): void {
  stopped = true;
}

function isStopped(): boolean {
  return stopped;
}

export function closeRun(): void {
  run.value = undefined;
}

/** Goes on after what held it up. */
export function goOn(): Promise<void> {
  const now = run.value;
  if (now === undefined) return Promise.resolve();
  return now.left.length === 0 ? changeSelected(now.resource, now.change) : resume();
}

async function resume(): Promise<void> {
  stopped = false;
  update({ state: 'running', failure: undefined });
  while (!isStopped() && (run.value?.left.length ?? 0) > 0) {
    const failure = await inTurn(sendNext);
    if (failure !== undefined) {
      update({ state: 'held', failure });
      return;
    }
  }
  end();
}

/** Gives each resource back what it had. */
export async function undo(): Promise<void> {
  const before = run.value;
  if (before === undefined) return;
  const left = before.done.flatMap(({ id, operation, back }) => {
    return back === undefined ? [] : [{ id, operation: back, back: operation }];
  });
  run.value = { ...before, ...empty, undoes: true, total: left.length, left };
  await resume();
}

function update(change: Partial<Run>): void {
  if (run.value !== undefined) run.value = { ...run.value, ...change };
}

/** Sends one list, and once more without what was refused. */
async function sendNext(): Promise<Failure | undefined> {
  const now = run.value;
  if (now === undefined) return undefined;
  const steps = now.left.slice(0, api.value.limits.maxOperations);
  const answer = await sendOperations(steps.map(({ operation }) => operation));
  if (answer.kind === 'done') {
    update({ done: [...now.done, ...steps], left: now.left.slice(steps.length) });
    return undefined;
  }
  const refused = answer.kind === 'refused' && answer.isFinal ? refusedIn(answer.errors) : undefined;
  if (answer.kind === 'overtaken' || refused === undefined) return answer.kind === 'overtaken' ? undefined : answer;
  update({
    refused: [...now.refused, ...steps.flatMap(({ id }, place) => reasonOf(id, refused.get(place)))],
    left: now.left.filter((_, place) => !refused.has(place)),
  });
  return undefined;
}

function reasonOf(id: string, reason: string | undefined): readonly Refused[] {
  return reason === undefined ? [] : [{ id, reason }];
}

/** Shows what has become of the rows; those that are as before stay selected. */
function end(): void {
  const now = run.value;
  if (now === undefined) return;
  update({ state: 'ended' });
  const removes = now.change.kind === 'remove';
  if (removes) for (const { id } of now.done) discard({ type: now.resource.type, id });
  const { open } = question.value;
  const gone = removes && open?.type === now.resource.type && now.done.some(({ id }) => id === open.id);
  if (!now.undoes && question.value.type === now.resource.type)
    select(new Set([...now.refused, ...now.left].map(({ id }) => id)));
  showChange(() => {
    if (gone) goNow({ open: undefined });
  });
}

type Found = { readonly kind: 'steps'; readonly steps: readonly Step[] } | Failure;

/** The selected resources as they are stored now. */
async function readSelected(resource: Resource, change: BulkChange): Promise<Found> {
  const steps: Step[] = [];
  for (const filter of filtersOf(resource)) {
    const size = Math.min(mostRows, api.value.limits.maxPageSize ?? mostRows);
    let after: string | undefined;
    do {
      const answer = await get(nextPath(resource, filter, change, after, size), { quiet: true });
      if (answer.kind !== 'done') return answer.kind === 'overtaken' ? { kind: 'unreachable' } : answer;
      const { rows } = parseRows(answer.document);
      steps.push(...rows.map((row) => stepOf(resource, row, change)));
      after = rows.length < size ? undefined : rows.at(-1)?.id;
      update({ total: steps.length });
    } while (after !== undefined && !isStopped());
  }
  return { kind: 'steps', steps };
}

function filtersOf(resource: Resource): readonly (readonly Json[])[] {
  const { ids, all } = selection.value;
  if (all) return [wholeFilter(resource, question.value)];
  const left = [...ids];
  const most = Math.min(mostIds, api.value.limits.maxListValues);
  return Array.from({ length: Math.ceil(left.length / most) }, (_, part) => [
    { name: 'id', op: 'in_', val: left.slice(part * most, (part + 1) * most) },
  ]);
}

function agreed(resource: Resource, change: BulkChange, count: number): Promise<boolean> {
  const what = countOf(resource, count);
  const how = canBeUndone(change) ? 'You can take it back afterwards.' : 'This cannot be undone.';
  switch (change.kind) {
    case 'remove':
      return ask({
        title: `Delete ${what}?`,
        text: [...consequencesOfMany(api.value, resource), how].join(' '),
        yes: `Delete ${what}`,
        no: 'Cancel',
      });
    case 'set':
    case 'link': {
      const [name, value] =
        change.kind === 'set'
          ? [change.attribute.name, change.value === null ? 'unset' : String(change.value)]
          : [change.relationship.name, change.to?.label ?? 'none'];
      return ask({
        title: `Change ${what}?`,
        text: `${name} becomes: ${value}. ${how}`,
        yes: `Change ${what}`,
        no: 'Cancel',
      });
    }
  }
}
