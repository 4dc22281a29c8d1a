// One process that serves, or several behind one that supervises them.
import cluster from 'node:cluster';
import type { Config } from '../config/config.ts';
import type { ProcessLog } from '../observing/log.ts';
import type { RunningProcess } from '../service.ts';

/** Whether another process of this program supervises this one. */
export const { isWorker } = cluster;

/**
 * Starts this process as a worker, a supervisor or the only process. Imports only what that needs.
 * @param stopMillis how long a worker may take to stop
 * @param onStop is called when a supervisor wants this process to stop
 * @throws Error when the service cannot start
 */
export async function startProcess(
  config: Config,
  log: ProcessLog,
  stopMillis: number,
  onStop: () => void,
): Promise<RunningProcess> {
  if (isWorker) {
    const { startWorker } = await import('./start-worker.ts');
    return startWorker(config, log, onStop);
  }
  if (config.workers > 1) {
    const { supervise } = await import('./start-supervisor.ts');
    return supervise(config, log, stopMillis);
  }
  const { startService } = await import('../service.ts');
  return startService(config, log);
}
