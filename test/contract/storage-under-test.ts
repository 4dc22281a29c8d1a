import type { UnitOfWork } from '../../src/application/ports/unit-of-work.ts';

/** An adapter that the suites hold against the ports. It starts empty. */
export interface StorageUnderTest {
  readonly unitOfWork: UnitOfWork;
  /** How many transactions it has ended because of a deadlock; absent where there can be none. */
  readonly deadlocks?: () => number;
  close(): Promise<void>;
}

/** The storage of the running suite; can be asked for once the tests run. */
export type CurrentUnitOfWork = () => UnitOfWork;
