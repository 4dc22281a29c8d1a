import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isManyToMany, perType, relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';
import type { Dialect } from '../tables/dialect.ts';
import { readableText, sqlKinds } from '../tables/kinds.ts';
import { LINK_COLUMNS } from '../tables/link-table-name.ts';
import type { LinkTable } from '../tables/link-tables.ts';
import {
  commaSeparated,
  placeholder,
  asRead,
  asStore,
  type Slot,
  type Sql,
  type Statement,
} from '../tables/sql-fragment.ts';
import { columnOf, type StoredProperty, type Table, type Tables } from '../tables/tables.ts';

/** Columns by table. Not typed further, because only the entities define them. */
type Columns = Record<string, Record<string, unknown>>;

/** The statements of a repository, compiled once per table, with placeholders for values. Rows are text. */
export interface TableStatements {
  /** Takes the values of `Table.properties`. Its row holds identifier, version and stamps. */
  readonly add: Statement;
  /** Takes lists of identifiers: of rows, and of the members of each of `memberships`. Its rows hold identifier, version and `Table.properties`. */
  readonly lock: Statement;
  /** The one-to-many relationships. */
  readonly memberships: readonly string[];
  /** Takes lists of identifiers, of versions, and of the values of each of `Table.properties`. If the table has stamps, its rows hold id and stamps. */
  readonly save: Statement;
  /** Takes identifiers. */
  readonly remove: Statement;
  /** By to-one relationship. */
  readonly targets: Readonly<Record<string, TargetStatements>>;
  /** By many-to-many relationship, on either side. */
  readonly links: Readonly<Record<string, LinkStatements>>;
}

/** Their rows hold one identifier. */
export interface TargetStatements {
  /** Takes identifiers of the related type. */
  readonly referringTo: Statement;
  /** Takes identifiers. */
  readonly targetsOf: Statement;
}

/** The statements for the links of a many-to-many relationship. */
export interface LinkStatements {
  /** Takes identifiers. Returns rows with the identifiers of the declaring side and of the other side. */
  readonly all: Statement;
  /** Takes identifiers of this side and of the other side. Returns rows like `all`. */
  readonly among: Statement;
  /** Takes two lists of equal length: identifiers of the declaring side and of the other side. */
  readonly add: Statement;
  /** Takes the same as `add`. */
  readonly remove: Statement;
}

export type Statements = Readonly<Record<ResourceType, TableStatements>>;

export function compileStatements(kysely: Kysely<unknown>, tables: Tables, dialect: Dialect): Statements {
  const db = kysely.$extendTables<Columns>();
  return perType((type) => tableStatements(db, type, tables, dialect));
}

function tableStatements(db: Kysely<Columns>, type: ResourceType, tables: Tables, dialect: Dialect): TableStatements {
  const table = tables[type];
  const { name, properties, foreignKeys } = table;
  const values = properties.map(({ name: property, column, kind }) => {
    return readableText(kind, sql.ref(column), dialect).as(property);
  });
  const assigned = [sql`id::text`.as('id'), sql`version::text`.as('version')];
  const memberships = relationshipNames(type, 'many').filter((each) => !isManyToMany(relationshipOf(type, each)));
  const given = Object.fromEntries(
    properties.map(({ column, stamped }, slot) => [
      column,
      stamped === undefined ? placeholder(slot) : sql`coalesce(${placeholder(slot)}::timestamptz, ${NOW})`,
    ]),
  );
  const stamps = stampsIn(table);
  return {
    // Citus allows only immutable functions in `returning`; formatting a date is not immutable.
    add: db
      .insertInto(name)
      .values(given)
      .returning([...assigned, ...stamps.map(({ name: stamp, column }) => millisOf(sql.ref(column)).as(stamp))])
      .compile(),
    lock: asRead(
      db
        .selectFrom(name)
        .select([...assigned, ...values])
        .where('id', '=', anyIn([identifiers(0), ...holders(type, memberships, tables)]))
        .orderBy(sql.ref(`${name}.id`))
        // "no key" does not block inserting rows that refer to this one.
        .forNoKeyUpdate()
        .compile(),
    ),
    memberships,
    save: stamps.length === 0 ? asStore(saveQuery(table).compile(db)) : saveQuery(table).compile(db),
    remove: asStore(db.deleteFrom(name).where('id', '=', anyOf(0)).compile()),
    targets: Object.fromEntries(
      Object.entries(foreignKeys).map(([relationship, column]) => [relationship, targetStatements(db, table, column)]),
    ),
    links: Object.fromEntries(
      Object.entries(table.links).map(([relationship, linkTable]) => [relationship, linkStatements(db, linkTable)]),
    ),
  };
}

/** The time of the transaction, to the millisecond. */
export const NOW = sql`date_trunc('milliseconds', now())`;

