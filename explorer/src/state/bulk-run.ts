// The bulk change that is running or whose report is shown.
import { effect, signal, untracked } from '@preact/signals';
import type { Resource } from '../model/api.ts';
import type { BulkChange, RefusedStep, Step } from '../model/bulk.ts';
import { readRun, writeRun } from '../model/kept-run.ts';
import { actor } from './access.ts';
import { api } from './api.ts';
import { undoStoredAs } from './credential.ts';
import type { Selected } from './selection.ts';
import { isDefinite } from './send-write.ts';
import type { Failure } from './send.ts';
import { keepInTab, recallInTab } from './storage.ts';

export interface BulkRun {
  readonly resource: Resource;
  readonly change: BulkChange;
  /** The selection at its start. */
  readonly selected: Selected;
  /** True for the run of an Undo. */
  readonly undoes: boolean;
  readonly total: number;
  readonly done: readonly Step[];
  readonly refused: readonly RefusedStep[];
  readonly left: readonly Step[];
  /** `reading`: finding the resources; `unread`: that failed; `held`: a failure must be resolved before it continues. */
  readonly state: 'reading' | 'unread' | 'running' | 'held' | 'ended';
  readonly failure: Failure | undefined;
  /** True if Undo survives a reload. */
  readonly isKept: boolean;
  /** The run to show again if this one is canceled. */
  readonly before: BulkRun | undefined;
}

export const freshRun = {
  selected: [],
  undoes: false,
  total: 0,
  done: [],
  refused: [],
  left: [],
  state: 'reading',
  failure: undefined,
  isKept: false,
  before: undefined,
} as const;

/** The last run, until it is closed. */
export const bulkRun = signal<BulkRun | undefined>(undefined);

export function update(change: Partial<BulkRun>): void {
  if (bulkRun.value !== undefined) bulkRun.value = { ...bulkRun.value, ...change };
}

export function isUnderWay(run: BulkRun | undefined): boolean {
  return run?.state === 'reading' || run?.state === 'running';
}

/** The steps that are done, plus those of a list whose response is pending or was lost. */
export function mayBeDone({ state, failure, done, left }: BulkRun): readonly Step[] {
  const isKnown = state === 'running' ? false : failure === undefined || isDefinite(failure);
  return isKnown ? done : [...done, ...left.slice(0, api.value.limits.maxOperations)];
}

export function canUndo(run: BulkRun | undefined): boolean {
  if (run === undefined || run.undoes || isUnderWay(run)) return false;
  return mayBeDone(run).some(({ back }) => back !== undefined);
}

/** Keeps the data for Undo in this tab. Returns false if there is no room. */
export function keepUndo(run: BulkRun | undefined): boolean {
  const kept = run === undefined || run.undoes ? undefined : { ...run, done: mayBeDone(run) };
  return keepInTab(undoStoredAs, kept === undefined ? undefined : writeRun(kept, actor.value?.subject));
}

/** Restores the run from before a reload, and keeps the current one for the next reload. */
export function followRuns(): void {
  let isRecalled = false;
  effect(() => {
    // The user is unknown until the service has described itself.
    if (isRecalled || api.value.resources.length === 0) return;
    isRecalled = true;
    untracked(recallRun);
  });
  addEventListener('beforeunload', (event) => {
    const run = bulkRun.value;
    if (run?.state === 'running' || (canUndo(run) && run?.isKept === false)) event.preventDefault();
  });
  addEventListener('pagehide', () => {
    const run = bulkRun.value;
    if (run?.state === 'running' && !run.undoes) keepUndo(run);
  });
}

function recallRun(): void {
  const kept = readRun(api.value, actor.value?.subject, recallInTab(undoStoredAs) ?? '');
  if (kept === undefined) keepUndo(undefined);
  else bulkRun.value = { ...freshRun, ...kept, state: 'ended', isKept: true };
}
