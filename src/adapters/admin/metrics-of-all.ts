// Metrics of several processes as those of one service.
import { AggregatorRegistry } from 'prom-client';

/** What `createMetrics` has measured, as data. */
export type MetricsJson = readonly {
  readonly name: string;
  readonly type?: unknown;
  readonly values: readonly unknown[];
}[];

/** In the text format of Prometheus. Counters, histograms and most gauges are added up. */
export async function renderTogether(metrics: readonly MetricsJson[]): Promise<string> {
  return AggregatorRegistry.aggregate([...metrics]).metrics();
}

/** What is left of processes that have ended: without it totals would fall, which looks like a restart of the service. */
export async function totalsOf(metrics: readonly MetricsJson[]): Promise<MetricsJson> {
  const together = await AggregatorRegistry.aggregate([...metrics]).getMetricsAsJSON();
  return together.filter(({ type }) => TOTALS.has(String(type)));
}

const TOTALS: ReadonlySet<string> = new Set(['counter', 'histogram']);
