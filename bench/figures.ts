// The median of each side, and the ratios of rounds that ran one after the other.
import { otherVersionOf, type OtherVersion } from './compare-versions.ts';
import type { Round } from './measure.ts';
import { median } from './median.ts';
import type { Row, Target } from './rows.ts';
import { serverCpu } from './server-cpu.ts';
import { summaryOf, type Summary } from './summary.ts';
import type { Turn } from './turn.ts';

/** A line of the table. */
export interface Figures {
  readonly name: string;
  readonly title: string;
  readonly service: Round;
  readonly floor: Round;
  /** CPU time per request of the floor divided by that of the service, both with the database. */
  readonly cpuRatio: Summary;
  /** Requests per second of the service divided by those of the floor. */
  readonly rateRatio: number;
  /** Median latency for a single client, in milliseconds; measured only if it has a target. */
  readonly singleClientP50: number | undefined;
  /** Another version of the service, if one was measured. */
  readonly other: OtherVersion | undefined;
  readonly target: Target | undefined;
  readonly missed: readonly string[];
}

/** @param turns at least one */
export function figuresOf(row: Row, turns: readonly Turn[], singleClientP50: number | undefined): Figures {
  const { name, title, target } = row;
  const cpuRatio = summaryOf(turns.map(({ service, floor }) => serverCpu(floor) / serverCpu(service)));
  return {
    name,
    title,
    service: medians(turns.map(({ service }) => service)),
    floor: medians(turns.map(({ floor }) => floor)),
    cpuRatio,
    rateRatio: median(turns.map(({ service, floor }) => service.requestsPerSecond / floor.requestsPerSecond)),
    singleClientP50,
    other: otherVersionOf(turns),
    target,
    missed: target === undefined ? [] : missedBy(title, target, cpuRatio.median, singleClientP50),
  };
}

function missedBy(
  title: string,
  { cpuRatio: minRatio, millis }: Target,
  cpuRatio: number,
  p50: number | undefined,
): readonly string[] {
  const missed = [];
  // Negated, so that NaN misses the target.
  if (!(cpuRatio >= minRatio)) missed.push(`${title}: CPU ratio ${cpuRatio.toFixed(2)}, target ${minRatio.toFixed(2)}`);
  if (millis !== undefined && !(p50 !== undefined && p50 < millis))
    missed.push(`${title}: ${p50?.toFixed(1) ?? '?'} ms, target ${millis} ms`);
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
