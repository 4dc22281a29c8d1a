// The parent process of several workers. It serves only the admin pages, on behalf of all workers.
import cluster from 'node:cluster';
import { listenAdmin, type Readiness } from '#adapters/admin/admin-server';
import {
  createSupervisorMetrics,
  renderTogether,
  totalsOf,
  type MetricsJson,
} from '#adapters/admin/metrics-of-processes';
import type { Config } from '../config/config.ts';
import type { ProcessLog } from '../observing/log.ts';
import type { RunningProcess } from '../service.ts';
import { HeldAccess } from './held-access.ts';
import { SharedWrites } from './shared-newest-write.ts';
import { Supervisor } from './supervisor.ts';
import { forkWorker, type Shared, type StartedWorker } from './worker-handle.ts';

type Options = Pick<Config, 'workers' | 'adminHost' | 'adminPort' | 'policyFile' | 'keysFile'>;

/**
 * Starts the configured number of workers.
 * @param stopMillis how long a worker may take to stop
 * @throws Error if one does not start
 */
export async function supervise(
  { workers: count, adminHost, adminPort, ...files }: Options,
  log: ProcessLog,
  stopMillis: number,
): Promise<RunningProcess> {
  const measured = new MetricsOfWorkers();
  const access = await HeldAccess.open(files);
  const writes = new SharedWrites();
  const shared: Shared = { writes, access: () => access?.texts };
  const onFailure = (error: unknown): void => log.error({ error }, 'a question of a worker was not answered');
  // Workers accept connections themselves. By default the parent hands them out, and loses those on their way to a
  // worker that dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Positions contain bigints, which JSON cannot carry.
  cluster.setupPrimary({ serialization: 'advanced' });
  const start = async (aborted: AbortSignal): Promise<StartedWorker> => {
    const worker = await forkWorker(aborted, shared, onFailure);
    measured.add(worker);
    return worker;
  };
  const own = createSupervisorMetrics(() => supervisor.workers.length);
  const supervisor = new Supervisor({ count, start, stopMillis, log, onDeath: () => own.workerDied() });
  let isDraining = false;
  const pages = {
    metrics: async () => measured.render(await own.snapshot()),
    readiness: async () => (isDraining ? { because: ['draining'], warnings: [] } : readinessOf(supervisor.workers)),
  };
  const admin = adminPort === undefined ? undefined : await listenAdmin(adminHost, adminPort, pages);
  const stop = async (): Promise<void> => {
    isDraining = true;
    await supervisor.stop();
    await admin?.close();
    access?.stop();
  };
  try {
    const url = await supervisor.start();
    const restart = async (): Promise<void> => {
      if ((await access?.renew(log)) !== false) await supervisor.roll();
    };
    return { url, adminUrl: admin?.url, logLineDropped: () => undefined, stop, restart };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ready if any worker is: the service can take requests. */
async function readinessOf(workers: readonly StartedWorker[]): Promise<Readiness> {
  const answers = await Promise.all(workers.map((worker) => worker.readiness()));
  const known = answers.filter((answer) => answer !== undefined);
  if (known.length === 0) return { because: ['no worker answers'], warnings: [] };
  const isReady = known.some(({ because }) => because.length === 0);
  return {
    because: isReady ? [] : [...new Set(known.flatMap(({ because }) => because))],
    warnings: [...new Set(known.flatMap(({ warnings }) => warnings))],
  };
}

/** Metrics of all workers, those that have ended included. */
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
   * In the text format of Prometheus.
   * @param others are added
   */
  async render(others: MetricsJson): Promise<string> {
    // Both are read at the same moment, so that a worker that ends meanwhile is not counted twice.
    const [present, past] = [[...this.#present], this.#past];
    return renderTogether([others, await past, ...(await Promise.all(present.map((worker) => worker.metrics())))]);
  }
}
