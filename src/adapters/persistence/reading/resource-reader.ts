import type { Found, Query } from '../../../application/model/query.ts';
import type { ResourceReader } from '../../../application/ports/resource-reader.ts';
import type { Send } from '../connection/send.ts';
import { decodeRows, decodeWalk } from './decode-rows.ts';
import type { StatementCache } from './statement-cache.ts';

/** Runs every query as a single statement, which sees one snapshot. */
export class SqlResourceReader implements ResourceReader {
  readonly #send: Send;
  readonly #cache: StatementCache;

  constructor(send: Send, cache: StatementCache) {
    this.#send = send;
    this.#cache = cache;
  }

  async find(query: Query): Promise<Found> {
    const rows = await this.#send(this.#cache.statementFor(query));
    const records = decodeRows(query, rows);
    const found = query.page?.kind === 'cursor' ? { ...records, walk: decodeWalk(query, rows) } : records;
    if (!query.total) return found;
    if (query.page === undefined) return { ...found, total: found.records.length };
    // Every row has the total, and only the first page by number can be without rows.
    return { ...found, total: Number(rows[0]?.at(-1) ?? 0) };
  }
}
