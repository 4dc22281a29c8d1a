// SQL for new columns and indexes, in the style of the other migrations.
import type { CheckDef, Column, DatabaseTable, ForeignKey, IndexDef, SchemaDifference } from '@mikro-orm/sql';
import { LINK_COLUMNS } from '../tables/link-table-name.ts';
import { LONGEST_INDEXED } from '../tables/longest-indexed.ts';

/** The parts of SQL that come from the database or MikroORM. */
export interface SqlDialect {
  /** Quotes a name that SQL would otherwise change or take for a keyword. */
  readonly quote: (name: string) => string;
  /** The statements of a difference. */
  readonly statements: (difference: SchemaDifference) => readonly string[];
  readonly createIndex: (table: DatabaseTable, index: IndexDef) => string;
  readonly createCheck: (table: DatabaseTable, check: CheckDef) => string;
}

/** True if a table belongs to a resource, so it is counted, sorted and searched. Only these have versions. */
export function isResource(table: DatabaseTable): boolean {
  return table.hasColumn('id') && table.hasColumn('version');
}

/** True if a table stores the links of a many-to-many relationship. */
export function isLinks(table: DatabaseTable): boolean {
  const columns = table.getColumns().map(({ name }) => name);
  return columns.join() === Object.values(LINK_COLUMNS).join();
}

export function isText({ type }: Column): boolean {
  return /^(varchar|text)/.test(type);
}

export function isNumeric({ type }: Column): boolean {
  return type.startsWith('numeric');
}

/** True if the column has free text, which is searched, and not one of several choices. */
export function isSearched(column: Column): boolean {
  return isText(column) && (column.enumItems ?? []).length === 0;
}

/** True if all values of the column fit in the indexes for sorting and searching. */
export function isIndexed({ length }: Column): boolean {
  return (length ?? 0) <= LONGEST_INDEXED;
}

/** The columns that are attributes of a resource, which lists can be sorted by. */
export function attributesAmong(columns: readonly Column[], table: DatabaseTable): readonly Column[] {
  if (!isResource(table)) return [];
  return columns.filter(
    (column) => !['id', 'version'].includes(column.name) && foreignKeyOf(table, column) === undefined,
  );
}

/** @param isLater true if a foreign key refers to a table that is created later; such keys are left out */
export function createTable(
  table: DatabaseTable,
  dialect: SqlDialect,
  isLater: (key: ForeignKey) => boolean = () => false,
): string {
  const columns = table.getColumns();
  const definitions = columns.map((column) => defineColumn(table, column, dialect, isLater));
  const key = table.getPrimaryKey()?.columnNames ?? [];
  if (key.length > 1) definitions.push(`primary key (${listed(key, dialect)})`);
  return `create table ${dialect.quote(table.name)} (\n  ${definitions.join(',\n  ')}\n)`;
}

/** Defines a column, as in `create table` and `add column`. */
export function defineColumn(
  table: DatabaseTable,
  column: Column,
  { quote }: SqlDialect,
  isLater: (key: ForeignKey) => boolean = () => false,
): string {
  const { name, type, collation, generated, primary, nullable, default: standard } = column;
  const foreignKey = foreignKeyOf(table, column);
  return [
    quote(name),
    type,
    ...(collation === undefined ? [] : [`collate "${collation}"`]),
    ...(generated === 'identity' ? ['generated always as identity'] : []),
    ...(primary === true && !isLinks(table) ? ['primary key'] : nullable === true ? [] : ['not null']),
    ...(typeof standard === 'string' ? [`default ${standard}`] : []),
    ...(foreignKey === undefined || isLater(foreignKey) ? [] : [refer(table, foreignKey, quote)]),
  ].join(' ');
}

/** Adds a foreign key to an existing table. */
export function createForeignKey(table: DatabaseTable, key: ForeignKey, { quote }: SqlDialect): string {
  const columns = listed(key.columnNames, { quote });
  return `alter table ${quote(table.name)} add constraint ${quote(key.constraintName)} foreign key (${columns}) ${references(key, quote)}`;
}

/** The name of the table that a foreign key refers to. */
export function targetOf({ referencedTableName }: ForeignKey): string {
  return referencedTableName.replace(/^.*\./, '');
}

/** An index or a unique constraint that an entity declares. */
export function createDeclaredIndex(table: DatabaseTable, index: IndexDef, dialect: SqlDialect): string {
  const { keyName, columnNames, unique, expression, columns, where, type, include, deferMode } = index;
  const isPlain = [expression, columns, where, type, include].every((each) => each === undefined);
  if (!isPlain) return dialect.createIndex(table, index);
  const [name, of, keys] = [dialect.quote(keyName), dialect.quote(table.name), listed(columnNames, dialect)];
  return unique
    ? `alter table ${of} add constraint ${name} unique (${keys})${deferMode === undefined ? '' : ` deferrable initially ${deferMode}`}`
    : `create index ${name} on ${of} (${keys})`;
}

/** Creates the index for sorting by an attribute: by code point, then by identifier, with unset values last. */
export function createSortIndex(table: DatabaseTable, column: Column, { quote }: SqlDialect): string {
  const key = [
    quote(column.name),
    ...(isText(column) ? ['collate "C"'] : []),
    ...(column.nullable === true ? ['desc'] : []),
  ];
  return `create index ${quote(`${table.name}_${column.name}`)} on ${quote(table.name)} (${key.join(' ')}, id)`;
}

function refer(table: DatabaseTable, foreignKey: ForeignKey, quote: SqlDialect['quote']): string {
  const { constraintName, columnNames } = foreignKey;
  const isNamedByItself = constraintName === `${table.name}_${columnNames.join('_')}_fkey`;
  return [...(isNamedByItself ? [] : [`constraint ${quote(constraintName)}`]), references(foreignKey, quote)].join(' ');
}

function references(foreignKey: ForeignKey, quote: SqlDialect['quote']): string {
  const { referencedColumnNames, deleteRule, deferMode } = foreignKey;
  return [
    `references ${quote(targetOf(foreignKey))} (${listed(referencedColumnNames, { quote })})`,
    ...(deleteRule === undefined || deleteRule === 'no action' ? [] : [`on delete ${deleteRule}`]),
    ...(deferMode === undefined ? [] : [`deferrable initially ${deferMode}`]),
  ].join(' ');
}

function foreignKeyOf(table: DatabaseTable, { name }: Column): ForeignKey | undefined {
  return Object.values(table.getForeignKeys()).find(({ columnNames }) => columnNames.join() === name);
}

function listed(names: readonly string[], { quote }: Pick<SqlDialect, 'quote'>): string {
  return names.map((name) => quote(name)).join(', ');
}
