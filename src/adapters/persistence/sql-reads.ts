import { CommitOutcomeUnknownError } from '../../application/errors.ts';
import type { ResourceReader, StreamingReader } from '../../application/ports/resource-reader.ts';
import type { Reads } from '../../application/ports/unit-of-work.ts';
import type { DatabaseConnection, DatabaseSchema } from './connection/database.ts';
import { tryReadTwice } from './connection/storage-errors.ts';
import { inTransaction, SNAPSHOT } from './in-transaction.ts';
import { SqlResourceReader } from './reading/resource-reader.ts';
import { streamOn, type Tries } from './reading/stream.ts';
import type { Session } from './session.ts';

/** Reads from one database. */
export class SqlReads implements Reads {
  readonly reader: ResourceReader;
  readonly #database: DatabaseConnection & DatabaseSchema;
  readonly #tries: Tries;

  constructor(database: DatabaseConnection & DatabaseSchema, tries: Tries = 'twice') {
    this.#database = database;
    this.#tries = tries;
    const reader = new SqlResourceReader(database.send, database.statementCache);
    this.reader = { find: (query) => this.readOnce(() => reader.find(query)) };
  }

  read<Result>(work: (reader: ResourceReader) => Promise<Result>): Promise<Result> {
    return this.readOnce(() =>
      this.#inSnapshot(({ send }) => work(new SqlResourceReader(send, this.#database.statementCache))),
    );
  }

  stream<Item>(work: (reader: StreamingReader) => AsyncIterable<Item>): AsyncIterable<Item> {
    return streamOn(this.#database, work, this.#tries);
  }

  protected async readOnce<Result>(read: () => Promise<Result>): Promise<Result> {
    this.#database.admit();
    return this.#tries === 'twice' ? tryReadTwice(read) : read();
  }

  /** A read has nothing to commit: once `work` is done, its result stands even if the connection breaks before the transaction ends. */
  async #inSnapshot<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    let answer: { readonly result: Result } | undefined;
    try {
      return await inTransaction(this.#database, SNAPSHOT, async (session) => {
        answer = { result: await work(session) };
        session.requireIntact();
        return answer.result;
      });
    } catch (error) {
      if (error instanceof CommitOutcomeUnknownError && answer !== undefined) return answer.result;
      throw error;
    }
  }
}
