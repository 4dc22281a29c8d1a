import type { Query, ResourceIdentifier } from '#application/model/query';
import type { ChangeFeed } from '#application/ports/change-feed';
import type { Batch, ResourceReader, StreamingReader } from '#application/ports/resource-reader';
import type { Transaction, UnitOfWork } from '#application/ports/unit-of-work';
import { perType } from '#domain/schema';
import { memoryChangeWriter } from './changes.ts';
import { memoryIdempotencyStore } from './idempotency-store.ts';
import { memoryRepository } from './repository.ts';
import { MemoryResourceReader } from './resource-reader.ts';
import { Locks } from './row-locks.ts';
import { MemoryStore } from './store.ts';
import { UndoLog } from './undo-log.ts';

/** The number of records that a stream reads at once. */
const BATCH_SIZE = 500;

/**
 * Runs units of work one after the other, reads included, so that a read sees only committed state, and all queries of
 * one `read` see the same. Work that awaits another unit of work deadlocks.
 */
export class MemoryUnitOfWork implements UnitOfWork {
  readonly reader: StreamingReader;
  readonly changes: ChangeFeed;
  readonly #store: MemoryStore;
  #last: Promise<unknown> = Promise.resolve();
  /** Units of work that are queued or running. */
  #unfinished = 0;

  /** @param store an empty one by default */
  constructor(store = new MemoryStore()) {
    this.#store = store;
    this.changes = store.changes;
    const reader = new MemoryResourceReader(store);
    this.reader = {
      isSnapshot: false,
      // A query runs synchronously, so with an empty queue there is no need to wait for a turn.
      find: (query) => (this.#unfinished === 0 ? reader.find(query) : this.#inTurn(() => reader.find(query))),
      stream: (query) => this.#stream(query),
    };
  }

  async epoch(): Promise<string> {
    return this.#store.epoch;
  }

  read<Result>(work: (reader: ResourceReader) => Promise<Result>): Promise<Result> {
    return this.#inTurn(() => work(new MemoryResourceReader(this.#store)));
  }

  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#inTurn(() => this.#transact(work));
  }

  async purgeAnswers(limit: number): Promise<number> {
    return this.#store.answers.purge(limit);
  }

  stream<Item>(work: (reader: StreamingReader) => AsyncIterable<Item>): AsyncIterable<Item> {
    return work(this.reader);
  }

  /** Each batch takes its turn, so writes run in between; only the list of matches is fixed at the start. */
  async *#stream(query: Query): AsyncGenerator<Batch, void, undefined> {
    const reader = new MemoryResourceReader(this.#store);
    const { ids, pageInfo } = await this.#inTurn(async () => reader.findIds(query));
    for (let start = 0; start < ids.length; start += BATCH_SIZE) {
      const batch = ids.slice(start, start + BATCH_SIZE);
      const records = await this.#inTurn(async () => reader.recordsOf(batch, query));
      const present = new Set(records.map(({ id }) => id));
      const positions = pageInfo?.positions.slice(start, start + BATCH_SIZE).filter(({ id }) => present.has(id));
      if (records.length > 0) yield { records, ...(pageInfo && positions && { pageInfo: { ...pageInfo, positions } }) };
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const end = (): void => {
      this.#unfinished -= 1;
    };
    this.#unfinished += 1;
    const turn = this.#last.then(work);
    this.#last = turn.then(end, end);
    return turn;
  }

  async #transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const store = this.#store;
    const undoLog = new UndoLog();
    const removed: ResourceIdentifier[] = [];
    const shared = { store, undoLog, locks: new Locks(), removed, now: new Date().toISOString() };
    try {
      const result = await work({
        repositories: perType((type) => memoryRepository(type, shared)),
        reader: new MemoryResourceReader(store),
        answers: memoryIdempotencyStore(store.answers, undoLog),
        changes: memoryChangeWriter(store.changes, shared),
      });
      for (const { type, id } of removed) store.requireUnlinked(type, id);
      undoLog.commit();
      return result;
    } catch (error) {
      undoLog.rollBack();
      throw error;
    }
  }
}
