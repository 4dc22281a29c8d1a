import { CollisionError } from '../../application/errors.ts';
import { cutAfter } from './connection-deadline.ts';
import type { Connection, Rows } from './connections.ts';
import type { DriverClient } from './driver-pool.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import type { Statement } from './sql.ts';
import { StatementBatch } from './statement-batch.ts';
import { codeOf, isConnectionLost } from './storage-errors.ts';

/** One connection to a server. Sends batches of statements, and prepares what is met again. */
export class ServerConnection implements Connection {
  readonly #client: DriverClient;
  readonly #silenceMillis: number | undefined;
  readonly #prepared: PreparedStatements | undefined;
  readonly #forget: () => void;
  #isLost = false;

  constructor(
    client: DriverClient,
    silenceMillis: number | undefined,
    prepared: PreparedStatements | undefined,
    forget: () => void,
  ) {
    this.#client = client;
    this.#silenceMillis = silenceMillis;
    this.#prepared = prepared;
    this.#forget = forget;
  }

  run(statement: Statement): Promise<Rows> {
    const batch = this.batch();
    const rows = this.add(batch, statement);
    this.send(batch);
    return rows;
  }

  release(): void {
    this.#client.release(this.#isLost);
  }

  /** Makes room for statements that are sent together. */
  batch(): StatementBatch {
    return new StatementBatch(this.#prepared?.takeDropped());
  }

  /** Puts a statement into a batch that is sent next. */
  add(batch: StatementBatch, { text, values }: Statement): Promise<Rows> {
    const prepared = CURSOR.test(text) ? undefined : this.#prepared?.nameOf(text);
    const translate = (error: unknown): unknown => {
      this.#isLost ||= isConnectionLost(error);
      if (prepared?.isKnown === false) this.#prepared?.drop(text);
      // Which one of the batch it was nobody tells.
      if (!batch.hasNames || !OUTDATED.has(codeOf(error))) return error;
      this.#forget();
      return new CollisionError('a prepared statement is out of date', { cause: error });
    };
    return batch.add({ text, values, name: prepared?.name, isKnown: prepared?.isKnown === true, translate });
  }

  /** Gives up a batch that is not sent. Its statements are never answered. */
  abandon(batch: StatementBatch): void {
    for (const text of batch.named) this.#prepared?.drop(text);
    this.#prepared?.takeBack(batch.closing);
  }

  send(batch: StatementBatch): void {
    if (this.#silenceMillis !== undefined) batch.watch(cutAfter(this.#silenceMillis, this.#client));
    try {
      this.#client.query(batch);
    } catch (error) {
      // What has been written of it is not known.
      this.#isLost = true;
      batch.handleError(error);
    }
  }
}

/** Statements about a cursor cannot be prepared: its rows are different ones the next time. */
const CURSOR = /^(?:declare|fetch|close) /;

/** A prepared statement that does not fit a changed table ("cached plan must not change result type"), or that the server has forgotten. */
const OUTDATED = new Set(['0A000', '26000']);
