import { Client, type QueryConfig } from 'pg';
import { StatementNames } from './statement-names.ts';

/** The server keeps a prepared statement until its connection ends; after this many the connection is replaced. */
const MAX_NAMES = 300;

/** A connection for the driver's pool that prepares repeated statements: the driver prepares what has a name. */
export class PreparingClient extends Client {
  readonly #names = new StatementNames();

  constructor(...parameters: ConstructorParameters<typeof Client>) {
    super(...parameters);
    // Assigned instead of overridden: the driver declares a dozen overloads, which all end here.
    const send = this.query.bind(this) as (...parameters: readonly unknown[]) => unknown;
    this.query = ((query: unknown, ...rest: readonly unknown[]) =>
      send(...this.#named(query, rest))) as Client['query'];
  }

  /** Whether the server keeps too many prepared statements for this connection. */
  get isSpent(): boolean {
    return this.#names.given > MAX_NAMES;
  }

  /** The driver takes SQL and values, or a config with both, then perhaps a callback. */
  #named(query: unknown, rest: readonly unknown[]): readonly unknown[] {
    const [values, ...others] = rest;
    if (typeof query === 'string' && Array.isArray(values)) return this.#named({ text: query, values }, others);
    if (!isQueryConfig(query)) return [query, ...rest];
    const name = PREPARABLE.test(query.text) ? this.#names.nameOf(query.text) : undefined;
    return [name === undefined ? query : { ...query, name }, ...rest];
  }
}

/** Neither `begin` nor `commit`, and nothing about a cursor, whose rows may have other columns the next time. */
const PREPARABLE = /^\s*(?:select|with|insert|update|delete)\b/i;

function isQueryConfig(query: unknown): query is QueryConfig {
  return typeof query === 'object' && query !== null && 'text' in query && !('submit' in query);
}
