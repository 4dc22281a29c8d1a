// Starts one process that serves, or a supervisor with several workers.
import cluster from 'node:cluster';
import type { Config } from '../config/config.ts';
import type { Environment } from '../config/parse-setting.ts';
import type { ProcessLog } from '../observing/log.ts';
import type { RunningProcess } from '../service.ts';
import type { SupervisorLink } from './supervisor-link.ts';

export type { SupervisorLink };

/** True if another process of this program supervises this one. */
export const { isWorker } = cluster;

/**
 * This process's link to its supervisor; undefined if it has none.
 * @param onStop called when the supervisor asks this process to stop
 */
export async function linkToSupervisor(onStop: () => void): Promise<SupervisorLink | undefined> {
  if (!isWorker) return undefined;
  const { joinSupervisor } = await import('./supervisor-link.ts');
  return joinSupervisor(onStop);
}

export interface ProcessOptions {
  /** The environment that the configuration was read from. */
  readonly environment: Environment;
  readonly link: SupervisorLink | undefined;
  readonly log: ProcessLog;
  /** The longest that a worker may take to stop. */
  readonly stopMillis: number;
}

/**
 * Starts this process as a worker, a supervisor or the only process. Imports only what that needs.
 * @throws Error when the service cannot start
 */
export async function startProcess(
  config: Config,
  { environment, link, log, stopMillis }: ProcessOptions,
): Promise<RunningProcess> {
  if (link !== undefined) {
    const { startWorker } = await import('./start-worker.ts');
    return startWorker(config, environment, log, link);
  }
  if (config.workers > 1) {
    const { supervise } = await import('./start-supervisor.ts');
    return supervise(config, log, stopMillis);
  }
  const { startService } = await import('../service.ts');
  return startService(config, log);
}

/** Reports why this process cannot start, to its supervisor or, if it has none, on standard error. */
export async function reportFailedStart(reason: string, link: SupervisorLink | undefined): Promise<void> {
  await (link === undefined ? print(reason) : link.supervisor.failed(reason).catch(() => print(reason)));
}

function print(reason: string): Promise<void> {
  return new Promise((printed) => void process.stderr.write(`${reason}${adviceFor(reason)}\n`, () => printed()));
}

/** Advice for a message that comes from the operating system. It may arrive from a worker as text. */
function adviceFor(message: string): string {
  return message.includes('EADDRINUSE') ? '; stop the program that listens there, or set another PORT' : '';
}
