import { sql } from 'kysely';
import { QueryTimeoutError, StorageUnavailableError, UnknownHistoryError } from '#application/model/errors';
import type { ResourceReader } from '#application/ports/resource-reader';
import type { Reads } from '#application/ports/unit-of-work';
import { coalesceCalls } from '../connection/driver/coalesce-calls.ts';
import { tryReadTwice } from '../connection/driver/storage-errors.ts';
import { TIMELINE } from '../connection/driver/timeline.ts';
import type { DatabaseConnection } from './database.ts';

/** Whether a server without known replicas is on the timeline of a position from elsewhere. */
export class TimelineCheck {
  readonly #database: DatabaseConnection;
  readonly #read: () => Promise<number>;
  /** The highest that the server has shown: it does not go back, and so need not be asked again. */
  #known = 0;

  constructor(database: DatabaseConnection) {
    this.#database = database;
    this.#read = coalesceCalls(() => tryReadTwice(() => readTimeline(database)));
  }

  /**
   * Reads after a check.
   * @throws from each method: UnknownHistoryError if the server is on an earlier timeline; StorageUnavailableError, QueryTimeoutError
   */
  checkedReads(reads: Reads, timeline: number): Reads {
    const check = (): Promise<void> => this.#require(timeline);
    const reader: ResourceReader = {
      find: async (query) => {
        await check();
        return reads.reader.find(query);
      },
    };
    return {
      reader,
      read: async (work) => {
        await check();
        return reads.read(work);
      },
      async *stream(work) {
        await check();
        yield* reads.stream(work);
      },
    };
  }

  async #require(timeline: number): Promise<void> {
    if (timeline <= this.#known) return;
    this.#database.admitUnitOfWork();
    try {
      this.#known = Math.max(this.#known, await this.#read());
    } catch (error) {
      if (error instanceof StorageUnavailableError || error instanceof QueryTimeoutError) throw error;
      // Relatives of PostgreSQL have no timelines, and then no promotion loses anything.
      return;
    }
    if (timeline > this.#known) throw new UnknownHistoryError(timeline, this.#known);
  }
}

/**
 * Reads the timeline of a server.
 * @throws StorageUnavailableError, QueryTimeoutError; Error of the driver from a relative of PostgreSQL that has none
 */
async function readTimeline({ kysely, send }: DatabaseConnection): Promise<number> {
  const [row = []] = await send(sql`select (${sql.raw(TIMELINE)})::text as timeline`.compile(kysely));
  return Number(row[0]);
}
