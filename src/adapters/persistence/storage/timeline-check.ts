import { sql } from 'kysely';
import { QueryTimeoutError, StorageUnavailableError, UnknownHistoryError } from '#application/model/errors';
import type { ResourceReader } from '#application/ports/resource-reader';
import type { Reads } from '#application/ports/unit-of-work';
import { coalesceCalls } from '../connection/driver/coalesce-calls.ts';
import { tryReadTwice } from '../connection/driver/storage-errors.ts';
import { TIMELINE } from '../connection/driver/timeline.ts';
import type { DatabaseConnection } from './database.ts';

/** Checks that a server without configured replicas is on the timeline of a position that a client sends. */
export class TimelineCheck {
  readonly #database: DatabaseConnection;
  readonly #read: () => Promise<number>;
  /** The highest timeline that the server has shown. Timelines only grow, so a lower one needs no query. */
  #known = 0;

  constructor(database: DatabaseConnection) {
    this.#database = database;
    this.#read = coalesceCalls(() => tryReadTwice(() => readTimeline(database)));
  }

  /**
   * The same reads, each preceded by the check. Each method throws UnknownHistoryError if the server is on an earlier
   * timeline; also StorageUnavailableError, QueryTimeoutError.
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
      // Some PostgreSQL-compatible databases have no timelines; their failovers lose no writes.
      return;
    }
    if (timeline > this.#known) throw new UnknownHistoryError(timeline, this.#known);
  }
}

/**
 * Reads the timeline of a server.
 * @throws StorageUnavailableError, QueryTimeoutError; the driver's Error from a PostgreSQL-compatible database without
 * timelines
 */
async function readTimeline({ kysely, send }: DatabaseConnection): Promise<number> {
  const [row = []] = await send(sql`select (${sql.raw(TIMELINE)})::text as timeline`.compile(kysely));
  return Number(row[0]);
}
