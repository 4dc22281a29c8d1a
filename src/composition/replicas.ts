// Replicas beside the primary, if any are configured.
import type { DatabaseConnection } from '../adapters/persistence/connection/database.ts';
import { openServer } from '../adapters/persistence/connection/server.ts';
import { endpointText, type ServerAddress } from '../adapters/persistence/connection/server-address.ts';
import type { ServerOptions } from '../adapters/persistence/connection/server-options.ts';
import { HighestTimeline } from '../adapters/persistence/replication/highest-timeline.ts';
import type { NewestWrite } from '../adapters/persistence/replication/newest-write.ts';
import { Primary } from '../adapters/persistence/replication/primary.ts';
import { Replica } from '../adapters/persistence/replication/replica.ts';
import { ReplicatedUnitOfWork } from '../adapters/persistence/replication/replicated-unit-of-work.ts';
import { Replication, type ReadServer } from '../adapters/persistence/replication/replication.ts';
import { SqlReads } from '../adapters/persistence/sql-reads.ts';
import type { ReplicaState } from '../adapters/admin/replica-metrics.ts';
import type { Position } from '../application/model/position.ts';
import type { Positions } from '../application/ports/positions.ts';
import type { UnitOfWork } from '../application/ports/unit-of-work.ts';
import type { Config } from './config/config.ts';

export interface Replicas {
  readonly unitOfWork: UnitOfWork & Positions;
  /** Whether reads can go on without the primary. */
  readonly areReady: boolean;
  /** Why nothing is written; undefined unless the primary is known to be a former one. */
  readonly formerReason: string | undefined;
  states(): readonly ReplicaState[];
  close(): Promise<void>;
}

export interface ReplicaReports {
  readonly onReplicaFailure?: ((endpoint: string, reason: unknown) => void) | undefined;
  /** The server of `DATABASE_URL` is a former primary, so nothing is written. */
  readonly onFormerPrimary?: ((reason: string) => void) | undefined;
  readonly onRead?: ((server: ReadServer) => void) | undefined;
  readonly onReplicaRecovery?: ((endpoint: string) => void) | undefined;
}

/** @param unitOfWork of the primary */
export function openReplicas(
  primary: DatabaseConnection,
  unitOfWork: UnitOfWork,
  {
    replicas,
    maxReplicaLagMillis,
    replicaWaitMillis,
  }: Pick<Config, 'replicas' | 'maxReplicaLagMillis' | 'replicaWaitMillis'>,
  options: ServerOptions & ReplicaReports & { readonly newest: NewestWrite },
): Replicas {
  const timelines = new HighestTimeline();
  const positions = new Primary(primary, {
    maxAgeMillis: maxReplicaLagMillis,
    timelines,
    onFormer: options.onFormerPrimary,
  });
  const opened = replicas.map((address) => openReplica(address, timelines, options));
  const replication = new Replication(
    { primary: positions, replicas: opened.map(({ replica }) => replica), timelines, newest: options.newest },
    { waitMillis: replicaWaitMillis, onRead: (server) => options.onRead?.(server) },
  );
  return {
    unitOfWork: new ReplicatedUnitOfWork(unitOfWork, replication),
    get areReady() {
      return replication.answering.length > 0;
    },
    get formerReason() {
      return replication.formerReason;
    },
    states: () => opened.map((each) => stateOf(each, positions.last)),
    close: () => replication.stop(),
  };
}

interface OpenedReplica {
  readonly name: string;
  readonly replica: Replica;
}

function openReplica(
  address: ServerAddress,
  timelines: HighestTimeline,
  options: ServerOptions & ReplicaReports,
): OpenedReplica {
  const name = endpointText(...address.endpoints);
  const database = openServer(address, options);
  const replica = new Replica(database, new SqlReads(database, 'once'), timelines, {
    onFailure: (reason) => options.onReplicaFailure?.(name, reason),
    onRecovery: () => options.onReplicaRecovery?.(name),
  });
  return { name, replica };
}

/** @param primary where the primary was when it answered last */
function stateOf({ name, replica }: OpenedReplica, primary: Position | undefined): ReplicaState {
  const { position } = replica;
  return {
    name,
    isInUse: position !== undefined,
    behindBytes: bytesBehind(position, primary),
    pool: replica.poolUse(),
  };
}

function bytesBehind(replica: Position | undefined, primary: Position | undefined): number | undefined {
  if (replica === undefined || replica.timeline !== primary?.timeline) return undefined;
  // It has been asked later, perhaps.
  return Math.max(0, Number(primary.offset - replica.offset));
}
