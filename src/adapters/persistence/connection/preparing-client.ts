import { Client, type QueryConfig, type QueryResult, type QueryResultRow, type Submittable } from 'pg';
import { StatementNames } from './statement-names.ts';

/** The server keeps a prepared statement until its connection ends; after this many the connection is replaced. */
const MAX_NAMES = 300;

type Question = string | QueryConfig;
type OnResult = (error: Error, result: QueryResult) => void;

/** A connection that prepares repeated statements: the driver prepares what has a name. */
export class PreparingClient extends Client {
  readonly #names = new StatementNames();

  /** Whether the server keeps too many prepared statements for this connection. */
  get isSpent(): boolean {
    return this.#names.given > MAX_NAMES;
  }

  override query<Stream extends Submittable>(stream: Stream): Stream;
  override query<Row extends QueryResultRow>(query: Question, values?: unknown[]): Promise<QueryResult<Row>>;
  override query(query: Question, onResult: OnResult): void;
  override query(query: Question, values: unknown[] | undefined, onResult: OnResult): void;
  override query(query: Submittable | Question, ...rest: readonly (unknown[] | OnResult | undefined)[]): unknown {
    if (typeof query === 'object' && 'submit' in query) return super.query(query);
    const config = this.#named(query, rest.find(Array.isArray));
    const onResult = rest.find((each) => typeof each === 'function');
    return onResult === undefined ? super.query(config) : super.query(config, onResult);
  }

  /** Text without values may be several statements, which cannot be prepared. */
  #named(query: Question, values: unknown[] | undefined): QueryConfig {
    if (typeof query === 'string')
      return values === undefined ? { text: query } : this.#named({ text: query, values }, undefined);
    const name = PREPARABLE.test(query.text) ? this.#names.nameOf(query.text) : undefined;
    return { ...query, ...(values && { values }), ...(name !== undefined && { name }) };
  }
}

/** Neither `begin` nor `commit`, and nothing about a cursor, whose rows may have other columns the next time. */
const PREPARABLE = /^\s*(?:select|with|insert|update|delete)\b/i;
