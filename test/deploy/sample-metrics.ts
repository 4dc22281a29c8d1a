import { identificationOutcomes } from '#adapters/http/koa/identify';
import { createMetrics } from '#adapters/admin/metrics';
import { createSupervisorMetrics, renderTogether } from '#adapters/admin/metrics-of-processes';
import { readCatalog, type MetricCatalog } from './metric-catalog.ts';

/** The metrics of the service, with a sample of each label. */
export async function sampleMetrics(): Promise<MetricCatalog> {
  const pool = { open: 1, idle: 1, waiting: 0, streaming: 0 };
  const replica = { name: 'db2.example:5432', isInUse: true, behindBytes: 0, pool };
  const metrics = createMetrics(
    () => pool,
    () => [replica],
  );
  metrics.requestAnswered({ route: 'persons.list', method: 'GET', status: 200, durationMillis: 1 });
  metrics.protocolError('400');
  metrics.databaseError('08006');
  metrics.readRouted('replica');
  metrics.policyServed('0123456789ab');
  for (const outcome of identificationOutcomes) metrics.identified(outcome);
  const supervisor = createSupervisorMetrics(() => 1);
  return readCatalog(await renderTogether([await supervisor.snapshot(), await metrics.snapshot()]));
}
