import type { ResourceRecord } from '../../application/model/query.ts';
import { hasIdentifier } from '../../application/model/filter.ts';
import type { KnownStatements } from './known-statements.ts';
import { readRows, type SelectedRow } from './read-rows.ts';
import type { TypedSelection } from './selection-sql.ts';
import type { SqlSession } from './sql-session.ts';

/** Changes attributes of one row and shows it as one state; undefined when there is no such row. */
export async function changeRow(
  session: SqlSession,
  database: KnownStatements,
  id: string,
  changes: object,
  selection: TypedSelection,
): Promise<ResourceRecord | undefined> {
  const [changed] = await session.send<SelectedRow>(database.changes.statementOf(id, { ...changes }, selection));
  if (changed === undefined) return undefined;
  const query = { ...selection, filter: hasIdentifier(id), sort: [], page: undefined, total: false };
  const read = async (): Promise<SelectedRow | undefined> =>
    (await session.send<SelectedRow>(database.finds.statementOf(query)))[0];
  const shown = changed.at(-1) === 'true' ? changed : await read();
  return shown === undefined ? undefined : readRows(selection, [shown]).records[0];
}
