import { Gauge, type Registry } from 'prom-client';
import type { PoolState } from './pool-state.ts';

/** A replica as it is now. */
export interface ReplicaState {
  /** Host and port. */
  readonly name: string;
  /** Whether reads can go to it. */
  readonly isInUse: boolean;
  /** How many bytes of the log it has not replayed; undefined: unknown. */
  readonly behindBytes: number | undefined;
  readonly pool: PoolState | undefined;
}

/** Adds gauges of the replicas to a registry. Of several processes the worst one counts, and all connections. */
export function measureReplicas(replicas: () => readonly ReplicaState[], registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'db_replica_up',
    help: 'Replicas: 1 if reads go there, 0 if it is left out',
    labelNames: ['replica'],
    aggregator: 'min',
    registers,
    collect() {
      for (const { name, isInUse } of replicas()) this.set({ replica: name }, isInUse ? 1 : 0);
    },
  });
  new Gauge({
    name: 'db_replica_behind_bytes',
    help: 'The part of the write-ahead log that a replica has not replayed; missing while it is left out',
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
    help: 'As db_pool_connections, which counts those to the primary',
    labelNames: ['replica', 'state'],
    registers,
    collect() {
      for (const { name, pool } of replicas())
        for (const [state, value] of Object.entries(pool ?? {})) this.set({ replica: name, state }, Number(value));
    },
  });
}
