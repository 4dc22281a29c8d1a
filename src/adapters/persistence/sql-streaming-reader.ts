// Lists of any length. A server keeps a cursor for them in a transaction of their own. The embedded database has one connection, which a
// transaction would take from everybody: there only the identifiers are read at first, and the records batch by batch.
import type { StreamingReader } from '../../application/ports/resource-reader.ts';
import { hasIdentifierIn } from '../../application/model/filter.ts';
import type { Found, Query, ResourceRecord } from '../../application/model/query.ts';
import type { Database } from './database.ts';
import { findSql } from './find-sql.ts';
import { readRows, type SelectedRow } from './read-rows.ts';
import { SqlResourceReader } from './sql-resource-reader.ts';
import type { SqlSession } from './sql-session.ts';
import { nameSql, sql } from './sql.ts';

/** How many records are read at once. */
const BATCH = 500;

export class SqlStreamingReader implements StreamingReader {
  readonly #session: SqlSession;
  readonly #database: Pick<Database, 'tables' | 'dialect' | 'finds'>;
  readonly #reader: SqlResourceReader;
  #cursors = 0;

  /** @param session on a server: of a transaction that is open until all streams have ended */
  constructor(session: SqlSession, database: Pick<Database, 'tables' | 'dialect' | 'finds'>) {
    this.#session = session;
    this.#database = database;
    this.#reader = new SqlResourceReader(session, database);
  }

  get isSnapshot(): boolean {
    return this.#database.dialect.concurrent;
  }

  find(query: Query): Promise<Found> {
    return this.#reader.find(query);
  }

  stream(query: Query): AsyncIterable<readonly ResourceRecord[]> {
    return this.#database.dialect.concurrent ? this.#throughCursor(query) : this.#byIdentifiers(query);
  }

  async *#throughCursor(query: Query): AsyncGenerator<readonly ResourceRecord[], void, undefined> {
    const { tables, dialect } = this.#database;
    this.#cursors += 1;
    const cursor = nameSql(`batch${this.#cursors}`);
    await this.#session.run(sql`declare ${cursor} no scroll cursor for ${findSql(query, tables, dialect)}`);
    const fetch = sql<SelectedRow>([`fetch forward ${BATCH} from `, ''], cursor);
    for (;;) {
      const rows = await this.#session.run(fetch);
      if (rows.length > 0) yield readRows(query, rows).records;
      if (rows.length < BATCH) break;
    }
    await this.#session.run(sql`close ${cursor}`);
  }

  async *#byIdentifiers(query: Query): AsyncGenerator<readonly ResourceRecord[], void, undefined> {
    const { tables, dialect } = this.#database;
    const inOrder = findSql({ ...query, attributes: [], linkage: [] }, tables, dialect);
    // As one text, which takes a tenth of what as many rows take.
    const all = sql<readonly [ids: string | null]>`select string_agg(found.id, ',') as ids from (${inOrder}) found`;
    const [row] = await this.#session.run(all);
    for (const ids of slices(row?.[0] ?? '')) {
      const { records } = await this.#reader.find({ ...query, filter: hasIdentifierIn(ids), sort: [] });
      const byId = new Map(records.map((record) => [record.id, record]));
      const present = ids.map((id) => byId.get(id)).filter((record) => record !== undefined);
      if (present.length > 0) yield present;
    }
  }
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
