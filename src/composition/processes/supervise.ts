// The process in front of several workers. It serves nothing but the admin pages, which speak for all of them.
import cluster from 'node:cluster';
import { listenAdmin } from '#adapters/admin/admin-server';
import {
  createSupervisorMetrics,
  renderTogether,
  totalsOf,
  type MetricsJson,
} from '#adapters/admin/metrics-of-processes';
import type { Config } from '../config/config.ts';
import type { ProcessLog } from '../observing/log.ts';
import type { RunningProcess } from '../service.ts';
import { SharedWrites } from './shared-writes.ts';
import { forkWorker, type StartedWorker } from './started-worker.ts';
import { Supervisor } from './supervisor.ts';

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
  const sharing = new SharedWrites();
  const onFailure = (error: unknown): void => log.error({ error }, 'a question of a worker was not answered');
  // Workers accept by themselves. Node's default hands connections to them, and forgets those on their way to one that dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Positions have big integers.
  cluster.setupPrimary({ serialization: 'advanced' });
  const start = async (aborted: AbortSignal): Promise<StartedWorker> => {
    const worker = await forkWorker(aborted, sharing, onFailure);
    measured.add(worker);
    return worker;
  };
  const own = createSupervisorMetrics(() => supervisor.workers.length);
  const supervisor = new Supervisor({ count, start, stopMillis, log, onDeath: () => own.workerDied() });
  let isDraining = false;
  const pages = {
    metrics: async () => measured.render(await own.snapshot()),
    unreadyReasons: async () => (isDraining ? ['draining'] : unreadyReasons(supervisor.workers)),
  };
  const admin = adminPort === undefined ? undefined : await listenAdmin(adminHost, adminPort, pages);
  const stop = async (): Promise<void> => {
    isDraining = true;
    await supervisor.stop();
    await admin?.close();
  };
  try {
    const url = await supervisor.start();
    return { url, adminUrl: admin?.url, logLineDropped: () => undefined, stop, restart: () => supervisor.roll() };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Empty if any worker is ready: it gets its share of the requests, and so do those that are about to be. */
async function unreadyReasons(workers: readonly StartedWorker[]): Promise<readonly string[]> {
  const answers = await Promise.all(workers.map((worker) => worker.unreadyReasons()));
  const reasons = answers.filter((answer) => answer !== undefined);
  if (reasons.length === 0) return ['no worker answers'];
  return reasons.some((each) => each.length === 0) ? [] : [...new Set(reasons.flat())];
}

/** The metrics of all workers there have been. */
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
    // Both at once, so that a worker that ends meanwhile counts once.
    const [present, past] = [[...this.#present], this.#past];
    return renderTogether([others, await past, ...(await Promise.all(present.map((worker) => worker.metrics())))]);
  }
}
