import type { ResourceRecord } from '../../application/query/query.ts';
import { hasIdentifier } from '../../application/query/filter.ts';
import { changeSql } from './change-sql.ts';
import type { DatabaseDescription } from './database-description.ts';
import { findSql } from './find-sql.ts';
import { readRows, type SelectedRow } from './read-rows.ts';
import type { TypedSelection } from './selection-sql.ts';
import type { SqlSession } from './sql-session.ts';

/** Changes attributes of one row and shows it as one state; undefined when there is no such row. */
export async function changeRow(
  session: SqlSession,
  database: DatabaseDescription,
  id: string,
  changes: object,
  selection: TypedSelection,
): Promise<ResourceRecord | undefined> {
  const [changed] = await session.run(changeSql(id, { ...changes }, selection, database));
  if (changed === undefined) return undefined;
  const query = { ...selection, filter: hasIdentifier(id), sort: [], page: undefined, total: false };
  const read = async (): Promise<SelectedRow | undefined> =>
    (await session.run(findSql(query, database.tables, database.dialect)))[0];
  const shown = changed.at(-1) === 'true' ? changed : await read();
  return shown === undefined ? undefined : readRows(selection, [shown]).records[0];
}
