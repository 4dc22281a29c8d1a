import type { Found, Query } from '../query/query.ts';

/** The read port: answers one question about the resources of one type. */
export interface ResourceReader {
  /**
   * The records that match, sorted, of the asked page, with the total when asked for: all of one snapshot, in a bounded number of
   * statements whatever the number of records. A page past the end has no records.
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  find(query: Query): Promise<Found>;
}
