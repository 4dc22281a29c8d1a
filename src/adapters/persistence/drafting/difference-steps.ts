// The steps of a migration: additions in the style of the existing migrations, other changes as MikroORM writes them.
import type { Column, DatabaseTable, IndexDef, SchemaDifference, TableDifference } from '@mikro-orm/sql';
import {
  attributesAmong,
  createDeclaredIndex,
  createSortIndex,
  createTable,
  defineColumn,
  isResource,
  isText,
  type SqlDialect,
} from './table-sql.ts';

export type Step =
  | { readonly kind: 'statement'; readonly sql: string; readonly caution?: string | undefined }
  /** Calls a function of `migrations/helpers.ts`. */
  | { readonly kind: 'index text'; readonly table: string; readonly column: string }
  | { readonly kind: 'count rows'; readonly table: string };

/** The steps from the present tables to those that the entities describe, in an order that works. */
export function stepsOf(difference: SchemaDifference, dialect: SqlDialect): readonly Step[] {
  const { newTables, changedTables, removedTables } = difference;
  const changed = Object.values(changedTables);
  const rest = {
    ...difference,
    newTables: {},
    changedTables: Object.fromEntries(Object.entries(changedTables).map(([name, table]) => [name, restOf(table)])),
  };
  return [
    ...Object.values(newTables).flatMap((table) => addTable(table, dialect)),
    ...changed.flatMap((table) => renameColumns(table, dialect)),
    ...dialect.statements(rest).map((sql) => statement(sql, CAUTIONS.find(([what]) => what.test(sql))?.[1])),
    ...Object.values(removedTables)
      .filter(isResource)
      .flatMap((table) => dropCount(table, dialect)),
    ...changed.flatMap((table) => sortAnew(table, dialect)),
    ...changed.flatMap((table) => addColumns(table, dialect)),
  ];
}

const CAUTIONS = [
  [/^alter table .* drop column|^drop table/, 'Loses data.'],
  [/^alter table .* set not null$/, 'Fails where it is unset.'],
] as const;

function addTable(table: DatabaseTable, dialect: SqlDialect): readonly Step[] {
  return [
    statement(createTable(table, dialect)),
    ...table.getChecks().map((check) => statement(dialect.createCheck(table, check))),
    ...addIndexes(table, table.getColumns(), table.getIndexes(), dialect),
    ...(isResource(table) ? [{ kind: 'count rows', table: table.name } as const] : []),
  ];
}

function addColumns(difference: TableDifference, dialect: SqlDialect): readonly Step[] {
  const { toTable: table, addedColumns, addedIndexes } = difference;
  const columns = Object.values(addedColumns);
  return [
    ...columns.map((column) =>
      statement(
        `alter table ${dialect.quote(table.name)} add column ${defineColumn(table, column, dialect)}`,
        isRequired(column)
          ? 'Fails where there are rows: add it as nullable, fill it, then set it not null.'
          : undefined,
      ),
    ),
    ...addIndexes(table, columns, Object.values(addedIndexes), dialect),
  ];
}

function addIndexes(
  table: DatabaseTable,
  columns: readonly Column[],
  indexes: readonly IndexDef[],
  dialect: SqlDialect,
): readonly Step[] {
  const declared = indexes.filter(({ primary }) => !primary);
  return [
    ...declared.map((index) => statement(createDeclaredIndex(table, index, dialect))),
    ...attributesAmong(columns, table).flatMap((column): readonly Step[] => [
      statement(createSortIndex(table, column, dialect)),
      ...(isText(column) ? [{ kind: 'index text', table: table.name, column: column.name } as const] : []),
    ]),
  ];
}

/** The index to sort by depends on whether an attribute can be unset. */
function sortAnew({ toTable: table, changedColumns }: TableDifference, dialect: SqlDialect): readonly Step[] {
  const columns = Object.values(changedColumns)
    .filter(({ changedProperties }) => changedProperties.has('nullable'))
    .map(({ column }) => column);
  return attributesAmong(columns, table).flatMap((column) => [
    statement(`drop index ${dialect.quote(`${table.name}_${column.name}`)}`),
    statement(createSortIndex(table, column, dialect)),
  ]);
}

/** Renames columns with their indexes: those of words and trigrams are found by name. */
function renameColumns({ toTable: table, renamedColumns }: TableDifference, { quote }: SqlDialect): readonly Step[] {
  const indexOf = (column: string, end: string): string => quote(`${table.name}_${column}${end}`);
  return Object.entries(renamedColumns).flatMap(([before, { name: after }]) => [
    statement(
      `alter table ${quote(table.name)} rename column ${quote(before)} to ${quote(after)}`,
      'A guess: one column is gone, and a similar one is new.',
    ),
    ...['', '_words', '_text'].map((end) =>
      statement(`alter index if exists ${indexOf(before, end)} rename to ${indexOf(after, end)}`),
    ),
  ]);
}

/** Drops what remains of a count after its table has been dropped, along with the table's triggers or counting view. */
function dropCount({ name }: DatabaseTable, { quote }: SqlDialect): readonly Step[] {
  const of = (end: string): string => quote(`count_${name}_${end}`);
  return [
    statement(`drop table if exists ${quote(`${name}_count`)}`),
    statement(`drop function if exists ${of('change')}(), ${of('elsewhere')}(bigint), ${of('none')}()`),
  ];
}

/** The part that neither `renameColumns` nor `addColumns` handles. */
function restOf(difference: TableDifference): TableDifference {
  const { addedColumns, addedForeignKeys } = difference;
  const isOfNewColumn = (columnNames: readonly string[]): boolean =>
    columnNames.some((name) => Object.hasOwn(addedColumns, name));
  return {
    ...difference,
    addedColumns: {},
    renamedColumns: {},
    addedIndexes: {},
    addedForeignKeys: Object.fromEntries(
      Object.entries(addedForeignKeys).filter(([, { columnNames }]) => !isOfNewColumn(columnNames)),
    ),
  };
}

function isRequired(column: Column): boolean {
  return column.nullable !== true && typeof column.default !== 'string';
}

function statement(sql: string, caution?: string): Step {
  return { kind: 'statement', sql, caution };
}
