// Remote calls between a supervisor and its workers, over Node's IPC channel.
import cluster, { type Worker } from 'node:cluster';
import { createBirpc, type BirpcReturn } from 'birpc';
import type { Readiness } from '#adapters/admin/admin-server';
import type { MetricsJson } from '#adapters/admin/metrics-of-processes';
import type { LogPosition } from '#application/model/log-position';
import type { FileTexts } from '../config/config.ts';

/** The functions that a supervisor calls in its workers. */
export interface WorkerFunctions {
  metrics(): Promise<MetricsJson>;
  readiness(): Promise<Readiness>;
  stop(): void;
  /** Another worker has acknowledged writes up to this position. */
  raise(position: LogPosition): Promise<void>;
}

/** The functions that workers call in their supervisor. */
export interface SupervisorFunctions {
  /** The texts that the worker starts with. Do not rename it: after an update, new workers call a supervisor that runs the old code. */
  held(): WorkerTexts;
  /** Reports that the worker listens, and the files that it uses. */
  listening(url: string, files: FileTexts): void;
  /** Reports why the worker cannot start. */
  failed(reason: string): void;
  /** Reports that the worker has read valid API keys. */
  keysRead(text: string): void;
  /** Reports the final metrics of a worker that stops. */
  metrics(metrics: MetricsJson): void;
  /** Reports this worker's newest write; resolves once all other workers have it. */
  wrote(position: LogPosition): Promise<void>;
  /** The newest write of all workers. */
  newest(): LogPosition | undefined;
}

/** The texts that a supervisor keeps for its workers. They come from workers that use them; the supervisor does not check them itself. */
export interface WorkerTexts {
  /** The policy and the shared secrets; undefined if this worker is the first and reads the files. */
  readonly files: FileTexts | undefined;
  /** The last good API keys; undefined if none were read. */
  readonly keys: string | undefined;
  /** True if this worker replaces another one. */
  readonly joins?: boolean;
}

/** A call rejects if the other process is gone, does not respond in time, or fails. That process reports its failure itself. */
export type ChannelToWorker = BirpcReturn<WorkerFunctions, SupervisorFunctions>;
export type ChannelToSupervisor = BirpcReturn<SupervisorFunctions, WorkerFunctions>;

const WORKER_MILLIS = 2000;
const SUPERVISOR_MILLIS = 5000;

export function channelTo(
  worker: Worker,
  answers: SupervisorFunctions,
  onFailure: (error: unknown) => void,
): ChannelToWorker {
  return openChannel(worker, answers, WORKER_MILLIS, onFailure);
}

/** @throws Error if the supervisor is gone: Node does not notice a channel that was closed before the process began */
export function channelToSupervisor(
  answers: WorkerFunctions,
  onFailure: (error: unknown) => void,
): ChannelToSupervisor {
  const { worker } = cluster;
  if (worker?.isConnected() !== true) throw new Error('the supervisor of this process is gone');
  return openChannel(worker, answers, SUPERVISOR_MILLIS, onFailure);
}

function openChannel<Theirs extends object, Ours extends object>(
  worker: Worker,
  answers: Ours,
  timeout: number,
  onFailure: (error: unknown) => void,
): BirpcReturn<Theirs, Ours> {
  const channel = createBirpc<Theirs, Ours>(answers, {
    // Ignores failures to send: a process that has ended needs no message.
    post: (message: object) => void worker.send(message, () => undefined),
    on: (listener) => void worker.on('message', listener),
    bind: 'functions',
    timeout,
    onFunctionError: onFailure,
  });
  worker.once('disconnect', () => channel.$close());
  return channel;
}
