import { CommitOutcomeUnknownError, StorageOverloadedError, StorageUnavailableError } from '#application/model/errors';
import type { LogPosition } from '#application/model/log-position';
import type { ChangeFeed } from '#application/ports/change-feed';
import type { Positions } from '#application/ports/positions';
import type { ResourceReader, StreamingReader } from '#application/ports/resource-reader';
import type { Reads, Transaction, UnitOfWork } from '#application/ports/unit-of-work';
import { isCollision } from '../connection/driver/storage-errors.ts';
import type { ReadRouter } from './read-router.ts';
import type { Replica } from './replica.ts';

/** Writes on the primary; reads on replicas that are current enough, else on the primary. */
export class ReplicatedUnitOfWork implements UnitOfWork, Positions {
  readonly reader: ResourceReader;
  readonly changes: ChangeFeed;
  readonly #primary: UnitOfWork;
  readonly #router: ReadRouter;
  readonly #reads: Reads;
  /** The epoch read from the primary. */
  #epoch: string | undefined;
  /** The epoch read from a replica while the primary was unreachable. The replica may not have replayed a newer one. */
  #replicaEpoch: string | undefined;

  constructor(primary: UnitOfWork, router: ReadRouter) {
    this.#primary = primary;
    this.#router = router;
    this.#reads = this.readsSince(undefined);
    this.reader = this.#reads.reader;
    this.changes = {
      look: async (query) => (await this.#currentPrimary()).changes.look(query),
      end: async () => (await this.#currentPrimary()).changes.end(),
      secret: async () => (await this.#currentPrimary()).changes.secret(),
      settle: async () => (await this.#currentPrimary()).changes.settle(),
      measure: async () => (await this.#currentPrimary()).changes.measure(),
      purge: async (seconds, limit) => (await this.#currentPrimary()).changes.purge(seconds, limit),
    };
  }

  readsSince(position: LogPosition | undefined): Reads {
    return new RoutedReads(this.#primary, this.#router, position);
  }

  currentPosition(): Promise<LogPosition | undefined> {
    return this.#router.positionAfterWrite();
  }

  read<Result>(work: (reader: ResourceReader) => Promise<Result>): Promise<Result> {
    return this.#reads.read(work);
  }

  stream<Item>(work: (reader: StreamingReader) => AsyncIterable<Item>): AsyncIterable<Item> {
    return this.#reads.stream(work);
  }

  async write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    await this.#router.requireCurrentPrimary();
    await this.#requireEpoch();
    try {
      return await this.#primary.write(work);
    } catch (error) {
      if (error instanceof CommitOutcomeUnknownError) this.#router.markPositionUnknown();
      throw error;
    }
  }

  async epoch(): Promise<string> {
    if (this.#epoch !== undefined) return this.#epoch;
    if (this.#replicaEpoch !== undefined && this.#router.isWithoutPrimary) return this.#replicaEpoch;
    try {
      return await this.#primaryEpoch();
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      this.#replicaEpoch = await this.#epochOfAnyReplica(error);
      return this.#replicaEpoch;
    }
  }

  async #primaryEpoch(): Promise<string> {
    this.#epoch = await (await this.#currentPrimary()).epoch();
    return this.#epoch;
  }

  /** @throws StorageUnavailableError if the primary is unreachable, or no longer the primary */
  async #currentPrimary(): Promise<UnitOfWork> {
    await this.#router.requireCurrentPrimary();
    return this.#primary;
  }

  /** @throws `failure` if no replica answers */
  async #epochOfAnyReplica(failure: StorageUnavailableError): Promise<string> {
    for (const replica of this.#router.availableReplicas)
      try {
        return await replica.readEpoch();
      } catch (error) {
        if (!(error instanceof StorageUnavailableError)) throw error;
      }
    throw failure;
  }

  /** Checks that the primary has the epoch that was read from a replica, because the preconditions of a write may rely on it. */
  async #requireEpoch(): Promise<void> {
    if (this.#epoch !== undefined || this.#replicaEpoch === undefined) return;
    if ((await this.#primaryEpoch()) !== this.#replicaEpoch)
      throw new StorageUnavailableError('the replicas have not replayed the new epoch');
  }

  timeline(): number | undefined {
    return this.#router.timeline;
  }

  async purgeAnswers(limit: number): Promise<number> {
    await this.#router.requireCurrentPrimary();
    return this.#primary.purgeAnswers(limit);
  }
}

/** Reads from a replica that has replayed a position, else from the primary. Each read uses one server only. */
class RoutedReads implements Reads {
  readonly reader: ResourceReader;
  readonly #primary: Reads;
  readonly #router: ReadRouter;
  readonly #since: LogPosition | undefined;

  constructor(primary: Reads, router: ReadRouter, since: LogPosition | undefined) {
    this.#primary = primary;
    this.#router = router;
    this.#since = since;
    this.reader = { find: (query) => this.#route(({ reader }) => reader.find(query)) };
  }

  read<Result>(work: (reader: ResourceReader) => Promise<Result>): Promise<Result> {
    return this.#route((reads) => reads.read(work));
  }

  /** Retries on another replica before the primary, which a long list would burden for long. */
  async *stream<Item>(work: (reader: StreamingReader) => AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
    const failed: Replica[] = [];
    for (;;) {
      const replica = await this.#router.chooseReplica(this.#since, failed);
      let hasBegun = false;
      try {
        for await (const item of (replica?.reads ?? this.#primary).stream(work)) {
          hasBegun = true;
          yield item;
        }
        return;
      } catch (error) {
        if (replica === undefined || hasBegun || !canAnotherServerAnswer(error)) throw error;
        leaveOut(replica, error);
        failed.push(replica);
      }
    }
  }

  async #route<Result>(read: (reads: Reads) => Promise<Result>): Promise<Result> {
    const replica = await this.#router.chooseReplica(this.#since);
    if (replica === undefined) return read(this.#primary);
    try {
      return await read(replica.reads);
    } catch (error) {
      if (!canAnotherServerAnswer(error)) throw error;
      leaveOut(replica, error);
      await this.#router.requireCurrentPrimary();
      return read(this.#primary);
    }
  }
}

/**
 * True if another server may succeed, because this one is unreachable or busy, or cancelled the read when it conflicted
 * with replay (SQLSTATE 40001).
 */
function canAnotherServerAnswer(error: unknown): boolean {
  return isCollision(error) || error instanceof StorageUnavailableError;
}

function leaveOut(replica: Replica, error: unknown): void {
  // A replica that is only busy, or cancelled the read for replay, stays in use.
  if (error instanceof StorageOverloadedError || !(error instanceof StorageUnavailableError)) return;
  if (error.cause !== undefined && !isCollision(error.cause)) replica.markFailed();
}
