import type { DatabaseEvents } from '#adapters/persistence/connection/driver/send-statement';
import type { NewestWrite, ReplicaReports, ReplicaStatus } from '#adapters/persistence/replication/replicas';
import type { PoolUse } from '#adapters/persistence/storage/database';
import type { Positions } from '#application/ports/positions';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { PreparationEvents } from './maintenance/prepare-tables.ts';

export interface Storage {
  /** Throws StorageUnavailableError until the tables are up to date. */
  readonly unitOfWork: UnitOfWork;
  /** Undefined if every read shows every write, and the storage is never replaced by another server. */
  readonly positions?: Positions | undefined;
  /** Whether it executes SQL statements. */
  readonly hasStatements: boolean;
  /** Why the service should get no requests now; undefined when it is ready. */
  unreadyReason(): Promise<string | undefined>;
  poolUse(): PoolUse | undefined;
  /** Empty without replicas. */
  replicas(): readonly ReplicaStatus[];
  close(): Promise<void>;
}

export type StorageEvents = DatabaseEvents & ReplicaReports & PreparationEvents;

export interface StorageOptions extends StorageEvents {
  /** Shared with the other processes of this service; undefined if there are none. */
  readonly newest?: NewestWrite | undefined;
}
