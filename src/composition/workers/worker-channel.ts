// What a supervisor and its workers ask each other, over the channel that Node opens between them.
import cluster, { type Worker } from 'node:cluster';
import type { MetricsJson } from '../../adapters/admin/metrics-of-all.ts';
import type { Position } from '../../application/model/position.ts';
import { ProcessChannel, type Line } from './process-channel.ts';

/** What workers answer. */
export type WorkerAnswers = Readonly<{
  metrics: () => Promise<MetricsJson>;
  /** Why the worker should get no requests now. */
  unreadyReasons: () => Promise<readonly string[]>;
  stop: () => void;
  /** Another worker has answered writes up to here. */
  raise: (position: Position) => Promise<void>;
}>;

/** What the supervisor answers. */
export type SupervisorAnswers = Readonly<{
  /** The worker listens. */
  listening: (url: string) => void;
  /** The last word of a worker that stops. */
  metrics: (metrics: MetricsJson) => void;
  /** Answers once all other workers know how far the writes of this one go. */
  wrote: (position: Position) => Promise<void>;
  /** How far the writes of all workers go. */
  newest: () => Position | undefined;
}>;

export type ChannelToWorker = ProcessChannel<WorkerAnswers>;
export type ChannelToSupervisor = ProcessChannel<SupervisorAnswers>;

export function channelTo(
  worker: Worker,
  answers: SupervisorAnswers,
  onFailure: (error: unknown) => void,
): ChannelToWorker {
  return new ProcessChannel(lineOf(worker), answers, onFailure);
}

/** @throws Error if the supervisor is gone: Node does not notice a channel that was closed before the process began */
export function channelToSupervisor(answers: WorkerAnswers, onFailure: (error: unknown) => void): ChannelToSupervisor {
  const { worker } = cluster;
  if (worker?.isConnected() !== true) throw new Error('the process that supervises this one is gone');
  return new ProcessChannel(lineOf(worker), answers, onFailure);
}

function lineOf(worker: Worker): Line {
  return {
    // Whoever has ended misses nothing.
    send: (message) => {
      if (worker.isConnected()) worker.send(message, () => undefined);
    },
    listen: (listener) => void worker.on('message', listener),
  };
}
