import type { DatabaseEvents } from '#adapters/persistence/connection/driver/send-statement';
import type { NewestWrite, ReplicaStatus } from '#adapters/persistence/replication/replicas';
import type { PoolUse } from '#adapters/persistence/storage/database';
import type { Observe } from '#application/ports/observation';
import type { Positions } from '#application/ports/positions';
import type { UnitOfWork } from '#application/ports/unit-of-work';

export interface Storage {
  /** Throws StorageUnavailableError until the tables are up to date. */
  readonly unitOfWork: UnitOfWork;
  /** Undefined if every read shows every write, and the storage is never replaced by another server. */
  readonly positions?: Positions | undefined;
  /** True if it executes SQL statements. */
  readonly hasStatements: boolean;
  /** The reason why the service should get no requests now; undefined when it is ready. */
  unreadyReason(): Promise<string | undefined>;
  poolUse(): PoolUse | undefined;
  /** Empty without replicas. */
  replicas(): readonly ReplicaStatus[];
  close(): Promise<void>;
}

export interface StorageOptions extends Pick<DatabaseEvents, 'onStatement'> {
  readonly observe: Observe;
  /** Shared with the other processes of this service; undefined if there are none. */
  readonly newest?: NewestWrite | undefined;
  /** True if this process replaces another one while the rest of the service runs. */
  readonly joins?: boolean | undefined;
}
