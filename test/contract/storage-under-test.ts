import type { UnitOfWork } from '#application/ports/unit-of-work';

/** A storage adapter that the suites test through its ports. It starts empty. */
export interface StorageUnderTest {
  readonly unitOfWork: UnitOfWork;
  /** The number of transactions aborted by deadlock so far; absent where none can occur. */
  readonly deadlocks?: () => number;
  close(): Promise<void>;
}

/** The storage of the running suite; available inside hooks and tests. */
export type CurrentUnitOfWork = () => UnitOfWork;
