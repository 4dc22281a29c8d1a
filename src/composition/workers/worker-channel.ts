// What a supervisor and its workers tell each other, over the channel that Node opens between them.
import cluster, { type Worker } from 'node:cluster';
import type { MetricsJson } from '../../adapters/admin/metrics-of-all.ts';

/** What a supervisor asks, and what workers answer. */
export interface Answers {
  readonly metrics: MetricsJson;
  /** Why the worker should get no requests now. */
  readonly unreadyReasons: readonly string[];
}

export type Question = keyof Answers;

export type FromSupervisor =
  { readonly kind: 'stop' } | { readonly kind: 'question'; readonly id: number; readonly question: Question };

export type FromWorker =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answers[Question] }
  /** The last word of a worker that stops. */
  | { readonly kind: 'metrics'; readonly metrics: MetricsJson };

/** Ends of the channel are only listened to where the other one is, so whatever arrives is of these types. */
export function tellWorker(worker: Worker, message: FromSupervisor): void {
  // One that has ended misses nothing.
  if (worker.isConnected()) worker.send(message, () => undefined);
}

export function onWorkerMessage(worker: Worker, listener: (message: FromWorker) => void): void {
  worker.on('message', listener);
}

/** Resolves once the message is with the operating system, or cannot be sent any more: the supervisor is gone. */
export function tellSupervisor(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    const { worker } = cluster;
    if (worker?.isConnected() === true) worker.send(message, () => resolve());
    else resolve();
  });
}

export function onSupervisorMessage(listener: (message: FromSupervisor) => void): void {
  cluster.worker?.on('message', listener);
}