/** The columns that the statements stamp. */
export function stampsIn({ properties }: Pick<Table, 'properties'>): readonly StoredProperty[] {
  return properties.filter(({ stamped }) => stamped !== undefined);
}

/** Milliseconds since 1970, as text. */
export function millisOf(column: Sql): RawBuilder<string> {
  return sql`round(extract(epoch from ${column} - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint::text`;
}

/** Updates any number of rows at once. */
function saveQuery(table: Pick<Table, 'name' | 'properties'>): Sql {
  const { name, properties } = table;
  const columns = [
    { column: 'id', type: sqlKinds.identifier.type },
    { column: 'version', type: sqlKinds.identifier.type },
    ...properties.map(({ column, kind }) => ({ column, type: sqlKinds[kind].type })),
  ];
  const names = columns.map(({ column }) => sql.id(column));
  const lists = columns.map(({ type }, slot) => sql`${placeholder(slot)}::${type}[]`);
  const assignments = [
    sql`${sql.id('version')} = saved.${sql.id('version')}`,
    ...properties.map(({ column, stamped }) => {
      const given = sql`saved.${sql.id(column)}`;
      const value = stamped === undefined ? given : sql`coalesce(${given}, greatest(${sql.id(name, column)}, ${NOW}))`;
      return sql`${sql.id(column)} = ${value}`;
    }),
  ];
  const stamps = stampsIn(table).map(({ column }) => sql`${millisOf(sql.id(name, column))} as ${sql.id(column)}`);
  const id = sql`${sql.id(name, 'id')}::text as id`;
  const returning = stamps.length === 0 ? sql`` : sql` returning ${commaSeparated([id, ...stamps])}`;
  return sql`update ${sql.table(name)} set ${commaSeparated(assignments)}
    from unnest(${commaSeparated(lists)}) as saved (${commaSeparated(names)}) where ${sql.id(name, 'id')} = saved.id${returning}`;
}

function targetStatements(db: Kysely<Columns>, { name }: Table, column: string): TargetStatements {
  return {
    referringTo: asRead(
      db
        .selectFrom(name)
        .select(sql`id::text`.as('id'))
        .where(column, '=', anyOf(0))
        .orderBy(sql.ref(`${name}.id`))
        .compile(),
    ),
    targetsOf: asRead(
      db
        .selectFrom(name)
        .select(sql`${sql.ref(column)}::text`.as('id'))
        .distinct()
        .where('id', '=', anyOf(0))
        .where(column, 'is not', null)
        .compile(),
    ),
  };
}

function linkStatements(db: Kysely<Columns>, { name, own, other }: LinkTable): LinkStatements {
  const { from, to } = LINK_COLUMNS;
  const found = db
    .selectFrom(name)
    .select([sql`${sql.ref(from)}::text`.as('from'), sql`${sql.ref(to)}::text`.as('to')])
    .where(own, '=', anyOf(0))
    .orderBy(sql.ref(`${name}.${from}`))
    .orderBy(sql.ref(`${name}.${to}`));
  const columns = sql`${sql.id(from)}, ${sql.id(to)}`;
  const given = sql`unnest(${identifiers(0)}, ${identifiers(1)}) as given (${columns})`;
  return {
    all: asRead(found.compile()),
    among: asRead(found.where(other, '=', anyOf(1)).compile()),
    // `values` inserts one row for each pair. Citus refuses parameters in an `insert … select`.
    add: asStore(
      sql`insert into ${sql.table(name)} (${columns}) values (unnest(${identifiers(0)}), unnest(${identifiers(1)}))`.compile(
        db,
      ),
    ),
    remove: asStore(
      sql`delete from ${sql.table(name)} where (${columns}) in (select ${columns} from ${given})`.compile(db),
    ),
  };
}

/** For each slot after the first, an array of the resources that its members are linked to. */
function holders(type: ResourceType, memberships: readonly string[], tables: Tables): readonly Sql[] {
  return memberships.map((relationship, index) => {
    const { to, inverse } = relationshipOf(type, relationship);
    const { name, foreignKeys } = tables[to];
    const column = sql.ref(columnOf(foreignKeys, inverse));
    return sql`array(select ${column} from ${sql.table(name)} where id = ${anyOf(index + 1)} and ${column} is not null)`;
  });
}

function anyOf(slot: Slot): RawBuilder<string> {
  return anyIn([identifiers(slot)]);
}

/** Concatenates the arrays, because no index would be used with `or` between them. */
function anyIn(arrays: readonly Sql[]): RawBuilder<string> {
  return sql`any(${sql.join(arrays, sql` || `)})`;
}

function identifiers(slot: Slot): Sql {
  return sql`${placeholder(slot)}::bigint[]`;
}
