import type { Found, Query, ResourceRecord } from '../model/query.ts';

/** The read port: answers one question about the resources of one type. */
export interface ResourceReader {
  /**
   * The records that match, sorted, of the asked page, with the total when asked for: all of one snapshot. A page past the end has no records.
   * @example await reader.find({ type: 'person', filter: hasIdentifier('1'), sort: [], page: undefined, attributes: ['name'], linkage: [], total: false })
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  find(query: Query): Promise<Found>;
}

/** Reads lists of any length in a bounded amount of memory. */
export interface StreamingReader extends ResourceReader {
  /** Whether all that is read is of one state. Otherwise what is read later is seen as it is then. */
  readonly isSnapshot: boolean;
  /**
   * All records that match, sorted, some at a time, and read as they are asked for. Whoever stops asking frees what the storage holds.
   * Which records there are, and in which order, is decided by the state at the first ones.
   * @param query without a page; no total is given
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  stream(query: Query): AsyncIterable<readonly ResourceRecord[]>;
}
