// Changes the attributes of one row in one statement that also shows the row. The statement's snapshot is older than a lock that it may have
// waited for; so it tells whether the row was changed meanwhile, in which case what it shows of other tables may be out of date.
import { attributeKind } from '../../application/model/schema.ts';
import type { DatabaseDescription } from './database-description.ts';
import { SQL_TYPES } from './filter-sql.ts';
import type { SelectedRow } from './read-rows.ts';
import { columnsOf, selectedOf, type TypedSelection } from './selection-sql.ts';
import { Hole, joinSql, nameSql, sql, type Sql } from './sql.ts';
import { storedRow } from './stored-row.ts';
import { columnOf } from './tables.ts';

/** Of the identifier, beside those of attributes. */
export const ID_HOLE = 'id';

/**
 * The statement, with holes for the identifier and, by the names of the attributes, for their new values. Its row has the selected columns, and behind them `true` when all that it shows is of one state.
 * @param names of the attributes that get new values
 * @returns no row when there is none with the identifier
 */
export function changeSql(
  names: readonly string[],
  selection: TypedSelection,
  { tables, dialect }: DatabaseDescription,
): Sql<SelectedRow> {
  const { type } = selection;
  const { name: table, columns } = tables[type];
  const row = storedRow(tables, type, 'row');
  const seen = storedRow(tables, type, 'seen');
  const changed = names.map((name) => ({
    name,
    column: nameSql(columnOf(columns, name)),
    value: sql`${new Hole(name)}::${SQL_TYPES[attributeKind(type, name)]}`,
  }));
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
      where ${row.attribute('id')} = ${new Hole(ID_HOLE)}::bigint and ${seen.attribute('id')} = ${row.attribute('id')}
      returning ${joinSql(columnsOf(selection, row))}, "row".version = ${versionAfter(seen, 'seen')} as current
    )
    select ${selectedOf(selection, tables, dialect)}, page.current::text as current from page`;
}
