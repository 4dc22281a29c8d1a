import { expect } from 'chai';
import { createMetrics } from '#adapters/admin/metrics';
import { createSupervisorMetrics } from '#adapters/admin/metrics-of-processes';

/** The aggregator of each gauge. The default is the sum, which is wrong for a value that all processes share. */
const TOGETHER = {
  change_subscribers: 'sum',
  changes_oldest_seconds: 'max',
  changes_pending: 'max',
  db_pool_connections: 'sum',
  db_replica_behind_bytes: 'max',
  db_replica_connections: 'sum',
  db_replica_up: 'min',
  policy_info: 'sum',
  process_start_time_seconds: 'first',
  workers: 'sum',
};

describe('The gauges of several processes', () => {
  it('are combined as listed here', async () => {
    const ofWorker = await createMetrics(() => undefined).snapshot();
    const ofSupervisor = await createSupervisorMetrics(() => 1).snapshot();
    const gauges = [...ofWorker.filter(({ name }) => !/^(nodejs|process)_/.test(name)), ...ofSupervisor].filter(
      ({ type }) => String(type) === 'gauge',
    );
    const made = gauges.map((gauge) => [gauge.name, 'aggregator' in gauge ? gauge.aggregator : undefined]);
    expect(Object.fromEntries(made)).to.deep.equal(TOGETHER);
  });
});
