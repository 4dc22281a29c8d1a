// What a run counts and finds.
import type { Outcome } from './attempt.ts';
import { Violation } from './violation.ts';

/** What outcomes are counted as. */
export const OUTCOMES = {
  acknowledged: 'acknowledged',
  refused: 'refused (4xx)',
  unavailable: 'unavailable (503, 504)',
  outcomeUnknown: 'commit-outcome-unknown',
  connectionLost: 'connection lost',
  undelivered: 'not delivered',
} as const;

type Counters = Record<keyof typeof OUTCOMES, number>;

export class Figures {
  readonly writes = noOutcomes();
  readonly reads = noOutcomes();
  /** Kills by what was killed. */
  readonly kills = new Map<string, number>();
  readonly restarts = new Map<string, number>();
  /** From the return of the database to the first good answer of a service that ran all the time, in milliseconds. */
  readonly afterDatabase: number[] = [];
  /** From the start of a service to its first good answer with the database running, in milliseconds. */
  readonly afterService: number[] = [];
  /** Tokens of creations without an outcome. */
  readonly lostCreations: string[] = [];
  readonly violations: string[] = [];

  count(access: 'read' | 'write', outcome: Outcome): void {
    this[`${access}s`][kindOf(outcome)] += 1;
  }

  violated(where: string, error: unknown): void {
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

export function count(counters: Map<string, number>, name: string): void {
  counters.set(name, (counters.get(name) ?? 0) + 1);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error instanceof Violation ? error.message : `${error.name}: ${error.message}`;
  return error.cause === undefined ? text : `${text}: ${describe(error.cause)}`;
}
