import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { countObservations } from './count-observations.ts';
import type { MetricsJson } from './metrics-of-processes.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The service's metrics: those that observations update, and gauges of the current state.
 * @param pool the pool's current state; undefined: no pool
 * @param subscribers the number of open change streams
 */
export function createMetrics(
  pool: () => PoolState | undefined,
  replicas: () => readonly ReplicaMetrics[] = () => [],
  subscribers: () => number = () => 0,
) {
  const registry = new Registry();
  const registers = [registry];
  const count = countObservations(registry);
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections to the database server, units of work waiting for one, and lists streamed over one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, value] of Object.entries(pool() ?? {})) this.set({ state }, Number(value));
    },
  });

  new Gauge({
    name: 'change_subscribers',
    help: 'Open change streams',
    registers,
    collect() {
      this.set(subscribers());
    },
  });
  measureReplicas(replicas, registry);

  return {
    count,
    /** The metrics in the Prometheus text format. */
    render: () => registry.metrics(),
    /** The metrics as data, to be rendered with those of other processes. */
    snapshot: (): Promise<MetricsJson> => registry.getMetricsAsJSON(),
  };
}

/** A replica as it is now. */
interface ReplicaMetrics {
  /** Host and port. */
  readonly name: string;
  /** True if reads can go to it. */
  readonly isInUse: boolean;
  /** Replication lag in bytes of log; undefined if unknown. */
  readonly behindBytes: number | undefined;
  readonly pool: PoolState | undefined;
}

/** Adds gauges of the replicas to a registry. Across processes the worst value counts, and connections are summed. */
function measureReplicas(replicas: () => readonly ReplicaMetrics[], registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'db_replica_up',
    help: '1 if reads go to the replica, 0 if it is left out',
    labelNames: ['replica'],
    aggregator: 'min',
    registers,
    collect() {
      for (const { name, isInUse } of replicas()) this.set({ replica: name }, isInUse ? 1 : 0);
    },
  });
  new Gauge({
    name: 'db_replica_behind_bytes',
    help: 'Bytes of write-ahead log that the replica has not replayed yet; missing while it is left out',
    labelNames: ['replica'],
    aggregator: 'max',
    registers,
    collect() {
      this.reset();
      for (const { name, behindBytes } of replicas())
        if (behindBytes !== undefined) this.set({ replica: name }, behindBytes);
    },
  });
  new Gauge({
    name: 'db_replica_connections',
    help: 'Like db_pool_connections, for the connections to the replica',
    labelNames: ['replica', 'state'],
    registers,
    collect() {
      for (const { name, pool } of replicas())
        for (const [state, value] of Object.entries(pool ?? {})) this.set({ replica: name, state }, Number(value));
    },
  });
}

/** The connections of the pool, by state. */
interface PoolState {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly streaming: number;
}
