import { CommitOutcomeUnknownError, StorageUnavailableError } from '../../../application/errors.ts';
import type { Position } from '../../../application/model/position.ts';
import type { ResourceReader, StreamingReader } from '../../../application/ports/resource-reader.ts';
import type { Positions } from '../../../application/ports/positions.ts';
import type { Reads, Transaction, UnitOfWork } from '../../../application/ports/unit-of-work.ts';
import type { Replication } from './replication.ts';
import { RoutedReads } from './routed-reads.ts';

/** Writes on the primary, reads on replicas as far as they have what has to be seen. */
export class ReplicatedUnitOfWork implements UnitOfWork, Positions {
  readonly reader: ResourceReader;
  readonly #primary: UnitOfWork;
  readonly #replication: Replication;
  readonly #reads: Reads;
  /** Of the primary. */
  #epoch: string | undefined;
  /** Of a replica, which may not have replayed a new one. */
  #replicaEpoch: string | undefined;

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
    await this.#requireEpoch();
    try {
      return await this.#primary.write(work);
    } catch (error) {
      if (error instanceof CommitOutcomeUnknownError) this.#replication.lose();
      throw error;
    }
  }

  async epoch(): Promise<string> {
    if (this.#epoch !== undefined) return this.#epoch;
    if (this.#replicaEpoch !== undefined && this.#replication.isWithoutPrimary) return this.#replicaEpoch;
    try {
      return await this.#primaryEpoch();
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      this.#replicaEpoch = await this.#epochOfAnyReplica(error);
      return this.#replicaEpoch;
    }
  }

  async #primaryEpoch(): Promise<string> {
    await this.#replication.requirePrimary();
    this.#epoch = await this.#primary.epoch();
    return this.#epoch;
  }

  /** @throws failure if none answers */
  async #epochOfAnyReplica(failure: StorageUnavailableError): Promise<string> {
    for (const replica of this.#replication.answering)
      try {
        return await replica.readEpoch();
      } catch (error) {
        if (!(error instanceof StorageUnavailableError)) throw error;
      }
    throw failure;
  }

  /** The preconditions of a write may have been read with the epoch of a replica. */
  async #requireEpoch(): Promise<void> {
    if (this.#epoch !== undefined || this.#replicaEpoch === undefined) return;
    if ((await this.#primaryEpoch()) !== this.#replicaEpoch)
      throw new StorageUnavailableError('the replicas have not replayed the new epoch');
  }

  timeline(): number | undefined {
    return this.#replication.timeline;
  }

  async purgeAnswers(limit: number): Promise<number> {
    await this.#replication.requirePrimary();
    return this.#primary.purgeAnswers(limit);
  }
}
