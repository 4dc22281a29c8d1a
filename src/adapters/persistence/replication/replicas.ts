// The entry point to replication: a unit of work that routes reads to replicas.
import type { LogPosition } from '#application/model/log-position';
import type { Observe } from '#application/ports/observation';
import type { Positions } from '#application/ports/positions';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { endpointText, type ServerAddress } from '../connection/driver/server-address.ts';
import type { DatabaseConnection, PoolUse } from '../storage/database.ts';
import { SqlReads } from '../storage/reads.ts';
import { openServer, type ServerDatabaseOptions } from '../storage/server.ts';
import { HighestTimeline, OwnNewestWrite, type NewestWrite } from './newest-write.ts';
import { PrimaryMonitor } from './primary-monitor.ts';
import { ReadRouter } from './read-router.ts';
import { Replica, type PrimaryFacts } from './replica.ts';
import { ReplicatedUnitOfWork } from './replicated-unit-of-work.ts';

export interface Replicas {
  /** Writes go to the primary, reads to any server that is current enough. */
  readonly unitOfWork: UnitOfWork & Positions;
  /**
   * The reason why the service is not ready; undefined if it is. It is ready, for reads, while any replica answers.
   * @param ofPrimary returns the reason why the primary is not ready
   */
  unreadyReason(ofPrimary: () => Promise<string | undefined>): Promise<string | undefined>;
  statuses(): readonly ReplicaStatus[];
  close(): Promise<void>;
}

/** A replica as it is now. */
export interface ReplicaStatus {
  /** Host and port. */
  readonly name: string;
  /** True if reads can go to it. */
  readonly isInUse: boolean;
  /** Replication lag in bytes of log; undefined if unknown. */
  readonly behindBytes: number | undefined;
  readonly pool: PoolUse | undefined;
}

export interface ReplicasOptions extends ServerDatabaseOptions {
  readonly observe: Observe;
  /** Replicas that lag by more than this get no reads. */
  readonly maxReplicaLagMillis: number;
  /** The longest that a read waits for a replica to catch up. */
  readonly replicaWaitMillis: number;
  /** Shared by the processes of the service; not needed if there is only one. */
  readonly newest?: NewestWrite | undefined;
}

export type { NewestWrite };

/** @param unitOfWork the unit of work of the primary */
export function openReplicas(
  primary: DatabaseConnection,
  unitOfWork: UnitOfWork,
  addresses: readonly ServerAddress[],
  options: ReplicasOptions,
): Replicas {
  const { maxReplicaLagMillis, replicaWaitMillis, observe, newest = new OwnNewestWrite() } = options;
  const timelines = new HighestTimeline();
  const positions = new PrimaryMonitor(primary, {
    maxAgeMillis: maxReplicaLagMillis,
    timelines,
    observe,
  });
  const facts = { timelines, schema: () => positions.schema };
  const opened = addresses.map((address) => openReplica(address, facts, options));
  const router = new ReadRouter(
    { primary: positions, replicas: opened.map(({ replica }) => replica), timelines, newest },
    { waitMillis: replicaWaitMillis, observe },
  );
  return {
    unitOfWork: new ReplicatedUnitOfWork(unitOfWork, router),
    unreadyReason: async (ofPrimary) =>
      router.availableReplicas.length > 0 ? undefined : (router.formerReason ?? ofPrimary()),
    statuses: () => opened.map((each) => stateOf(each, positions.lastPosition)),
    close: () => router.stop(),
  };
}

interface OpenedReplica {
  readonly name: string;
  readonly replica: Replica;
}

function openReplica(address: ServerAddress, primary: PrimaryFacts, options: ReplicasOptions): OpenedReplica {
  const name = endpointText(...address.endpoints);
  const database = openServer(address, options);
  const replica = new Replica(database, new SqlReads(database, 'once'), primary, { name, observe: options.observe });
  return { name, replica };
}

/** @param primary the last known position of the primary */
function stateOf({ name, replica }: OpenedReplica, primary: LogPosition | undefined): ReplicaStatus {
  const { position } = replica;
  return {
    name,
    isInUse: position !== undefined,
    behindBytes: bytesBehind(position, primary),
    pool: replica.poolUse(),
  };
}

function bytesBehind(replica: LogPosition | undefined, primary: LogPosition | undefined): number | undefined {
  if (replica === undefined || replica.timeline !== primary?.timeline) return undefined;
  // The replica may have been polled after the primary.
  return Math.max(0, Number(primary.offset - replica.offset));
}
