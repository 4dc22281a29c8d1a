import type { Found, Query } from '../../../application/model/query.ts';
import type { ResourceReader } from '../../../application/ports/resource-reader.ts';
import type { Rows, Send } from '../connection/send.ts';
import type { StatementCache } from './statement-cache.ts';
import { decodeRows } from './decode-rows.ts';

/** Answers every query with a single statement, which sees one snapshot. */
export class SqlResourceReader implements ResourceReader {
  readonly #send: Send;
  readonly #cache: StatementCache;

  constructor(send: Send, cache: StatementCache) {
    this.#send = send;
    this.#cache = cache;
  }

  async find(query: Query): Promise<Found> {
    const rows = await this.#send(this.#cache.statementFor(query));
    const found = decodeRows(query, rows);
    if (!query.total) return found;
    return { ...found, total: query.page === undefined ? found.records.length : totalIn(rows) };
  }
}

/** A page beyond the last has a row for the total. Only the first page can have none: then nothing matches. */
function totalIn([first]: Rows): number {
  return first === undefined ? 0 : Number(first.at(-1));
}
