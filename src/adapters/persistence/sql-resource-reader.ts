import type { ResourceReader } from '../../application/ports/resource-reader.ts';
import type { Found, Query } from '../../application/query/query.ts';
import type { FindStatements } from './find-statements.ts';
import { recordsOf, type SelectedRow } from './selection-sql.ts';
import type { SqlSession } from './sql-session.ts';

/** Answers every query with a single statement, which sees one snapshot. */
export class SqlResourceReader implements ResourceReader {
  readonly #session: SqlSession;
  readonly #finds: FindStatements;

  constructor(session: SqlSession, { finds }: { readonly finds: FindStatements }) {
    this.#session = session;
    this.#finds = finds;
  }

  async find(query: Query): Promise<Found> {
    const rows = await this.#session.send<SelectedRow>(this.#finds.statementOf(query));
    const records = recordsOf(query, rows);
    if (!query.total) return { records };
    return { records, total: query.page === undefined ? records.length : Number(rows[0]?.at(-1)) };
  }
}
