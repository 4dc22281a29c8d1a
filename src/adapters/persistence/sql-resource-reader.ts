import type { ResourceReader } from '../../application/ports/resource-reader.ts';
import type { Found, Query } from '../../application/query/query.ts';
import type { Dialect } from './dialect.ts';
import { findSql } from './find-sql.ts';
import { recordsOf } from './selection-sql.ts';
import type { SqlSession } from './sql-session.ts';
import type { Tables } from './tables.ts';

/** Answers every query with a single statement, which sees one snapshot. */
export class SqlResourceReader implements ResourceReader {
  readonly #session: SqlSession;
  readonly #tables: Tables;
  readonly #dialect: Dialect;

  constructor(session: SqlSession, { tables, dialect }: { readonly tables: Tables; readonly dialect: Dialect }) {
    this.#session = session;
    this.#tables = tables;
    this.#dialect = dialect;
  }

  async find(query: Query): Promise<Found> {
    const rows = await this.#session.run(findSql(query, this.#tables, this.#dialect));
    const records = rows.flatMap((row) => recordsOf(query, row));
    if (!query.total) return { records };
    return { records, total: query.page === undefined ? records.length : Number(rows[0]?.['total']) };
  }
}
