import { Client, type QueryConfig } from 'pg';
import { StatementNames } from './statement-names.ts';

/** After so many names a connection is given up, and with it the statements that the server has prepared for it. */
const MOST_NAMES = 300;

/** A connection of the driver's that prepares statements which come again, by naming them. To be handed to the driver's pool. */
export class PreparingClient extends Client {
  readonly #names = new StatementNames();

  constructor(...parameters: ConstructorParameters<typeof Client>) {
    super(...parameters);
    // Assigned instead of overridden: the driver declares a dozen overloads, all of which end here.
    const send = this.query.bind(this) as (...parameters: readonly unknown[]) => unknown;
    this.query = ((query: unknown, ...rest: readonly unknown[]) =>
      send(...this.#named(query, rest))) as Client['query'];
  }

  /** Whether the server keeps too many prepared statements for this connection. */
  get isSpent(): boolean {
    return this.#names.given > MOST_NAMES;
  }

  /** The driver takes a text and its values, or both and how to send them, and perhaps a callback. */
  #named(query: unknown, rest: readonly unknown[]): readonly unknown[] {
    const [values, ...others] = rest;
    if (typeof query === 'string' && Array.isArray(values)) return this.#named({ text: query, values }, others);
    if (!isQueryConfig(query)) return [query, ...rest];
    const name = REPEATED.test(query.text) ? this.#names.nameOf(query.text) : undefined;
    return [name === undefined ? query : { ...query, name }, ...rest];
  }
}

/** What is worth preparing: single statements, not the ends of transactions, nor what is about a cursor, whose rows are different ones the next time. */
const REPEATED = /^\s*(?:select|with|insert|update|delete)\b/i;

function isQueryConfig(query: unknown): query is QueryConfig {
  return typeof query === 'object' && query !== null && 'text' in query && !('submit' in query);
}
