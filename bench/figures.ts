// Rounds to figures: the median of each side, and the ratios of rounds that ran one after the other.
import { otherVersionOf, type OtherVersion } from './compare-versions.ts';
import type { Round } from './measure.ts';
import { median } from './median.ts';
import type { Row, Target } from './rows.ts';
import { serverCpu } from './server-cpu.ts';
import { summaryOf, type Summary } from './summary.ts';
import type { Turn } from './turn.ts';

/** One line of the table. */
export interface Figures {
  readonly name: string;
  readonly title: string;
  readonly service: Round;
  readonly floor: Round;
  /** CPU time of floor and database for a request through that of service and database. */
  readonly cpuRatio: Summary;
  /** Requests per second of the service through those of the floor. */
  readonly rateRatio: number;
  /** Median time of an answer to somebody who asks alone, in milliseconds; measured when there is a target for it. */
  readonly alone: number | undefined;
  /** Another version of the service, if one was measured too. */
  readonly other: OtherVersion | undefined;
  readonly target: Target | undefined;
  readonly missed: readonly string[];
}

/**
 * @param turns at least one
 * @param alone of the service
 */
export function figuresOf(row: Row, turns: readonly Turn[], alone: number | undefined): Figures {
  const { name, title, target } = row;
  const cpuRatio = summaryOf(turns.map(({ service, floor }) => serverCpu(floor) / serverCpu(service)));
  return {
    name,
    title,
    service: medians(turns.map(({ service }) => service)),
    floor: medians(turns.map(({ floor }) => floor)),
    cpuRatio,
    rateRatio: median(turns.map(({ service, floor }) => service.requestsPerSecond / floor.requestsPerSecond)),
    alone,
    other: otherVersionOf(turns),
    target,
    missed: target === undefined ? [] : missedBy(title, target, cpuRatio.median, alone),
  };
}

function missedBy(title: string, target: Target, cpuRatio: number, alone: number | undefined): readonly string[] {
  const missed = [];
  if (!(cpuRatio >= target.cpuRatio))
    missed.push(`${title}: CPU ratio ${cpuRatio.toFixed(2)}, target ${target.cpuRatio.toFixed(2)}`);
  if (target.millis !== undefined && !(alone !== undefined && alone < target.millis))
    missed.push(`${title}: ${alone?.toFixed(1) ?? '?'} ms, target ${target.millis} ms`);
  return missed;
}

function medians(rounds: readonly Round[]): Round {
  return {
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    cpu: median(rounds.map(({ cpu }) => cpu)),
    databaseCpu: median(rounds.map(({ databaseCpu }) => databaseCpu)),
    clientCpu: median(rounds.map(({ clientCpu }) => clientCpu)),
    clientBusy: median(rounds.map(({ clientBusy }) => clientBusy)),
    megabytes: median(rounds.map(({ megabytes }) => megabytes)),
  };
}
