import cluster from 'node:cluster';
import type { Readiness } from '#adapters/admin/admin-server';
import type { MetricsJson } from '#adapters/admin/metrics-of-processes';
import type { LogPosition } from '#application/model/log-position';
import { channelTo, type SupervisorFunctions } from './worker-channel.ts';

/** A process that serves. */
export interface StartedWorker {
  readonly pid: number;
  /** Where it listens. */
  readonly url: string;
  readonly ended: Promise<WorkerExit>;
  /** Its metrics; the last known ones if it does not answer. */
  metrics(): Promise<MetricsJson>;
  /** Undefined if it does not answer. */
  readiness(): Promise<Readiness | undefined>;
  /** Asks it to stop gracefully. */
  stop(): void;
  kill(): void;
}

/** How a process ended: with an exit code, or by a signal. */
export interface WorkerExit {
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

/** A worker ended before it listened. */
export class WorkerEndedError extends Error {
  /** Whether a signal ended it, even if it exited with code 0 then. A failed start has another code and a message. */
  readonly wasKilled: boolean;

  constructor({ code, signal }: WorkerExit) {
    super(`a worker ended (${signal ?? code}) before it listened`);
    this.name = 'WorkerEndedError';
    this.wasKilled = code === undefined || code === 0;
  }
}

/**
 * Starts a worker; resolves once it listens.
 * @param aborted stops it before that
 * @throws WorkerEndedError if it ends before
 */
export type StartWorker = (aborted: AbortSignal) => Promise<StartedWorker>;

/** Lets the workers of a supervisor know of each other's writes. */
export interface Sharing extends Pick<SupervisorFunctions, 'newest'> {
  /** Adds a worker, which may not listen yet. */
  join(raise: (position: LogPosition) => Promise<unknown>): {
    wrote(position: LogPosition): Promise<void>;
    leave(): void;
  };
}

/** What a supervisor has for its workers. */
export interface Shared extends Pick<SupervisorFunctions, 'access'> {
  readonly writes: Sharing;
}

/** Forks this program as a worker. */
export async function forkWorker(
  aborted: AbortSignal,
  { writes, access }: Shared,
  onFailure: (error: unknown) => void,
): Promise<StartedWorker> {
  const worker = cluster.fork();
  const abort = (): void => void worker.process.kill('SIGTERM');
  aborted.addEventListener('abort', abort);
  let last: MetricsJson = [];
  const { promise: url, resolve: listening } = Promise.withResolvers<string>();
  const { promise: ended, resolve: end } = Promise.withResolvers<WorkerExit>();
  const member = writes.join((position) => channel.raise(position));
  const answers: SupervisorFunctions = {
    listening,
    metrics: (metrics) => {
      last = metrics;
    },
    wrote: (position) => member.wrote(position),
    access,
    newest: () => writes.newest(),
  };
  const channel = channelTo(worker, answers, onFailure);
  worker.once('exit', (code: number | null, signal: string | null) => {
    member.leave();
    end({ code: code ?? undefined, signal: signal ?? undefined });
  });
  const first = await Promise.race([url, ended]);
  aborted.removeEventListener('abort', abort);
  if (typeof first !== 'string') throw new WorkerEndedError(first);
  return {
    pid: worker.process.pid ?? 0,
    url: first,
    ended,
    metrics: async () => {
      last = await channel.metrics().catch(() => last);
      return last;
    },
    readiness: () => channel.readiness().catch(() => undefined),
    stop: () => void channel.stop().catch(() => undefined),
    kill: () => {
      worker.process.kill('SIGKILL');
    },
  };
}
