// What a supervisor and its workers ask each other, over the channel that Node opens between them.
import cluster, { type Worker } from 'node:cluster';
import { createBirpc, type BirpcReturn } from 'birpc';
import type { MetricsJson } from '#adapters/admin/metrics-of-processes';
import type { LogPosition } from '#application/model/log-position';

/** What workers answer. */
export interface WorkerFunctions {
  metrics(): Promise<MetricsJson>;
  /** Why the worker should get no requests now. */
  unreadyReasons(): Promise<readonly string[]>;
  stop(): void;
  /** Another worker has answered writes up to here. */
  raise(position: LogPosition): Promise<void>;
}

/** What the supervisor answers. */
export interface SupervisorFunctions {
  /** The worker listens. */
  listening(url: string): void;
  /** The last word of a worker that stops. */
  metrics(metrics: MetricsJson): void;
  /** Answers once all other workers know how far the writes of this one go. */
  wrote(position: LogPosition): Promise<void>;
  /** How far the writes of all workers go. */
  newest(): LogPosition | undefined;
}

/** A call rejects if the other process is gone, gives no answer in time, or fails to make one, which it reports itself. */
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
  if (worker?.isConnected() !== true) throw new Error('the process that supervises this one is gone');
  return openChannel(worker, answers, SUPERVISOR_MILLIS, onFailure);
}

function openChannel<Theirs extends object, Ours extends object>(
  worker: Worker,
  answers: Ours,
  timeout: number,
  onFailure: (error: unknown) => void,
): BirpcReturn<Theirs, Ours> {
  const channel = createBirpc<Theirs, Ours>(answers, {
    // Whoever has ended misses nothing.
    post: (message: object) => void worker.send(message, () => undefined),
    on: (listener) => void worker.on('message', listener),
    bind: 'functions',
    timeout,
    onFunctionError: onFailure,
  });
  worker.once('disconnect', () => channel.$close());
  return channel;
}
