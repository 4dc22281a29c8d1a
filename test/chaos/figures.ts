// The counters and violations of a run.
import type { Outcome } from './attempt.ts';
import { Violation } from './violation.ts';

/** The categories of outcomes, with their titles in the report. */
export const OUTCOMES = {
  acknowledged: 'acknowledged',
  refused: 'refused (4xx)',
  unavailable: 'unavailable (503, 504)',
  outcomeUnknown: 'commit-outcome-unknown',
  connectionLost: 'connection lost',
  undelivered: 'not delivered',
} as const;

export const OUTCOME_KINDS = Object.keys(OUTCOMES) as readonly (keyof typeof OUTCOMES)[];

/** The outcomes of a request with an Idempotency-Key. */
export const KEYED = {
  sent: 'sent, repetitions included',
  unknown: 'outcome unknown',
  inUse: 'key in use (409)',
  replayed: 'answered from the store',
  settled: 'settled after the run',
} as const;

/** The outcomes of an increment with If-Match. */
export const INCREMENTS = { done: 'done', tooLate: 'too late (412)' } as const;

/** The events that readers of the feed of changes met. */
export const FEED = {
  pages: 'pages',
  streams: 'streams, resumed ones included',
  ended: '… ended by the service',
  cut: '… cut off by a kill',
  told: 'changes told, to all readers',
  again: 'changes told again on request',
  lostPositions: 'positions lost (410)',
  lost: 'changes told that were lost',
  kept: 'changes at the end',
  acknowledged: 'traces of acknowledged writes',
  inDoubt: 'of writes in doubt',
  inDoubtTold: '… of which told',
} as const;

type Counters = Record<keyof typeof OUTCOMES, number>;

export class Figures {
  readonly writes = noOutcomes();
  readonly reads = noOutcomes();
  /** By target: a service, or the database and what was killed of it. */
  readonly kills = new Map<string, number>();
  readonly restarts = new Map<string, number>();
  /** Milliseconds from a database restart to the first success of a service that kept running. */
  readonly afterDatabase: number[] = [];
  /** Milliseconds from a service restart to its first success, with the database running. */
  readonly afterService: number[] = [];
  /** Times by one of `KEYED`. */
  readonly keyed = new Map<string, number>();
  /** Times by one of `INCREMENTS`. */
  readonly increments = new Map<string, number>();
  /** Times by one of `FEED`. */
  readonly feed = new Map<string, number>();
  /** Milliseconds from the acknowledgement of a write to its frame in a stream, with everything up. */
  readonly delays: number[] = [];
  /** Rolling restarts, and outcomes of requests meanwhile. */
  readonly rolls = new Map<string, number>();
  /** Tokens of creations whose outcome is unknown. */
  readonly creationsInDoubt: string[] = [];
  readonly violations: string[] = [];

  count(access: 'read' | 'write', outcome: Outcome): void {
    this[`${access}s`][kindOf(outcome)] += 1;
  }

  addViolation(where: string, error: unknown): void {
    this.violations.push(`${where}: ${describe(error)}`);
  }
}

function noOutcomes(): Counters {
  return { acknowledged: 0, refused: 0, unavailable: 0, outcomeUnknown: 0, connectionLost: 0, undelivered: 0 };
}

function kindOf(outcome: Outcome): keyof Counters {
  switch (outcome.kind) {
    case 'refused':
      return outcome.status >= 500 ? 'unavailable' : 'refused';
    case 'unknown':
      return outcome.answered ? 'outcomeUnknown' : 'connectionLost';
    case 'acknowledged':
    case 'undelivered':
      return outcome.kind;
  }
}

export function count(counters: Map<string, number>, name: string, times = 1): void {
  counters.set(name, (counters.get(name) ?? 0) + times);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error instanceof Violation ? error.message : `${error.name}: ${error.message}`;
  return error.cause === undefined ? text : `${text}: ${describe(error.cause)}`;
}
