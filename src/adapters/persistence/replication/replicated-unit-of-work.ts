import { CommitOutcomeUnknownError, StorageUnavailableError } from '../../../application/errors.ts';
import type { Position } from '../../../application/model/position.ts';
import type { ResourceReader, StreamingReader } from '../../../application/ports/resource-reader.ts';
import type { Reads, Transaction, UnitOfWork } from '../../../application/ports/unit-of-work.ts';
import type { Replication } from './replication.ts';
import { RoutedReads } from './routed-reads.ts';

/** Writes on the primary, reads on replicas as far as they have what has to be seen. */
export class ReplicatedUnitOfWork implements UnitOfWork {
  readonly reader: ResourceReader;
  readonly #primary: UnitOfWork;
  readonly #replication: Replication;
  readonly #reads: Reads;
  #epoch: string | undefined;

  constructor(primary: UnitOfWork, replication: Replication) {
    this.#primary = primary;
    this.#replication = replication;
    this.#reads = this.since(undefined);
    this.reader = this.#reads.reader;
  }

  since(position: Position | undefined): Reads {
    return new RoutedReads(this.#primary, this.#replication, position);
  }

  position(): Promise<Position | undefined> {
    return this.#replication.afterWrite();
  }

  read<Result>(work: (reader: ResourceReader) => Promise<Result>): Promise<Result> {
    return this.#reads.read(work);
  }

  stream<Item>(work: (reader: StreamingReader) => AsyncIterable<Item>): AsyncIterable<Item> {
    return this.#reads.stream(work);
  }

  async write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    await this.#replication.requirePrimary();
    try {
      return await this.#primary.write(work);
    } catch (error) {
      if (error instanceof CommitOutcomeUnknownError) this.#replication.lose();
      throw error;
    }
  }

  /** All servers have the same. */
  async epoch(): Promise<string> {
    if (this.#epoch !== undefined) return this.#epoch;
    const sources = [() => this.#primary.epoch(), ...this.#replication.answering.map((each) => () => each.readEpoch())];
    let failure: unknown;
    for (const read of sources)
      try {
        this.#epoch = await read();
        return this.#epoch;
      } catch (error) {
        if (!(error instanceof StorageUnavailableError)) throw error;
        failure = error;
      }
    throw failure;
  }

  timeline(): number | undefined {
    return this.#replication.timeline;
  }

  async purgeAnswers(limit: number): Promise<number> {
    await this.#replication.requirePrimary();
    return this.#primary.purgeAnswers(limit);
  }
}
