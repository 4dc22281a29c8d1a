import type { FindResult, Query } from '../model/query.ts';

/** The read port. */
export interface ResourceReader {
  /**
   * Answers a query in one snapshot. A page past the end has no records.
   * @example await reader.find({ type: 'person', filter: hasIdentifier('1'), sort: [], page: undefined, attributes: ['name'], linkage: [], total: false })
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  find(query: Query): Promise<FindResult>;
}

/** Reads lists of any length in bounded memory. */
export interface StreamingReader extends ResourceReader {
  /** True if everything is read from one snapshot; if not, each part shows the state at the time it is read. */
  readonly isSnapshot: boolean;
  /**
   * Reads the records of a query in batches, on demand. The first batch determines the set of records and their order.
   * Returning the iterator frees the storage's resources.
   * @param query without related resources; the total is ignored
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  stream(query: Query): AsyncIterable<Batch>;
}

/** Some of the records of a query. `pageInfo` describes the whole page. */
export type Batch = Pick<FindResult, 'records' | 'pageInfo'>;
