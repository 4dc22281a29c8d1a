import { renderTogether, totalsOf, type MetricsJson } from '#adapters/admin/metrics-of-processes';
import type { StartedWorker } from './started-worker.ts';

/** The metrics of all workers there have been. */
export class MetricsOfWorkers {
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
