// What a rate of requests takes, computed from CPU per request. It assumes that this stays the same however many processes and servers there
// are; where that cannot be, the plan says what gives way first.
import type { Sample } from './sample.ts';

/** Put in your own. */
export interface Assumptions {
  /** How busy cores, connections and networks may be, from 0 to 1: the rest is for peaks, and for what has failed. */
  readonly use: number;
  /** Of a replica, and the most that the primary needs before reads move to replicas. */
  readonly cores: number;
  /** Of the largest server that one can get for the primary. */
  readonly mostCores: number;
  readonly poolSize: number;
  /** `max_connections` of a server. */
  readonly connections: number;
  readonly gigabits: number;
  /** Writes among all requests. */
  readonly writes: number;
}

export interface Plan {
  readonly requestsPerSecond: number;
  readonly processes: number;
  /** Infinity: the log and the polls alone are more than a replica can do. */
  readonly replicas: number;
  /** Busy cores, not yet divided by `use`. */
  readonly primary: number;
  readonly replica: number;
  /** Share of the one core that replays the log. */
  readonly replay: number;
  /** To each server. */
  readonly connections: number;
  /** What each limit is used to: 1 is full. The fullest first. */
  readonly limits: readonly Limit[];
}

export interface Limit {
  readonly name: string;
  readonly used: number;
}

/** What was measured without replicas, and with two. */
export interface Measured {
  readonly alone: Sample;
  readonly replicated: Sample;
}

/** Measurements were made with as many. */
const MEASURED_REPLICAS = 2;
/** Each process asks as often while nothing is written. */
const IDLE_POLLS_PER_SECOND = 10;
/** One may fail. */
const FEWEST_REPLICAS = 2;

export function planFor(requestsPerSecond: number, measured: Measured, assumed: Assumptions): Plan {
  const needsReplicas = busy(requestsPerSecond, measured.alone.primary) > assumed.use * assumed.cores;
  const sample = needsReplicas ? measured.replicated : measured.alone;
  const replicas = needsReplicas ? replicasFor(requestsPerSecond, sample, assumed) : 0;
  const processes = Math.ceil(busy(requestsPerSecond, sample.service) / assumed.use);
  const more = Math.max(0, replicas - MEASURED_REPLICAS);
  const used = {
    processes,
    replicas,
    primary: busy(requestsPerSecond, sample.primary + more * assumed.writes * sample.send),
    replica: replicas === 0 ? 0 : busy(requestsPerSecond, replicaMillis(replicas, sample, assumed)),
    replay: busy(requestsPerSecond, assumed.writes * sample.replay),
    connections: processes * assumed.poolSize,
  };
  return { requestsPerSecond, ...used, limits: limitsOf({ requestsPerSecond, ...used }, sample, assumed) };
}

/** CPU of a replica for each request to the service, by what it is for. */
export function partsOf(
  { replica, replay, polls, idleReplica }: Sample,
  { writes }: Pick<Assumptions, 'writes'>,
): { readonly reads: number; readonly polls: number; readonly replay: number } {
  const parts = { polls: (polls * idleReplica) / IDLE_POLLS_PER_SECOND, replay: writes * replay };
  return { ...parts, reads: MEASURED_REPLICAS * Math.max(0, replica - parts.polls - parts.replay) };
}

/** Reads are divided among the replicas; each replays the whole log and is polled by all processes. */
function replicaMillis(replicas: number, sample: Sample, assumed: Assumptions): number {
  const { reads, polls, replay } = partsOf(sample, assumed);
  return reads / replicas + polls + replay;
}

function replicasFor(requestsPerSecond: number, sample: Sample, assumed: Assumptions): number {
  const { reads, polls, replay } = partsOf(sample, assumed);
  const left = assumed.use * assumed.cores - busy(requestsPerSecond, polls + replay);
  return left <= 0 ? Infinity : Math.max(FEWEST_REPLICAS, Math.ceil(busy(requestsPerSecond, reads) / left));
}

/** Cores that are busy all the time. */
function busy(requestsPerSecond: number, millis: number): number {
  return (requestsPerSecond * millis) / 1000;
}

function limitsOf(plan: Omit<Plan, 'limits'>, sample: Sample, assumed: Assumptions): readonly Limit[] {
  const bits = (bytes: number): number => (8 * plan.requestsPerSecond * bytes) / 1e9;
  const { replicas } = plan;
  const limits: readonly Limit[] = [
    { name: 'connections of a server', used: plan.connections / (assumed.use * assumed.connections) },
    { name: 'CPU of the primary', used: plan.primary / (assumed.use * assumed.mostCores) },
    { name: 'replay', used: replicas === 0 ? 0 : plan.replay / assumed.use },
    {
      name: 'log to replicas',
      used: bits(assumed.writes * sample.walBytes * replicas) / (assumed.use * assumed.gigabits),
    },
    { name: 'answers through one balancer', used: bits(sample.answerBytes) / (assumed.use * assumed.gigabits) },
  ];
  return limits.toSorted((one, other) => other.used - one.used);
}
