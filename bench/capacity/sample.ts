import { median } from '../median.ts';

/** The numbers of processes that serve and of replicas that they read from. */
export interface Constellation {
  readonly workers: number;
  readonly replicas: number;
}

/** How often each process polls each server while there are no requests. */
export const IDLE_POLLS_PER_SECOND = 10;

/** Measurements of a constellation in one round, or the medians of all rounds. CPU is user and system time in milliseconds. */
export interface Sample {
  /** The rate achieved, which may be less than the rate sent. */
  readonly requestsPerSecond: number;
  /** Of all processes, the supervisor included, per request. */
  readonly service: number;
  /** Of the primary, per request. */
  readonly primary: number;
  /** Of each replica, per request to the service, wherever that was answered; 0 without replicas. */
  readonly replica: number;
  /** Of the process that replays the log, on each replica, per write. */
  readonly replay: number;
  /** Of the primary for sending the log to one replica, per write. */
  readonly send: number;
  /** The share of all reads that replicas answered, from 0 to 1. */
  readonly replicaReads: number;
  /** Polls of each replica's position by all processes, per request to the service. Those of an idle process are not counted. */
  readonly polls: number;
  /**
   * The cost of a second without requests, per process of the service: its own, the primary's and each replica's. On the servers, only
   * the processes that serve connections count, because checkpoints and vacuum continue for a while after a load.
   */
  readonly idleService: number;
  readonly idlePrimary: number;
  readonly idleReplica: number;
  /** Of the log, per write, in bytes: its records, and the pages that are changed for the first time after a checkpoint. */
  readonly walBytes: number;
  readonly fullPageBytes: number;
  /** Of the body of an answer. */
  readonly answerBytes: number;
  /** Resident memory of a process that serves, and of the supervisor (0 without one), in megabytes. */
  readonly megabytes: number;
  readonly supervisorMegabytes: number;
  /** Connections to the primary and to each replica, of all processes, at the end. */
  readonly primaryConnections: number;
  readonly replicaConnections: number;
}

/** Field by field; NaN when there are none. */
export function mediansOf(samples: readonly Sample[]): Sample {
  const of = (field: keyof Sample): number => median(samples.map((sample) => sample[field]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    service: of('service'),
    primary: of('primary'),
    replica: of('replica'),
    replay: of('replay'),
    send: of('send'),
    replicaReads: of('replicaReads'),
    polls: of('polls'),
    idleService: of('idleService'),
    idlePrimary: of('idlePrimary'),
    idleReplica: of('idleReplica'),
    walBytes: of('walBytes'),
    fullPageBytes: of('fullPageBytes'),
    answerBytes: of('answerBytes'),
    megabytes: of('megabytes'),
    supervisorMegabytes: of('supervisorMegabytes'),
    primaryConnections: of('primaryConnections'),
    replicaConnections: of('replicaConnections'),
  };
}
