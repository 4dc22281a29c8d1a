import { StorageOverloadedError, StorageUnavailableError } from '../../../application/errors.ts';
import type { Position } from '../../../application/model/position.ts';
import type { ResourceReader, StreamingReader } from '../../../application/ports/resource-reader.ts';
import type { Reads } from '../../../application/ports/unit-of-work.ts';
import { isCollision } from '../connection/storage-errors.ts';
import type { Replica } from './replica.ts';
import type { Replication } from './replication.ts';

/** Reads from a replica that shows everything up to a position, else from the primary. Each read is of one server. */
export class RoutedReads implements Reads {
  readonly reader: ResourceReader;
  readonly #primary: Reads;
  readonly #replication: Replication;
  readonly #since: Position | undefined;

  constructor(primary: Reads, replication: Replication, since: Position | undefined) {
    this.#primary = primary;
    this.#replication = replication;
    this.#since = since;
    this.reader = { find: (query) => this.#route(({ reader }) => reader.find(query)) };
  }

  read<Result>(work: (reader: ResourceReader) => Promise<Result>): Promise<Result> {
    return this.#route((reads) => reads.read(work));
  }

  /** A long list takes long again: on another replica, if there is one, rather than on the primary. */
  async *stream<Item>(work: (reader: StreamingReader) => AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
    const failed: Replica[] = [];
    for (;;) {
      const replica = await this.#replication.choose(this.#since, failed);
      let hasBegun = false;
      try {
        for await (const item of (replica?.reads ?? this.#primary).stream(work)) {
          hasBegun = true;
          yield item;
        }
        return;
      } catch (error) {
        if (replica === undefined || hasBegun || !isOfServer(error)) throw error;
        leaveOut(replica, error);
        failed.push(replica);
      }
    }
  }

  async #route<Result>(read: (reads: Reads) => Promise<Result>): Promise<Result> {
    const replica = await this.#replication.choose(this.#since);
    if (replica === undefined) return read(this.#primary);
    try {
      return await read(replica.reads);
    } catch (error) {
      if (!isOfServer(error)) throw error;
      leaveOut(replica, error);
      await this.#replication.requirePrimary();
      return read(this.#primary);
    }
  }
}

/** Whether another server may answer: this one is away or busy, or has to replay what the read stood in the way of (40001). */
function isOfServer(error: unknown): boolean {
  return isCollision(error) || error instanceof StorageUnavailableError;
}

function leaveOut(replica: Replica, error: unknown): void {
  // One that is only busy, or has replayed, goes on.
  if (error instanceof StorageOverloadedError || !(error instanceof StorageUnavailableError)) return;
  if (error.cause !== undefined && !isCollision(error.cause)) replica.suspect();
}
