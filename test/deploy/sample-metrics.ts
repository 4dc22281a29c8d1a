import { identificationOutcomes } from '#application/ports/observation';
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
  const request = { requestId: '1', traceId: undefined, route: 'persons.list', method: 'GET', status: 200 };
  const cost = { durationMillis: 1, statements: 0, databaseMillis: 0, aborted: false, broken: false };
  metrics.count({ kind: 'request answered', facts: { ...request, ...cost } });
  metrics.count({ kind: 'protocol error', status: '400' });
  metrics.count({ kind: 'database failed', code: '08006' });
  metrics.count({ kind: 'read routed', server: 'replica' });
  metrics.count({ kind: 'policy served', digest: '0123456789ab' });
  for (const outcome of identificationOutcomes) metrics.count({ kind: 'identified', outcome });
  const supervisor = createSupervisorMetrics(() => 1);
  return readCatalog(await renderTogether([await supervisor.snapshot(), await metrics.snapshot()]));
}
