// Reads lists of any length: on a server with a cursor, in a transaction. In the embedded database that would block its
// only connection, so the identifiers are read first, then the records in batches.
import { bothOf, hasIdentifierIn } from '#application/model/filter';
import type { FindResult, Query } from '#application/model/query';
import type { Batch, ResourceReader, StreamingReader } from '#application/ports/resource-reader';
import type { Send } from '../connection/driver/send-statement.ts';
import { decodePageInfo, decodeRows } from '../sql/decode-rows.ts';
import type { StatementCache } from '../sql/statement-cache.ts';

const BATCH_SIZE = 500;
/** For records without attributes and linkage. */
const BATCH_OF_IDENTIFIERS = 2000;

/** @param send sends in a transaction that stays open until all streams have ended */
export function cursorReader(send: Send, cache: StatementCache): StreamingReader {
  const reader = new SqlResourceReader(send, cache);
  let cursors = 0;
  return {
    isSnapshot: true,
    find: (query) => reader.find(query),
    async *stream(listed) {
      const query = { ...listed, total: false };
      cursors += 1;
      const cursor = `batch${cursors}`;
      const { sql, parameters } = cache.statementFor(query);
      const size = query.attributes.length + query.linkage.length === 0 ? BATCH_OF_IDENTIFIERS : BATCH_SIZE;
      await send({ sql: `declare ${cursor} no scroll cursor for ${sql}`, parameters });
      for (;;) {
        const rows = await send({ sql: `fetch forward ${size} from ${cursor}`, parameters: [] });
        if (rows.length > 0)
          yield {
            records: decodeRows(query, rows).records,
            ...(query.page?.kind === 'cursor' && { pageInfo: decodePageInfo(query, rows) }),
          };
        if (rows.length < size) break;
      }
      await send({ sql: `close ${cursor}`, parameters: [] });
    },
  };
}

/** Each batch shows the state at the time it is read. */
export function identifierReader(send: Send, cache: StatementCache): StreamingReader {
  const reader = new SqlResourceReader(send, cache);
  return {
    isSnapshot: false,
    find: (query) => reader.find(query),
    async *stream(listed) {
      const query = { ...listed, total: false };
      const { sql, parameters } = cache.statementFor({ ...query, attributes: [], linkage: [] });
      const more = query.page?.kind === 'cursor' ? 'max(found.more)' : 'null';
      // As one text, because separate rows would take ten times the memory.
      const [row] = await send({
        sql: `select string_agg(found.id, ',') as ids, ${more} as more from (${sql}) found`,
        parameters,
      });
      for (const ids of batchesOf(row?.[0] ?? '')) {
        const batch = await findBatch(reader, query, ids);
        if (batch.records.length > 0)
          yield batch.pageInfo ? { ...batch, pageInfo: { ...batch.pageInfo, hasMore: row?.[1] === 'true' } } : batch;
      }
    },
  };
}

/** The records with these identifiers that a query can still reach: in this order or, for a cursor page, sorted as the query asks. */
async function findBatch(reader: SqlResourceReader, query: Query, ids: readonly string[]): Promise<Batch> {
  const filter = bothOf(query.reachable?.[query.type], hasIdentifierIn(ids));
  if (query.page?.kind === 'cursor') {
    const page = { kind: 'cursor', size: BATCH_SIZE, direction: 'after', position: undefined } as const;
    return reader.find({ ...query, filter, page });
  }
  const { records } = await reader.find({ ...query, filter, sort: [], page: undefined });
  const byId = new Map(records.map((record) => [record.id, record]));
  return { records: ids.map((id) => byId.get(id)).filter((record) => record !== undefined) };
}

/** Splits a comma-separated list into batches, without ever holding all members. */
function* batchesOf(list: string): Generator<readonly string[], void, undefined> {
  let batch: string[] = [];
  for (let start = 0; start < list.length;) {
    const comma = list.indexOf(',', start);
    const end = comma < 0 ? list.length : comma;
    batch.push(list.slice(start, end));
    start = end + 1;
    if (batch.length < BATCH_SIZE && start < list.length) continue;
    yield batch;
    batch = [];
  }
}

/** Runs every query as a single statement, which sees one snapshot. */
export class SqlResourceReader implements ResourceReader {
  readonly #send: Send;
  readonly #cache: StatementCache;

  constructor(send: Send, cache: StatementCache) {
    this.#send = send;
    this.#cache = cache;
  }

  async find(query: Query): Promise<FindResult> {
    const rows = await this.#send(this.#cache.statementFor(query));
    const records = decodeRows(query, rows);
    const found = query.page?.kind === 'cursor' ? { ...records, pageInfo: decodePageInfo(query, rows) } : records;
    if (!query.total) return found;
    if (query.page === undefined) return { ...found, total: found.records.length };
    // Every row has the total, and only the first page by number can be without rows.
    return { ...found, total: Number(rows[0]?.at(-1) ?? 0) };
  }
}
