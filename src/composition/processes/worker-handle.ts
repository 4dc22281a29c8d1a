import cluster from 'node:cluster';
import type { Readiness } from '#adapters/admin/admin-server';
import type { MetricsJson } from '#adapters/admin/metrics-of-processes';
import type { LogPosition } from '#application/model/log-position';
import type { FileTexts } from '../config/config.ts';
import { channelTo, type SupervisorFunctions } from './worker-channel.ts';

/** A process that serves. */
export interface StartedWorker {
  readonly pid: number;
  /** The URL that it listens on. */
  readonly url: string;
  /** The files that it uses until it ends. */
  readonly files: FileTexts;
  readonly ended: Promise<WorkerExit>;
  /** Its metrics; the last known ones if it does not respond. */
  metrics(): Promise<MetricsJson>;
  /** Undefined if it does not respond. */
  readiness(): Promise<Readiness | undefined>;
  /** Asks it to stop gracefully. */
  stop(): void;
  kill(): void;
}

/** The end of a process: with an exit code, or by a signal. */
export interface WorkerExit {
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

/** A worker ended before it listened. */
export class WorkerEndedError extends Error {
  /** True if a signal ended it, even if it then exited with code 0. A failed start has another code and a reason. */
  readonly wasKilled: boolean;

  constructor({ code, signal }: WorkerExit, reason = `a worker ended (${signal ?? code}) before it listened`) {
    super(reason);
    this.name = 'WorkerEndedError';
    this.wasKilled = code === undefined || code === 0;
  }
}

/**
 * Starts a worker; resolves once it listens.
 * @param files the files to use; undefined: it reads them
 * @param aborted stops it before that
 * @throws WorkerEndedError if it ends before
 */
export type StartWorker = (files: FileTexts | undefined, aborted: AbortSignal) => Promise<StartedWorker>;

/** Tells the workers of a supervisor about each other's writes. */
export interface Sharing extends Pick<SupervisorFunctions, 'newest'> {
  /** Adds a worker, which may not listen yet. */
  join(raise: (position: LogPosition) => Promise<unknown>): {
    wrote(position: LogPosition): Promise<void>;
    leave(): void;
  };
}

/** The state that the workers of a supervisor share. */
export interface Shared {
  readonly writes: Sharing;
  /** The text of the last good API keys; undefined if none were read. */
  lastGoodKeys: string | undefined;
  /** True once all initial workers listen. */
  hasStarted: boolean;
}

/** Forks this program as a worker. */
export async function forkWorker(
  files: FileTexts | undefined,
  aborted: AbortSignal,
  shared: Shared,
  onFailure: (error: unknown) => void,
): Promise<StartedWorker> {
  const worker = cluster.fork();
  const abort = (): void => void worker.process.kill('SIGTERM');
  aborted.addEventListener('abort', abort);
  let last: MetricsJson = [];
  let reason: string | undefined;
  const { promise: listening, resolve: listens } = Promise.withResolvers<Pick<StartedWorker, 'url' | 'files'>>();
  const { promise: ended, resolve: end } = Promise.withResolvers<WorkerExit>();
  const member = shared.writes.join((position) => channel.raise(position));
  const answers: SupervisorFunctions = {
    held: () => ({ files, keys: shared.lastGoodKeys, joins: shared.hasStarted }),
    listening: (url, served) => listens({ url, files: served }),
    failed: (why) => {
      reason = why;
    },
    keysRead: (text) => {
      shared.lastGoodKeys = text;
    },
    metrics: (metrics) => {
      last = metrics;
    },
    wrote: (position) => member.wrote(position),
    newest: () => shared.writes.newest(),
  };
  const channel = channelTo(worker, answers, onFailure);
  worker.once('exit', (code: number | null, signal: string | null) => {
    member.leave();
    end({ code: code ?? undefined, signal: signal ?? undefined });
  });
  const first = await Promise.race([listening, ended]);
  aborted.removeEventListener('abort', abort);
  if (!('url' in first)) throw new WorkerEndedError(first, reason);
  return {
    ...first,
    pid: worker.process.pid ?? 0,
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
