// Changes the attributes of one row in one statement that also shows the row. The statement's snapshot is older than a lock that it may have
// waited for; so it tells whether the row was changed meanwhile, in which case what it shows of other tables may be out of date.
import { attributeKind } from '../../application/schema/schema.ts';
import type { Dialect } from './dialect.ts';
import { PARAMETERS } from './filter-sql.ts';
import type { SelectedRow } from './read-rows.ts';
import { columnsOf, selectedOf, type TypedSelection } from './selection-sql.ts';
import { joinSql, nameSql, sql, type Sql } from './sql.ts';
import { storedRow } from './stored-row.ts';
import { columnOf, type Tables } from './tables.ts';

/**
 * The statement. Its row has the selected columns, and behind them `true` when all that it shows is of one state.
 * @param changes new values by attribute; `null` is unset
 * @returns no row when there is none with the identifier
 */
export function changeSql(
  id: string,
  changes: Readonly<Record<string, string | null>>,
  selection: TypedSelection,
  { tables, dialect }: { readonly tables: Tables; readonly dialect: Dialect },
): Sql<SelectedRow> {
  const { type } = selection;
  const { name: table, columns } = tables[type];
  const row = storedRow(tables, type, 'row');
  const seen = storedRow(tables, type, 'seen');
  const changed = Object.entries(changes).map(([name, value]) => {
    const kind = attributeKind(type, name);
    return {
      name,
      column: nameSql(columnOf(columns, name)),
      value: value === null ? sql`null` : PARAMETERS[kind](value),
    };
  });
  const versionAfter = (before: typeof row, alias: string): Sql => {
    const differences = changed.map(({ name, value }) => sql`${before.attribute(name)} is distinct from ${value}`);
    return differences.length === 0
      ? sql`${nameSql(alias, 'version')}`
      : sql`${nameSql(alias, 'version')} + (${joinSql(differences, ' or ')})::integer`;
  };
  const assignments = changed.map(({ column, value }) => sql`${column} = ${value}`);
  return sql`with page as (
      update ${nameSql(table)} as "row"
      set ${joinSql([...assignments, sql`version = ${versionAfter(row, 'row')}`])}
      from ${seen.from}
      where ${row.attribute('id')} = ${id}::bigint and ${seen.attribute('id')} = ${row.attribute('id')}
      returning ${joinSql(columnsOf(selection, row))}, "row".version = ${versionAfter(seen, 'seen')} as current
    )
    select ${selectedOf(selection, tables, dialect)}, page.current::text as current from page`;
}
