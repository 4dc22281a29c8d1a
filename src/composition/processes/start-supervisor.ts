// The parent process of several workers. It serves only the admin pages, on behalf of all workers.
import cluster from 'node:cluster';
import { listenAdmin } from '#adapters/admin/admin-server';
import {
  createSupervisorMetrics,
  renderTogether,
  totalsOf,
  type MetricsJson,
} from '#adapters/admin/metrics-of-processes';
import { unobserved } from '#application/ports/observation';
import type { Config } from '../config/config.ts';
import type { ProcessLog } from '../observing/log.ts';
import type { RunningProcess } from '../service.ts';
import { readinessOf } from './readiness-of-workers.ts';
import { SharedWrites } from './shared-newest-write.ts';
import { Supervisor } from './supervisor.ts';
import { forkWorker, type Shared, type StartWorker, type StartedWorker } from './worker-handle.ts';

type Options = Pick<Config, 'workers' | 'adminHost' | 'adminPort'>;

/**
 * Starts the configured number of workers.
 * @param stopMillis how long a worker may take to stop
 * @throws Error if one does not start
 */
export async function supervise(
  { workers: count, adminHost, adminPort }: Options,
  log: ProcessLog,
  stopMillis: number,
): Promise<RunningProcess> {
  const measured = new MetricsOfWorkers();
  const shared: Shared = { writes: new SharedWrites(), lastGoodKeys: undefined, hasStarted: false };
  const onFailure = (error: unknown): void => log.error({ error }, 'a call from a worker failed');
  // Workers accept connections themselves. By default the parent hands them out, and loses those on their way to a
  // worker that dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Positions contain bigints, which JSON cannot carry.
  cluster.setupPrimary({ serialization: 'advanced' });
  const start: StartWorker = async (files, aborted) => {
    const worker = await forkWorker(files, aborted, shared, onFailure);
    measured.add(worker);
    return worker;
  };
  const own = createSupervisorMetrics(() => supervisor.workers.length);
  const supervisor = new Supervisor({ count, start, stopMillis, log, onDeath: () => own.workerDied() });
  let isDraining = false;
  const pages = {
    metrics: async () => measured.render(await own.snapshot()),
    readiness: async () => readinessOf(supervisor.workers, isDraining),
  };
  const admin = adminPort === undefined ? undefined : await listenAdmin(adminHost, adminPort, pages);
  const stop = async (): Promise<void> => {
    isDraining = true;
    await supervisor.stop();
    await admin?.close();
  };
  try {
    const url = await supervisor.start();
    shared.hasStarted = true;
    return { url, adminUrl: admin?.url, observe: unobserved, stop, restart: () => supervisor.roll() };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The metrics of all workers, including those that have ended. */
class MetricsOfWorkers {
  readonly #present = new Set<StartedWorker>();
  #past: Promise<MetricsJson> = Promise.resolve([]);

  add(worker: StartedWorker): void {
    this.#present.add(worker);
    void worker.ended.then(() => {
      this.#present.delete(worker);
      this.#past = this.#past.then(async (past) => totalsOf([past, await worker.metrics()]));
    });
  }

  /**
   * Renders the metrics in the text format of Prometheus.
   * @param others further metrics to include
   */
  async render(others: MetricsJson): Promise<string> {
    // Both are read at the same moment, so that a worker that ends in between is not counted twice.
    const [present, past] = [[...this.#present], this.#past];
    return renderTogether([others, await past, ...(await Promise.all(present.map((worker) => worker.metrics())))]);
  }
}
