// Merges the metrics of several processes into those of one service.
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';

/** The metrics of `createMetrics` as data. */
export type MetricsJson = readonly {
  readonly name: string;
  readonly type?: unknown;
  readonly values: readonly unknown[];
}[];

/** Renders them in the Prometheus text format. Counters, histograms and most gauges are summed. */
export async function renderTogether(metrics: readonly MetricsJson[]): Promise<string> {
  return AggregatorRegistry.aggregate([...metrics]).metrics();
}

/** The totals of processes that have ended. Without them the sums would drop, which looks like a restart. */
export async function totalsOf(metrics: readonly MetricsJson[]): Promise<MetricsJson> {
  const together = await AggregatorRegistry.aggregate([...metrics]).getMetricsAsJSON();
  return together.filter(({ type }) => TOTALS.has(String(type)));
}

const TOTALS: ReadonlySet<string> = new Set(['counter', 'histogram']);

export interface SupervisorMetrics {
  workerDied(): void;
  snapshot(): Promise<MetricsJson>;
}

/** @param running the current number of workers */
export function createSupervisorMetrics(running: () => number): SupervisorMetrics {
  const registry = new Registry();
  const registers = [registry];
  const deaths = new Counter({
    name: 'worker_deaths_total',
    help: 'Workers that ended unexpectedly',
    registers,
  });
  new Gauge({
    name: 'workers',
    help: 'Processes that serve requests',
    registers,
    collect() {
      this.set(running());
    },
  });
  // The start time of the service, because those of the workers cannot be summed.
  const startSeconds = Math.round(Date.now() / 1000 - process.uptime());
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of the supervisor since unix epoch in seconds.',
    aggregator: 'first',
    registers,
  }).set(startSeconds);
  return { workerDied: () => deaths.inc(), snapshot: () => registry.getMetricsAsJSON() };
}
