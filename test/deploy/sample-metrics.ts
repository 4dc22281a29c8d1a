import { createMetrics } from '../../src/adapters/admin/metrics.ts';
import { readCatalog, type MetricCatalog } from './metric-catalog.ts';

/** The metrics of the service, with a sample of each label. */
export async function sampleMetrics(): Promise<MetricCatalog> {
  const metrics = createMetrics(() => ({ open: 1, idle: 1, waiting: 0, streaming: 0 }));
  metrics.requestAnswered({ route: 'persons.list', method: 'GET', status: 200, durationMillis: 1 });
  metrics.protocolError('400');
  metrics.databaseError('08006');
  return readCatalog(await metrics.render());
}
