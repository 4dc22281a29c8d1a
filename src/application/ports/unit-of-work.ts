import type { ComputerRepository } from './computer-repository.ts';
import type { PersonRepository } from './person-repository.ts';
import type { ResourceReader } from './resource-reader.ts';

/**
 * What one write transaction works with. Its reader sees what the transaction has written. What is asked before the answer to an earlier
 * question has come is done after that all the same, and may save the time of waiting.
 */
export interface Transaction extends Repositories {
  readonly reader: ResourceReader;
}

/** What changes the resources. */
export interface Repositories {
  readonly persons: PersonRepository;
  readonly computers: ComputerRepository;
}

export interface UnitOfWork {
  /** Reads outside any transaction: each `find` is a snapshot of its own. For what needs a single question. */
  readonly reader: ResourceReader;
  /** Reads of one snapshot: all questions of `work` see the same state. */
  read<Result>(work: (reader: ResourceReader) => Promise<Result>): Promise<Result>;
  /**
   * One write transaction: everything or nothing. When it collides with another one, `work` runs again from the start, so it must have
   * no effect outside the transaction.
   * @throws whatever `work` throws, after everything is undone
   * @throws StorageUnavailableError, QueryTimeoutError, CommitOutcomeUnknownError
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * A write that is one call of one repository, and so needs no transaction around it. Otherwise like `write`.
   * @throws the same
   */
  writeAtOnce<Result>(work: (repositories: Repositories) => Promise<Result>): Promise<Result>;
}
