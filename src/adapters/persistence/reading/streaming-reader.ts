// Lists of any length. A server keeps a cursor for them, in a transaction of their own. The embedded database has one connection, which a
// transaction would take from everybody: there only the identifiers are read at first, and the records batch by batch.
import { hasIdentifierIn } from '../../../application/model/filter.ts';
import type { StreamingReader } from '../../../application/ports/resource-reader.ts';
import type { Send } from '../connection/send.ts';
import type { StatementCache } from './statement-cache.ts';
import { decodeRows } from './decode-rows.ts';
import { SqlResourceReader } from './resource-reader.ts';

/** How many records are read at once. */
const BATCH = 500;

/** Reads in a transaction that is open until all streams have ended. */
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
        const rows = await send({ sql: `fetch forward ${BATCH} from ${cursor}`, parameters: [] });
        if (rows.length > 0) yield decodeRows(query, rows).records;
        if (rows.length < BATCH) break;
      }
      await send({ sql: `close ${cursor}`, parameters: [] });
    },
  };
}

/** Reads each batch by itself, as it is then. */
export function identifierReader(send: Send, cache: StatementCache): StreamingReader {
  const reader = new SqlResourceReader(send, cache);
  return {
    isSnapshot: false,
    find: (query) => reader.find(query),
    async *stream(query) {
      const { sql, parameters } = cache.statementFor({ ...query, attributes: [], linkage: [] });
      // As one text, which takes a tenth of what as many rows take.
      const [row] = await send({ sql: `select string_agg(found.id, ',') as ids from (${sql}) found`, parameters });
      for (const ids of slices(row?.[0] ?? '')) {
        const { records } = await reader.find({ ...query, filter: hasIdentifierIn(ids), sort: [] });
        const byId = new Map(records.map((record) => [record.id, record]));
        const present = ids.map((id) => byId.get(id)).filter((record) => record !== undefined);
        if (present.length > 0) yield present;
      }
    },
  };
}

/** The members of a comma-separated list, as many at a time as a batch has. */
function* slices(list: string): Generator<readonly string[], void, undefined> {
  let slice: string[] = [];
  for (let start = 0; start < list.length;) {
    const comma = list.indexOf(',', start);
    const end = comma < 0 ? list.length : comma;
    slice.push(list.slice(start, end));
    start = end + 1;
    if (slice.length < BATCH && start < list.length) continue;
    yield slice;
    slice = [];
  }
}
