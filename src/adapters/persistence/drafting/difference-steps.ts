// Turns a schema difference into migration steps. Additions follow the style of the existing migrations; MikroORM writes the other changes.
import type { Column, DatabaseTable, ForeignKey, IndexDef, SchemaDifference, TableDifference } from '@mikro-orm/sql';
import { cautionOf } from './cautions.ts';
import { checksOfNewColumns, movedIndexes, withoutNewColumns } from './new-columns.ts';
import { typesOfOtherShape } from './other-shape.ts';
import {
  attributesAmong,
  createDeclaredIndex,
  createForeignKey,
  createSortIndex,
  createTable,
  defineColumn,
  isIndexed,
  isNumeric,
  isResource,
  isSearched,
  isText,
  targetOf,
  type SqlDialect,
} from './table-sql.ts';

export type Step =
  | { readonly kind: 'statement'; readonly sql: string; readonly caution?: string | undefined }
  /** Calls a function of `tables/migrations/helpers.ts`. */
  | { readonly kind: 'index text'; readonly table: string; readonly column: string }
  | { readonly kind: 'count rows'; readonly table: string }
  /** Comes before `set not null`. Fails if that would fail, and reports the number of rows. */
  | { readonly kind: 'refuse unset'; readonly table: string; readonly column: string }
  /** Comes last: the stored states of these types in the changes feed do not fit the new columns. */
  | { readonly kind: 'erase changes'; readonly types: readonly string[] };

/** The steps that turn the current tables into those that the entities describe, ordered so that each step can run. */
export function stepsOf(difference: SchemaDifference, dialect: SqlDialect): readonly Step[] {
  const { newTables, changedTables, removedTables } = difference;
  const changed = Object.values(changedTables);
  const rest = {
    ...difference,
    newTables: {},
    changedTables: Object.fromEntries(
      Object.entries(changedTables).map(([name, table]) => [name, withoutNewColumns(table)]),
    ),
  };
  const reindexed = changed.flatMap((table) => reindex(table, dialect));
  return [
    ...changed.flatMap((table) => freeNames(table, Object.values(newTables), dialect)),
    ...addTables(Object.values(newTables), dialect),
    ...changed.flatMap((table) => renameColumns(table, dialect)),
    ...reindexed.flatMap(({ drop }) => drop),
    ...changed.flatMap((table) => [...keepDecimals(table, dialect), ...dropDefaults(table, dialect)]),
    // MikroORM lists a foreign key to a dropped table twice.
    ...[...new Set(dialect.statements(rest))].flatMap((sql) => [
      ...refuseUnset(sql),
      statement(refusing(sql), cautionOf(sql, changed)),
    ]),
    ...Object.values(removedTables)
      .filter(isResource)
      .flatMap((table) => dropCount(table, dialect)),
    ...reindexed.flatMap(({ create }) => create),
    ...changed.flatMap((table) => addColumns(table, dialect)),
    ...eraseChanges(difference),
  ];
}

function eraseChanges(difference: SchemaDifference): readonly Step[] {
  const types = typesOfOtherShape(difference);
  return types.length === 0 ? [] : [{ kind: 'erase changes', types }];
}

