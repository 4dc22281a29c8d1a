import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  Client,
  type ClientConfig,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
  type Submittable,
} from 'pg';
import { TurnBatch } from './turn-batch.ts';

/** After this many prepared statements a connection is replaced, because the server keeps them until the connection ends. */
const MAX_NAMES = 300;

type Question = string | QueryConfig;
type OnResult = (error: Error, result: QueryResult) => void;

/**
 * A client that prepares repeated statements by naming them, since the driver prepares every statement with a name. It sends those of a
 * transaction in batches, and extends the timeout of a statement by those queued ahead of it.
 */
export class PreparingClient extends Client {
  readonly #names = new StatementNames();
  readonly #batch = new TurnBatch(this);
  readonly #timeoutMillis: number | undefined;
  #underWay = 0;

  constructor(options: ClientConfig = {}) {
    super(options);
    this.#timeoutMillis = options.query_timeout;
  }

  /** True if the server keeps too many prepared statements for this connection. */
  get isSpent(): boolean {
    return this.#names.given > MAX_NAMES;
  }

  override query<Stream extends Submittable>(stream: Stream): Stream;
  override query<Row extends QueryResultRow>(query: Question, values?: unknown[]): Promise<QueryResult<Row>>;
  override query(query: Question, onResult: OnResult): void;
  override query(query: Question, values: unknown[] | undefined, onResult: OnResult): void;
  override query(query: Submittable | Question, ...rest: readonly (unknown[] | OnResult | undefined)[]): unknown {
    if (typeof query === 'object' && 'submit' in query) return super.query(query);
    const config = this.#timed(this.#named(query, rest.find(Array.isArray)));
    this.#batch.admit(config.text);
    const onResult = rest.find((each) => typeof each === 'function');
    this.#underWay += 1;
    const end = (): void => {
      this.#underWay -= 1;
    };
    if (onResult !== undefined) {
      super.query(config, (error, result) => {
        end();
        onResult(error, result);
      });
      return undefined;
    }
    const result = super.query(config);
    result.then(end, end);
    return result;
  }

  /** The driver times a statement from when it is sent, but the server only from when those ahead of it are done. */
  #timed(query: QueryConfig): QueryConfig {
    if (this.#timeoutMillis === undefined || this.#underWay === 0) return query;
    return { ...query, ...{ query_timeout: this.#timeoutMillis * (this.#underWay + 1) } };
  }

  /** Text without values may be several statements, which cannot be prepared. */
  #named(query: Question, values: unknown[] | undefined): QueryConfig {
    if (typeof query === 'string')
      return values === undefined ? { text: query } : this.#named({ text: query, values }, undefined);
    const name = PREPARABLE.test(query.text) ? this.#names.nameOf(query.text) : undefined;
    return { ...query, ...(values && { values }), ...(name !== undefined && { name }) };
  }
}

/** Excludes `begin`, `commit` and cursor statements, because a cursor of the same name may have other columns next time. */
const PREPARABLE = /^\s*(?:select|with|insert|update|delete)\b/i;

// Decides which statements are prepared: those sent twice, up to a limit. A server keeps a prepared statement until its
// connection ends, and clients can cause any number of different ones.

/** Each takes ten to a hundred kilobytes of the server's memory. */
const MAX_STATEMENTS = 100;
/** Longer ones, such as those of long filters, are rarely repeated. */
const MAX_LENGTH = 8192;

/** Unique to this process: a pooler may hand a server connection on to another process. */
const PROCESS_ID = randomBytes(6).toString('hex');
let connections = 0;

/** The names under which one connection prepares statements. No name is used twice, by any connection. */
class StatementNames {
  readonly #names = new LRUCache<string, string>({ max: MAX_STATEMENTS });
  readonly #seenOnce = new LRUCache<string, true>({ max: MAX_STATEMENTS });
  readonly #prefix: string;
  #given = 0;

  constructor() {
    connections += 1;
    this.#prefix = `${PROCESS_ID}_${connections}`;
  }

  /** The number of names assigned, including evicted ones, since the server still keeps their statements. */
  get given(): number {
    return this.#given;
  }

  /** The name to prepare a statement under; undefined if it is not to be prepared. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (text.length > MAX_LENGTH || !this.#isRepeated(text)) return undefined;
    this.#given += 1;
    const name = `${this.#prefix}_${this.#given}`;
    this.#names.set(text, name);
    return name;
  }

  #isRepeated(text: string): boolean {
    if (this.#seenOnce.delete(text)) return true;
    this.#seenOnce.set(text, true);
    return false;
  }
}
