// Lists of any length. On a server a cursor reads them, in a transaction of its own. The embedded database has one connection,
// which such a transaction would keep from everybody else: there the identifiers are read first, then the records in batches.
import { hasIdentifierIn } from '../../../application/model/filter.ts';
import type { StreamingReader } from '../../../application/ports/resource-reader.ts';
import type { Send } from '../connection/send.ts';
import { decodeRows } from './decode-rows.ts';
import { SqlResourceReader } from './resource-reader.ts';
import type { StatementCache } from './statement-cache.ts';

const BATCH_SIZE = 500;

/** @param send of a transaction that stays open until all streams have ended */
export function cursorReader(send: Send, cache: StatementCache): StreamingReader {
  const reader = new SqlResourceReader(send, cache);
  let cursors = 0;
  return {
    isSnapshot: true,
    find: (query) => reader.find(query),
    async *stream(query) {
      cursors += 1;
      const cursor = `batch${cursors}`;
      const { sql, parameters } = cache.statementFor(query);
      await send({ sql: `declare ${cursor} no scroll cursor for ${sql}`, parameters });
      for (;;) {
        const rows = await send({ sql: `fetch forward ${BATCH_SIZE} from ${cursor}`, parameters: [] });
        if (rows.length > 0) yield decodeRows(query, rows).records;
        if (rows.length < BATCH_SIZE) break;
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
    async *stream(query) {
      const { sql, parameters } = cache.statementFor({ ...query, attributes: [], linkage: [] });
      // As one text: as many rows would take ten times the memory.
      const [row] = await send({ sql: `select string_agg(found.id, ',') as ids from (${sql}) found`, parameters });
      for (const ids of batchesOf(row?.[0] ?? '')) {
        const { records } = await reader.find({ ...query, filter: hasIdentifierIn(ids), sort: [] });
        const byId = new Map(records.map((record) => [record.id, record]));
        const present = ids.map((id) => byId.get(id)).filter((record) => record !== undefined);
        if (present.length > 0) yield present;
      }
    },
  };
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
