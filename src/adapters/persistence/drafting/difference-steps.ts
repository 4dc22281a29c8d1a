// Turns a schema difference into migration steps. Additions follow the style of the existing migrations; MikroORM writes the other changes.
import type { Column, DatabaseTable, IndexDef, SchemaDifference, TableDifference } from '@mikro-orm/sql';
import {
  attributesAmong,
  createDeclaredIndex,
  createSortIndex,
  createTable,
  defineColumn,
  isIndexed,
  isResource,
  isText,
  type SqlDialect,
} from './table-sql.ts';

export type Step =
  | { readonly kind: 'statement'; readonly sql: string; readonly caution?: string | undefined }
  /** Calls a function of `tables/migrations/helpers.ts`. */
  | { readonly kind: 'index text'; readonly table: string; readonly column: string }
  | { readonly kind: 'count rows'; readonly table: string };

/** The steps that turn the current tables into those that the entities describe, ordered so that each step can run. */
export function stepsOf(difference: SchemaDifference, dialect: SqlDialect): readonly Step[] {
  const { newTables, changedTables, removedTables } = difference;
  const changed = Object.values(changedTables);
  const rest = {
    ...difference,
    newTables: {},
    changedTables: Object.fromEntries(Object.entries(changedTables).map(([name, table]) => [name, restOf(table)])),
  };
  const reindexed = changed.flatMap((table) => reindex(table, dialect));
  return [
    ...Object.values(newTables).flatMap((table) => addTable(table, dialect)),
    ...changed.flatMap((table) => renameColumns(table, dialect)),
    ...reindexed.flatMap(({ drop }) => drop),
    // MikroORM lists a foreign key to a dropped table twice.
    ...[...new Set(dialect.statements(rest))].map((sql) => statement(refusing(sql), cautionOf(sql, changed))),
    ...Object.values(removedTables)
      .filter(isResource)
      .flatMap((table) => dropCount(table, dialect)),
    ...reindexed.flatMap(({ create }) => create),
    ...changed.flatMap((table) => addColumns(table, dialect)),
  ];
}

const CAST = / using \(".*"::varchar\(\d+\)\)$/;

const CAUTIONS = [
  [/^alter table .* drop column|^drop table/, 'Loses data.'],
  [/^alter table .* set not null$/, 'Fails if a row has no value in this column.'],
  [
    /^alter table .* add constraint .* references/,
    'Fails, or keeps links to the wrong rows, unless you empty the column first.',
  ],
  [/^alter table .* alter column .* type (?!varchar)/, 'Fails if a stored value cannot be converted.'],
] as const;

function cautionOf(sql: string, changed: readonly TableDifference[]): string | undefined {
  const shortened = changed
    .flatMap(({ changedColumns }) => Object.values(changedColumns))
    .filter(({ fromColumn }) => isText(fromColumn))
    .filter(({ column, fromColumn }) => (column.length ?? Infinity) < (fromColumn.length ?? Infinity));
  if (CAST.test(sql) && shortened.some(({ column }) => sql.includes(` alter column "${column.name}" type `)))
    return 'Fails if a stored text is longer.';
  return CAUTIONS.find(([what]) => what.test(sql))?.[1];
}

/** Removes an explicit cast, which would truncate texts that are too long. Without the cast, the statement fails. */
function refusing(sql: string): string {
  return sql.replace(CAST, '');
}

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
          ? 'Fails if the table has rows: add the column as nullable, fill it, then set it to not null.'
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
    ...attributesAmong(columns, table)
      .filter(isIndexed)
      .flatMap((column) => indexColumn(table, column, dialect)),
  ];
}

function indexColumn(table: DatabaseTable, column: Column, dialect: SqlDialect): readonly Step[] {
  return [
    statement(createSortIndex(table, column, dialect)),
    ...(isText(column) ? [{ kind: 'index text', table: table.name, column: column.name } as const] : []),
  ];
}

interface Reindexing {
  readonly drop: readonly Step[];
  readonly create: readonly Step[];
}

/**
 * Rebuilds the indexes of changed attributes. The sort index depends on whether the attribute is nullable. Texts also have search indexes, but a text that
 * is too long has no index at all.
 */
function reindex({ toTable: table, changedColumns }: TableDifference, dialect: SqlDialect): readonly Reindexing[] {
  return Object.values(changedColumns).map(({ column, fromColumn, changedProperties }) => {
    if (attributesAmong([column], table).length === 0) return { drop: [], create: [] };
    // The trigram index is missing if the extension pg_trgm is not installed.
    const drop = (end = ''): Step =>
      statement(`drop index if exists ${dialect.quote(`${table.name}_${column.name}${end}`)}`);
    if (isIndexed(fromColumn) !== isIndexed(column) || isText(fromColumn) !== isText(column))
      return {
        drop: isIndexed(fromColumn) ? [drop(), ...(isText(fromColumn) ? ['_words', '_text'].map(drop) : [])] : [],
        create: isIndexed(column) ? indexColumn(table, column, dialect) : [],
      };
    const sortsAnew = isIndexed(column) && changedProperties.has('nullable');
    return sortsAnew
      ? { drop: [drop()], create: [statement(createSortIndex(table, column, dialect))] }
      : { drop: [], create: [] };
  });
}

/** Renames columns and their indexes. The word and trigram indexes are looked up by name. */
function renameColumns({ toTable: table, renamedColumns }: TableDifference, { quote }: SqlDialect): readonly Step[] {
  const indexOf = (column: string, end: string): string => quote(`${table.name}_${column}${end}`);
  return Object.entries(renamedColumns).flatMap(([before, { name: after }]) => [
    statement(
      `alter table ${quote(table.name)} rename column ${quote(before)} to ${quote(after)}`,
      'This is a guess: one column was removed, and a similar one was added.',
    ),
    ...['', '_words', '_text'].map((end) =>
      statement(`alter index if exists ${indexOf(before, end)} rename to ${indexOf(after, end)}`),
    ),
  ]);
}

/** Drops the rest of a table's row count. Dropping the table has already removed its triggers or counting view. */
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
