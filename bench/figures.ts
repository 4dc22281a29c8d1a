// Rounds to figures: the median of each side, and the ratio of every pair of rounds that ran one after the other.
import type { Round } from './measure.ts';
import type { Row } from './rows.ts';

/** One line of the table. */
export interface Figures {
  readonly name: string;
  readonly title: string;
  readonly against: Row['against'];
  readonly service: Round;
  readonly floor: Round;
  /** Requests per second of the service through those of the floor. */
  readonly ratio: { readonly median: number; readonly least: number; readonly most: number };
}

/** A round of the service and the one of the floor that followed. */
export interface Pair {
  readonly service: Round;
  readonly floor: Round;
}

/** @param pairs at least one */
export function figuresOf({ name, title, against }: Row, pairs: readonly Pair[]): Figures {
  const ratios = pairs.map(({ service, floor }) => service.requestsPerSecond / floor.requestsPerSecond);
  return {
    name,
    title,
    against,
    service: medians(pairs.map(({ service }) => service)),
    floor: medians(pairs.map(({ floor }) => floor)),
    ratio: { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) },
  };
}

function medians(rounds: readonly Round[]): Round {
  const databaseCpus = rounds.map(({ databaseCpu }) => databaseCpu).filter((cpu) => cpu !== undefined);
  return {
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    cpu: median(rounds.map(({ cpu }) => cpu)),
    databaseCpu: databaseCpus.length === 0 ? undefined : median(databaseCpus),
    megabytes: median(rounds.map(({ megabytes }) => megabytes)),
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
