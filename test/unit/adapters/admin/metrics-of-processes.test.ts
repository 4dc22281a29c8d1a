import { expect } from 'chai';
import { createMetrics } from '#adapters/admin/metrics';
import { createSupervisorMetrics } from '#adapters/admin/metrics-of-processes';

/** What is made of the values of several processes. Unless a gauge says it, they are added up: wrong for what all of them have alike. */
const TOGETHER = {
  db_pool_connections: 'sum',
  db_replica_behind_bytes: 'max',
  db_replica_connections: 'sum',
  db_replica_up: 'min',
  policy_info: 'sum',
  process_start_time_seconds: 'first',
  workers: 'sum',
};

describe('The gauges of several processes', () => {
  it('become one as listed here', async () => {
    const ofWorker = await createMetrics(() => undefined).snapshot();
    const ofSupervisor = await createSupervisorMetrics(() => 1).snapshot();
    const gauges = [...ofWorker.filter(({ name }) => !/^(nodejs|process)_/.test(name)), ...ofSupervisor].filter(
      ({ type }) => String(type) === 'gauge',
    );
    const made = gauges.map((gauge) => [gauge.name, 'aggregator' in gauge ? gauge.aggregator : undefined]);
    expect(Object.fromEntries(made)).to.deep.equal(TOGETHER);
  });
});
