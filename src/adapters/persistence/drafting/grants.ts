// The grants that the serving role needs after a migration, as in docs/operations.md.
import type { DatabaseTable, SchemaDifference } from '@mikro-orm/sql';
import type { TableModel } from '../tables/table-model.ts';
import { isLinks, isResource, type SqlDialect } from './table-sql.ts';

const ROLE = 'jsonapi_service';

/** The lines of the grants on new tables and columns of resources. */
export function grantsOf(
  { newTables, changedTables }: SchemaDifference,
  { unused = {} }: TableModel,
  { quote }: SqlDialect,
): readonly string[] {
  const used = ({ name: table }: DatabaseTable, columns: readonly string[]): readonly string[] => {
    const [, omitted = []] = Object.entries(unused).find(([type]) => type === table) ?? [];
    return columns.filter((name) => !['id', 'version', ...omitted].includes(name));
  };
  const on = (privilege: string, columns: readonly string[]): string =>
    `${privilege} (${columns.map(quote).join(', ')})`;
  const created = Object.values(newTables).filter(isResource);
  const extended = Object.values(changedTables).filter(({ toTable }) => isResource(toTable));
  return [
    ...created.flatMap((table) => {
      const columns = used(
        table,
        table.getColumns().map(({ name }) => name),
      );
      return grant(quote(table.name), [
        on('select', ['id', ...columns, 'version']),
        ...(columns.length === 0 ? [] : [on('insert', columns)]),
        on('update', [...columns, 'version']),
        'delete',
      ]);
    }),
    ...Object.values(newTables)
      .filter(isLinks)
      .map(({ name }) => `grant select, insert, delete on ${quote(name)} to ${ROLE};`),
    ...created.map(({ name }) => `grant select on ${quote(`${name}_count`)} to ${ROLE};`),
    ...extended.flatMap(({ toTable, addedColumns }) => {
      const columns = used(toTable, Object.keys(addedColumns));
      if (columns.length === 0) return [];
      return grant(
        quote(toTable.name),
        ['select', 'insert', 'update'].map((privilege) => on(privilege, columns)),
      );
    }),
  ];
}

function grant(table: string, rights: readonly string[]): readonly string[] {
  const lines = rights.map((right, index) => `${index === 0 ? 'grant' : ' '} ${right}`);
  return [...lines.join(',\n').split('\n'), `  on ${table} to ${ROLE};`];
}
