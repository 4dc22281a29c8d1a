// Replicas beside the primary, if any are configured.
import type { Database } from '../adapters/persistence/connection/database.ts';
import { openServer } from '../adapters/persistence/connection/server.ts';
import { endpointText, type ServerAddress } from '../adapters/persistence/connection/server-address.ts';
import type { ServerOptions } from '../adapters/persistence/connection/server-options.ts';
import type { NewestWrite } from '../adapters/persistence/replication/newest-write.ts';
import { Primary } from '../adapters/persistence/replication/primary.ts';
import { Replica } from '../adapters/persistence/replication/replica.ts';
import { ReplicatedUnitOfWork } from '../adapters/persistence/replication/replicated-unit-of-work.ts';
import { Replication, type ReadServer } from '../adapters/persistence/replication/replication.ts';
import { SqlReads, tryOnce } from '../adapters/persistence/sql-reads.ts';
import type { UnitOfWork } from '../application/ports/unit-of-work.ts';
import type { Config } from './config/config.ts';

export interface Replicas {
  readonly unitOfWork: UnitOfWork;
  /** Whether reads can go on without the primary. */
  readonly areReady: boolean;
  close(): Promise<void>;
}

export interface ReplicaReports {
  readonly onReplicaFailure?: ((endpoint: string, reason: unknown) => void) | undefined;
  readonly onRead?: ((server: ReadServer) => void) | undefined;
  readonly onReplicaRecovery?: ((endpoint: string) => void) | undefined;
}

/** @param unitOfWork of the primary */
export function openReplicas(
  primary: Database,
  unitOfWork: UnitOfWork,
  {
    replicas,
    maxReplicaLagMillis,
    replicaWaitMillis,
  }: Pick<Config, 'replicas' | 'maxReplicaLagMillis' | 'replicaWaitMillis'>,
  options: ServerOptions & ReplicaReports & { readonly newest: NewestWrite },
): Replicas {
  const replication = new Replication(
    new Primary(primary, maxReplicaLagMillis),
    replicas.map((address) => openReplica(address, options)),
    options.newest,
    { waitMillis: replicaWaitMillis, onRead: (server) => options.onRead?.(server) },
  );
  return {
    unitOfWork: new ReplicatedUnitOfWork(unitOfWork, replication),
    get areReady() {
      return replication.answering.length > 0;
    },
    close: () => replication.stop(),
  };
}

function openReplica(address: ServerAddress, options: ServerOptions & ReplicaReports): Replica {
  const place = endpointText(...address.endpoints);
  const database = openServer(address, options);
  return new Replica(database, new SqlReads(database, tryOnce), {
    onFailure: (reason) => options.onReplicaFailure?.(place, reason),
    onRecovery: () => options.onReplicaRecovery?.(place),
  });
}
