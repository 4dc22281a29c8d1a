import cluster from 'node:cluster';
import type { MetricsJson } from '../../adapters/admin/metrics-of-all.ts';
import { onWorkerMessage, tellWorker, type Answers, type FromWorker, type Question } from './worker-channel.ts';

/** A process that serves. */
export interface StartedWorker {
  readonly pid: number;
  /** Where it listens. */
  readonly url: string;
  readonly ended: Promise<Ended>;
  /** What it has measured, as far as it has said so. */
  lastMetrics(): MetricsJson | undefined;
  /** @returns undefined if it does not answer in time */
  ask<Asked extends Question>(question: Asked): Promise<Answers[Asked] | undefined>;
  /** Asks it to stop gracefully. */
  stop(): void;
  kill(): void;
}

/** How a process ended: with an exit code, or by a signal. */
export interface Ended {
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

/**
 * Starts a worker, and resolves once it listens.
 * @param aborted ends it before that
 * @throws Error if it ends before
 */
export type StartWorker = (aborted: AbortSignal) => Promise<StartedWorker>;

const ANSWER_MILLIS = 2000;

/** Starts this program again, as a worker of it. */
export async function forkWorker(aborted: AbortSignal): Promise<StartedWorker> {
  const worker = cluster.fork();
  const abort = (): void => void worker.process.kill('SIGTERM');
  aborted.addEventListener('abort', abort);
  const pending = new Map<number, (answer: Answers[Question] | undefined) => void>();
  let asked = 0;
  let lastMetrics: MetricsJson | undefined;
  let listening: (url: string) => void;
  const url = new Promise<string>((resolve) => (listening = resolve));
  onWorkerMessage(worker, (message: FromWorker) => {
    switch (message.kind) {
      case 'listening':
        listening(message.url);
        return;
      case 'metrics':
        lastMetrics = message.metrics;
        return;
      case 'answer':
        pending.get(message.id)?.(message.answer);
    }
  });
  const ended = new Promise<Ended>((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) => {
      resolve({ code: code ?? undefined, signal: signal ?? undefined });
    });
  });
  void ended.then(() => {
    for (const settle of pending.values()) settle(undefined);
  });
  const first = await Promise.race([url, ended]);
  aborted.removeEventListener('abort', abort);
  if (typeof first !== 'string') throw new Error(`a worker ended (${first.signal ?? first.code}) before it listened`);
  return {
    pid: worker.process.pid ?? 0,
    url: first,
    ended,
    lastMetrics: () => lastMetrics,
    ask: async (question) => {
      asked += 1;
      const id = asked;
      const answer = await new Promise<Answers[Question] | undefined>((resolve) => {
        const timer = setTimeout(() => resolve(undefined), ANSWER_MILLIS);
        pending.set(id, (given) => {
          clearTimeout(timer);
          resolve(given);
        });
        tellWorker(worker, { kind: 'question', id, question });
      });
      pending.delete(id);
      if (question === 'metrics' && answer !== undefined) lastMetrics = answer as MetricsJson;
      return answer as Answers[typeof question] | undefined;
    },
    stop: () => {
      tellWorker(worker, { kind: 'stop' });
    },
    kill: () => {
      worker.process.kill('SIGKILL');
    },
  };
}