function refuseUnset(sql: string): readonly Step[] {
  const [, table, column] = /^alter table "?([^" ]+)"? alter column "?([^" ]+)"? set not null$/.exec(sql) ?? [];
  return table === undefined || column === undefined ? [] : [{ kind: 'refuse unset', table, column }];
}

/** A smaller scale would silently round stored numbers, so their decimals are checked first. */
function keepDecimals({ toTable: table, changedColumns }: TableDifference, { quote }: SqlDialect): readonly Step[] {
  return Object.values(changedColumns).flatMap(({ column, fromColumn }) => {
    const scale = decimalsIn(column);
    if (![column, fromColumn].some(isNumeric) || scale >= decimalsIn(fromColumn)) return [];
    const [of, check] = [quote(table.name), quote(`${table.name}_${column.name}_scale`)];
    const number = `${quote(column.name)}${isText(fromColumn) ? '::numeric' : ''}`;
    return [
      statement(
        `alter table ${of} add constraint ${check} check (${number} = round(${number}, ${scale}))`,
        'Fails if a stored number has more decimals.',
      ),
      statement(`alter table ${of} drop constraint ${check}`),
    ];
  });
}

/** The most decimals that a number in the column can have. */
function decimalsIn(column: Column): number {
  if (isText(column)) return Infinity;
  return isNumeric(column) ? (column.scale ?? 0) : 0;
}

/** Drops the default of a column before its type changes, because PostgreSQL may be unable to convert the default. */
function dropDefaults({ toTable: table, changedColumns }: TableDifference, { quote }: SqlDialect): readonly Step[] {
  return Object.values(changedColumns)
    .filter(({ changedProperties }) => changedProperties.has('type') && changedProperties.has('default'))
    .filter(({ column, fromColumn }) => hasDefault(column) && hasDefault(fromColumn))
    .map(({ column }) => statement(`alter table ${quote(table.name)} alter column ${quote(column.name)} drop default`));
}

const CAST = / using \(".*"::varchar\(\d+\)\)$/;

/** Removes an explicit cast, which would truncate texts that are too long. Without the cast, the statement fails. */
function refusing(sql: string): string {
  return sql.replace(CAST, '');
}

/**
 * Drops indexes whose names new tables need, because a many-to-many relationship can replace an attribute of the same name. Dropping the column
 * would drop the index too late.
 */
function freeNames(
  { fromTable, removedColumns }: TableDifference,
  tables: readonly DatabaseTable[],
  { quote }: SqlDialect,
): readonly Step[] {
  return Object.keys(removedColumns)
    .map((column) => `${fromTable.name}_${column}`)
    .filter((index) => tables.some(({ name }) => name === index))
    .map((index) => statement(`drop index ${quote(index)}`));
}

/** If tables refer to each other, foreign keys to tables that are created later are added at the end. */
function addTables(tables: readonly DatabaseTable[], dialect: SqlDialect): readonly Step[] {
  const places = new Map(tables.map(({ name }, place) => [name, place]));
  const isLater = (table: DatabaseTable, key: ForeignKey): boolean =>
    (places.get(targetOf(key)) ?? -1) > (places.get(table.name) ?? -1);
  return [
    ...tables.flatMap((table) => addTable(table, (key) => isLater(table, key), dialect)),
    ...tables.flatMap((table) =>
      Object.values(table.getForeignKeys())
        .filter((key) => isLater(table, key))
        .map((key) => statement(createForeignKey(table, key, dialect))),
    ),
  ];
}

function addTable(table: DatabaseTable, isLater: (key: ForeignKey) => boolean, dialect: SqlDialect): readonly Step[] {
  return [
    statement(createTable(table, dialect, isLater)),
    ...table.getChecks().map((check) => statement(dialect.createCheck(table, check))),
    ...addIndexes(table, table.getColumns(), table.getIndexes(), dialect),
    ...(isResource(table) ? [{ kind: 'count rows', table: table.name } as const] : []),
  ];
}

function addColumns(difference: TableDifference, dialect: SqlDialect): readonly Step[] {
  const { toTable: table, addedColumns, addedIndexes, renamedColumns } = difference;
  const columns = Object.values(addedColumns);
  const renamed = Object.values(renamedColumns).map(({ name }) => `${table.name}_${name}`);
  const indexes = [...Object.values(addedIndexes), ...movedIndexes(difference)].filter(
    ({ keyName }) => !renamed.includes(keyName),
  );
  return [
    ...columns.map((column) =>
      statement(
        `alter table ${dialect.quote(table.name)} add column ${defineColumn(table, column, dialect)}`,
        isRequired(column)
          ? 'Fails if the table has rows: add the column as nullable, fill it, then set it to not null.'
          : undefined,
      ),
    ),
    ...checksOfNewColumns(difference).map((check) => statement(dialect.createCheck(table, check))),
    ...addIndexes(table, columns, indexes, dialect, 'Fails if two rows have the same values.'),
  ];
}

function addIndexes(
  table: DatabaseTable,
  columns: readonly Column[],
  indexes: readonly IndexDef[],
  dialect: SqlDialect,
  cautionOfUnique?: string,
): readonly Step[] {
  const declared = indexes.filter(({ primary }) => !primary);
  return [
    ...declared.map((index) =>
      statement(createDeclaredIndex(table, index, dialect), index.unique ? cautionOfUnique : undefined),
    ),
    ...attributesAmong(columns, table)
      .filter(isIndexed)
      .flatMap((column) => indexColumn(table, column, dialect)),
  ];
}

function indexColumn(table: DatabaseTable, column: Column, dialect: SqlDialect): readonly Step[] {
  return [
    statement(createSortIndex(table, column, dialect)),
    ...(isSearched(column) ? [{ kind: 'index text', table: table.name, column: column.name } as const] : []),
  ];
}

interface Reindexing {
  readonly drop: readonly Step[];
  readonly create: readonly Step[];
}

/**
 * Rebuilds the indexes of changed attributes. The sort index depends on whether the attribute is nullable. Texts also have search indexes, but a text
 * that is too long has no index at all.
 */
function reindex({ toTable: table, changedColumns }: TableDifference, dialect: SqlDialect): readonly Reindexing[] {
  return Object.values(changedColumns).map(({ column, fromColumn, changedProperties }) => {
    if (attributesAmong([column], table).length === 0) return { drop: [], create: [] };
    // The trigram index is missing if the extension pg_trgm is not installed.
    const drop = (end = ''): Step =>
      statement(`drop index if exists ${dialect.quote(`${table.name}_${column.name}${end}`)}`);
    if (isIndexed(fromColumn) !== isIndexed(column) || isSearched(fromColumn) !== isSearched(column))
      return {
        drop: isIndexed(fromColumn) ? [drop(), ...(isSearched(fromColumn) ? ['_words', '_text'].map(drop) : [])] : [],
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

function isRequired(column: Column): boolean {
  return column.nullable !== true && !hasDefault(column);
}

function hasDefault({ default: standard }: Column): boolean {
  return typeof standard === 'string';
}

function statement(sql: string, caution?: string): Step {
  return { kind: 'statement', sql, caution };
}
