// Rounds to figures: the median of each side, and the ratio of every pair of rounds that ran one after the other.
import type { Round } from './measure.ts';
import { median } from './median.ts';
import type { Row, Target } from './rows.ts';

/** One line of the table. */
export interface Figures {
  readonly name: string;
  readonly title: string;
  readonly against: Row['against'];
  readonly service: Round;
  readonly floor: Round;
  /** Requests per second of the service through those of the floor. */
  readonly ratio: { readonly median: number; readonly least: number; readonly most: number };
  /** CPU time of floor and database for a request through that of service and database. */
  readonly cpuRatio: number;
  /** Median time of an answer to somebody who asks alone, in milliseconds; measured when there is a target for it. */
  readonly alone: number | undefined;
  readonly target: Target;
  readonly missed: readonly string[];
}

/** A round of the service and the one of the floor that followed. */
export interface Pair {
  readonly service: Round;
  readonly floor: Round;
}

/**
 * @param pairs at least one
 * @param alone of the service
 */
export function figuresOf(row: Row, pairs: readonly Pair[], alone: number | undefined): Figures {
  const { name, title, against, target } = row;
  const ratios = pairs.map(({ service, floor }) => service.requestsPerSecond / floor.requestsPerSecond);
  const ratio = { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
  return {
    name,
    title,
    against,
    service: medians(pairs.map(({ service }) => service)),
    floor: medians(pairs.map(({ floor }) => floor)),
    ratio,
    cpuRatio: median(pairs.map(({ service, floor }) => serverCpu(floor) / serverCpu(service))),
    alone,
    target,
    missed: missedBy(title, target, ratio.median, alone),
  };
}

function serverCpu({ cpu, databaseCpu = 0 }: Round): number {
  return cpu + databaseCpu;
}

function missedBy(title: string, target: Target, ratio: number, alone: number | undefined): readonly string[] {
  const missed = [];
  if (!(ratio >= target.ratio)) missed.push(`${title}: ratio ${ratio.toFixed(2)}, target ${target.ratio.toFixed(2)}`);
  if (target.millis !== undefined && !(alone !== undefined && alone < target.millis))
    missed.push(`${title}: ${alone?.toFixed(1) ?? '?'} ms, target ${target.millis} ms`);
  return missed;
}

function medians(rounds: readonly Round[]): Round {
  const databaseCpus = rounds.map(({ databaseCpu }) => databaseCpu).filter((cpu) => cpu !== undefined);
  return {
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    cpu: median(rounds.map(({ cpu }) => cpu)),
    databaseCpu: databaseCpus.length === 0 ? undefined : median(databaseCpus),
    clientCpu: median(rounds.map(({ clientCpu }) => clientCpu)),
    clientBusy: median(rounds.map(({ clientBusy }) => clientBusy)),
    megabytes: median(rounds.map(({ megabytes }) => megabytes)),
  };
}
