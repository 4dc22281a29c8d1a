// The steps of a migration: what is new in the style of the other migrations, all other changes as MikroORM writes them.
import type { Column, DatabaseTable, ForeignKey, IndexDef, SchemaDifference, TableDifference } from '@mikro-orm/sql';

export type Step =
  | { readonly kind: 'statement'; readonly sql: string; readonly caution?: string | undefined }
  /** Calls a function of `migrations/helpers.ts`. */
  | { readonly kind: 'index text'; readonly table: string; readonly column: string }
  | { readonly kind: 'count rows'; readonly table: string };

/** What only a database or MikroORM can say. */
export interface SchemaSql {
  /** Quotes a name where it would be a keyword. */
  readonly quote: (name: string) => string;
  /** The statements of a difference. */
  readonly statements: (difference: SchemaDifference) => readonly string[];
}

const DROPS = /^alter table \S+ drop column|^drop table/;

/** The steps from the present tables to those of a difference, in an order in which they can be carried out. */
export function stepsOf(difference: SchemaDifference, schemaSql: SchemaSql): readonly Step[] {
  const { newTables, changedTables } = difference;
  const changed = Object.values(changedTables);
  const rest = {
    ...difference,
    newTables: {},
    changedTables: Object.fromEntries(Object.entries(changedTables).map(([name, table]) => [name, restOf(table)])),
  };
  return [
    ...createTables(Object.values(newTables), schemaSql),
    ...schemaSql.statements(rest).map((sql) => statement(sql, DROPS.test(sql) ? 'Loses data.' : undefined)),
    ...changed.flatMap((table) => addColumns(table, schemaSql)),
  ];
}

/** Without what `addColumns` does. */
function restOf(difference: TableDifference): TableDifference {
  return {
    ...difference,
    addedColumns: {},
    addedIndexes: {},
    addedForeignKeys: withoutKeys(difference.addedForeignKeys, ({ columnNames: [column = ''] }) =>
      Object.hasOwn(difference.addedColumns, column),
    ),
  };
}

function withoutKeys<Value>(values: Readonly<Record<string, Value>>, isOut: (value: Value) => boolean) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isOut(value)));
}

function createTables(tables: readonly DatabaseTable[], schemaSql: SchemaSql): readonly Step[] {
  return tables.flatMap((table) => {
    const columns = table.getColumns().map((column) => `  ${columnOf(table, column, schemaSql)}`);
    return [
      statement(`create table ${schemaSql.quote(table.name)} (\n${columns.join(',\n')}\n)`),
      ...createIndexes(table, table.getIndexes(), schemaSql),
      ...(isResource(table) ? searchable(table, table.getColumns(), schemaSql) : []),
      ...(isResource(table) ? [{ kind: 'count rows', table: table.name } as const] : []),
    ];
  });
}

function addColumns({ toTable, addedColumns, addedIndexes }: TableDifference, schemaSql: SchemaSql): readonly Step[] {
  const columns = Object.values(addedColumns);
  return [
    ...columns.map((column) =>
      statement(
        `alter table ${schemaSql.quote(toTable.name)} add column ${columnOf(toTable, column, schemaSql)}`,
        isRequired(column)
          ? 'Fails where there are rows: add it as nullable, fill it, and set it not null.'
          : undefined,
      ),
    ),
    ...createIndexes(toTable, Object.values(addedIndexes), schemaSql),
    ...(isResource(toTable) ? searchable(toTable, columns, schemaSql) : []),
  ];
}

function columnOf(table: DatabaseTable, column: Column, schemaSql: SchemaSql): string {
  const foreignKey = foreignKeyOf(table, column);
  return [
    schemaSql.quote(column.name),
    column.type,
    ...(column.collation === undefined ? [] : [`collate "${column.collation}"`]),
    ...(column.generated === 'identity' ? ['generated always as identity'] : []),
    ...(column.primary === true ? ['primary key'] : column.nullable === true ? [] : ['not null']),
    ...(typeof column.default === 'string' ? [`default ${column.default}`] : []),
    ...(foreignKey === undefined ? [] : [referenceOf(table, foreignKey, schemaSql)]),
  ].join(' ');
}

function referenceOf(table: DatabaseTable, foreignKey: ForeignKey, schemaSql: SchemaSql): string {
  const { constraintName, columnNames, referencedTableName, referencedColumnNames, deleteRule } = foreignKey;
  const isNamed = constraintName !== `${table.name}_${columnNames.join('_')}_fkey`;
  return [
    ...(isNamed ? [`constraint ${constraintName}`] : []),
    `references ${schemaSql.quote(referencedTableName.replace(/^.*\./, ''))} (${referencedColumnNames.map(schemaSql.quote).join(', ')})`,
    ...(deleteRule === undefined ? [] : [`on delete ${deleteRule}`]),
  ].join(' ');
}

function createIndexes(table: DatabaseTable, indexes: readonly IndexDef[], schemaSql: SchemaSql): readonly Step[] {
  return indexes
    .filter(({ primary }) => !primary)
    .map((index) => {
      const { keyName, columnNames, unique } = index;
      const keys = columnNames.map(schemaSql.quote);
      return statement(
        unique
          ? `alter table ${schemaSql.quote(table.name)} add constraint ${keyName} unique (${keys.join(', ')})`
          : createIndex(table.name, keyName, keys, schemaSql),
      );
    });
}

/** The indexes to sort and to search by: see `docs/adding-a-resource.md`. */
function searchable(table: DatabaseTable, columns: readonly Column[], schemaSql: SchemaSql): readonly Step[] {
  return columns
    .filter((column) => column.primary !== true && column.name !== 'version' && !foreignKeyOf(table, column))
    .flatMap((column): readonly Step[] => {
      const isText = /^(varchar|text)/.test(column.type);
      const collation = isText ? ' collate "C"' : '';
      const direction = column.nullable === true ? ' desc' : '';
      const keys = [`${schemaSql.quote(column.name)}${collation}${direction}`, 'id'];
      return [
        statement(createIndex(table.name, `${table.name}_${column.name}`, keys, schemaSql)),
        ...(isText ? [{ kind: 'index text', table: table.name, column: column.name } as const] : []),
      ];
    });
}

function createIndex(table: string, name: string, keys: readonly string[], schemaSql: SchemaSql): string {
  return `create index ${name} on ${schemaSql.quote(table)} (${keys.join(', ')})`;
}

function foreignKeyOf(table: DatabaseTable, { name }: Column): ForeignKey | undefined {
  return Object.values(table.getForeignKeys()).find(({ columnNames }) => columnNames.join() === name);
}

/** Tables of resources are counted, sorted and searched; they have versions. */
function isResource(table: DatabaseTable): boolean {
  return table.hasColumn('id') && table.hasColumn('version');
}

function isRequired(column: Column): boolean {
  return column.nullable !== true && typeof column.default !== 'string';
}

function statement(sql: string, caution?: string): Step {
  return { kind: 'statement', sql, caution };
}
