// Statements that go to the server in one piece, as the driver's pool sends them: the driver calls `submit` when their turn comes, and then the
// handlers, with what the server answers (PostgreSQL documentation, 54.2.3 and 54.2.4). The columns of rows are not asked for: whoever wrote a
// statement knows them, and all values are read as text.
import type { Deadline } from './connection-deadline.ts';
import type { DriverConnection, Submittable } from './driver-pool.ts';
import type { SqlValue, Statement } from './sql.ts';

/** How a statement is sent. */
export interface Sending extends Statement {
  /** Under which it is, or will be, prepared; without one it is parsed and planned each time. */
  readonly name?: string | undefined;
  /** Whether the server knows the name already. */
  readonly isKnown: boolean;
  /** Makes the error that is thrown of the one that the batch has failed with. */
  readonly translate: (error: unknown) => unknown;
}

type TextRows = readonly (readonly (string | null)[])[];

interface Entry {
  readonly sending: Sending;
  readonly rows: (readonly (string | null)[])[];
  /** What the server has done: `SELECT 3`, `COMMIT`, … */
  command: string;
  readonly resolve: (rows: TextRows) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Statements that are one transaction, unless they are part of one that goes on: all take effect, or none does. When one fails, those behind it
 * are not run, and all fail with its error. Results come when all are done.
 */
export class StatementBatch implements Submittable {
  /** The driver puts a call in here that stops its own watch over the time (`query_timeout` of a URL). */
  callback: () => void = () => undefined;
  /** Resolves when the batch is done or has failed. */
  readonly over: Promise<void>;
  readonly #entries: Entry[] = [];
  /** Names of prepared statements that the server is told to forget. */
  readonly closing: readonly string[];
  #current = 0;
  #deadline: Deadline | undefined;
  #end: () => void = () => undefined;

  constructor(closing: readonly string[] = []) {
    this.closing = closing;
    this.over = new Promise((resolve) => (this.#end = resolve));
  }

  /** Whether a statement in it goes by a name. */
  get hasNames(): boolean {
    return this.#entries.some(({ sending }) => sending.name !== undefined);
  }

  /** The texts of statements whose names the server is told with this batch. */
  get named(): readonly string[] {
    return this.#entries.flatMap(({ sending: { name, isKnown, text } }) =>
      name === undefined || isKnown ? [] : [text],
    );
  }

  /** What the server did for the last statement; known when that has given its rows. */
  get lastCommand(): string {
    return this.#entries.at(-1)?.command ?? '';
  }

  /**
   * Before the batch is sent.
   * @returns its rows
   */
  add(sending: Sending): Promise<TextRows> {
    return new Promise((resolve, reject) => {
      this.#entries.push({ sending, rows: [], command: '', resolve, reject });
    });
  }

  /** Has each statement answered in time. */
  watch(deadline: Deadline): void {
    this.#deadline = deadline;
  }

  submit(connection: DriverConnection): null {
    const { stream } = connection;
    stream.cork();
    for (const name of this.closing) connection.close({ type: 'S', name });
    for (const { sending } of this.#entries) {
      const { text, values, name = '', isKnown } = sending;
      if (!isKnown) connection.parse({ text, name });
      connection.bind({ statement: name, values: values.map(toParameter) });
      connection.execute({});
    }
    connection.sync();
    stream.uncork();
    return null;
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#entries[this.#current]?.rows.push(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const entry = this.#entries[this.#current];
    if (entry !== undefined) entry.command = text;
    this.#current += 1;
    this.#deadline?.restart();
  }

  /** Whatever comes after an error, of the server or of the connection, is for the next batch. */
  handleError(error: unknown): void {
    for (const { sending, reject } of this.#entries) reject(sending.translate(error));
    this.#finish();
  }

  /** The server has done, and where it is a transaction committed, all of it. */
  handleReadyForQuery(): void {
    for (const { rows, resolve } of this.#entries) resolve(rows);
    this.#finish();
  }

  #finish(): void {
    this.callback();
    this.#deadline?.stop();
    this.#end();
  }

  handleEmptyQuery(): void {
    this.#current += 1;
  }

  handleRowDescription(): void {
    throw new Error('the columns of rows have not been asked for');
  }

  handlePortalSuspended(): void {
    throw new Error('all rows are asked for at once');
  }

  handleCopyInResponse(): void {
    throw new Error('nothing is copied');
  }
}

/** A value as PostgreSQL reads it from text. */
function toParameter(value: SqlValue): string | null {
  if (typeof value === 'string' || value === null) return value;
  return typeof value === 'object' ? `{${value.map(toElement).join(',')}}` : String(value);
}

/** An element of an array: digits as they are, anything else in quotation marks (PostgreSQL documentation, 8.15.6). */
function toElement(value: string): string {
  return /^\d+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}
