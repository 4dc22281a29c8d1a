// The resources for a rate of requests, computed from CPU per request. It assumes that this stays the same however many processes and servers there
// are; where that cannot be, the plan names the limit that is reached first.
import { IDLE_POLLS_PER_SECOND, type Sample } from './sample.ts';

/** Put in your own. */
export interface Assumptions {
  /** The highest use of cores, connections and networks, from 0 to 1. The rest is for peaks and for failures. */
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
  /** With which replicas were measured. */
  readonly measuredProcesses: number;
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
  /** The use of each limit, 1 being full. The fullest comes first. */
  readonly limits: readonly Limit[];
}

export interface Limit {
  readonly name: string;
  readonly used: number;
}

/** Measurements without replicas, and with two. */
export interface Measured {
  readonly alone: Sample;
  readonly replicated: Sample;
}

/** Measurements were made with as many. */
const MEASURED_REPLICAS = 2;
/** One may fail. */
const FEWEST_REPLICAS = 2;

export function planFor(requestsPerSecond: number, measured: Measured, assumed: Assumptions): Plan {
  const needsReplicas = busy(requestsPerSecond, measured.alone.primary) > assumed.use * assumed.cores;
  const sample = needsReplicas ? measured.replicated : measured.alone;
  const processes = Math.ceil(busy(requestsPerSecond, sample.service) / assumed.use);
  const parts = replicaParts({ requestsPerSecond, processes }, sample, assumed);
  const replicas = needsReplicas ? replicasFor(parts, assumed) : 0;
  const more = Math.max(0, replicas - MEASURED_REPLICAS);
  const used = {
    processes,
    replicas,
    primary: busy(requestsPerSecond, sample.primary + more * assumed.writes * sample.send),
    replica: replicas === 0 ? 0 : parts.reads / replicas + parts.polls + parts.replay,
    replay: replicas === 0 ? 0 : parts.replay,
    connections: processes * assumed.poolSize,
  };
  return { requestsPerSecond, ...used, limits: limitsOf({ requestsPerSecond, ...used }, sample, assumed) };
}

/** Busy cores of replicas, by what they do. */
export interface ReplicaParts {
  /** Of all replicas together. */
  readonly reads: number;
  /** Of each: all processes ask it where it is. */
  readonly polls: number;
  /** Of each: it replays the whole log. */
  readonly replay: number;
}

/** CPU of each replica for a request to the service, in milliseconds, by what it is for. */
export function partsOf(sample: Sample, workers: number, writes: number): ReplicaParts {
  const perPoll = sample.idleReplica / IDLE_POLLS_PER_SECOND;
  const standing = (workers * sample.idleReplica) / sample.requestsPerSecond;
  const parts = { polls: sample.polls * perPoll, replay: writes * sample.replay };
  return { ...parts, reads: Math.max(0, sample.replica - standing - parts.polls - parts.replay) };
}

function replicaParts(
  { requestsPerSecond, processes }: Pick<Plan, 'requestsPerSecond' | 'processes'>,
  sample: Sample,
  { measuredProcesses, writes }: Assumptions,
): ReplicaParts {
  const { reads, polls, replay } = partsOf(sample, measuredProcesses, writes);
  return {
    reads: MEASURED_REPLICAS * busy(requestsPerSecond, reads),
    polls: busy(requestsPerSecond, polls) + busy(processes, sample.idleReplica),
    replay: busy(requestsPerSecond, replay),
  };
}

function replicasFor({ reads, polls, replay }: ReplicaParts, { use, cores }: Assumptions): number {
  const left = use * cores - polls - replay;
  return left <= 0 ? Infinity : Math.max(FEWEST_REPLICAS, Math.ceil(reads / left));
}

/** Cores that are busy all the time. */
function busy(perSecond: number, millis: number): number {
  return (perSecond * millis) / 1000;
}

function limitsOf(plan: Omit<Plan, 'limits'>, sample: Sample, assumed: Assumptions): readonly Limit[] {
  const bits = (bytes: number): number => (8 * plan.requestsPerSecond * bytes) / 1e9;
  const { replicas } = plan;
  const limits: readonly Limit[] = [
    { name: 'connections of a server', used: plan.connections / (assumed.use * assumed.connections) },
    { name: 'CPU of the primary', used: plan.primary / (assumed.use * assumed.mostCores) },
    { name: 'replay', used: plan.replay / assumed.use },
    {
      name: 'log to replicas',
      used: bits(assumed.writes * sample.walBytes * replicas) / (assumed.use * assumed.gigabits),
    },
    { name: 'answers through one balancer', used: bits(sample.answerBytes) / (assumed.use * assumed.gigabits) },
  ];
  return limits.toSorted((one, other) => other.used - one.used);
}
