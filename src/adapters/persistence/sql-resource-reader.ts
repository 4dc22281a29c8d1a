import type { ResourceReader } from '../../application/ports/resource-reader.ts';
import type { Found, Query } from '../../application/model/query.ts';
import type { FindStatements } from './find-statements.ts';
import { readRows, type SelectedRow } from './read-rows.ts';
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
    const found = readRows(query, rows);
    if (!query.total) return found;
    return { ...found, total: query.page === undefined ? found.records.length : totalIn(rows) };
  }
}

/** A page beyond the last has a row for the total. Only the first page can have none: then nothing matches. */
function totalIn([first]: readonly SelectedRow[]): number {
  return first === undefined ? 0 : Number(first.at(-1));
}
