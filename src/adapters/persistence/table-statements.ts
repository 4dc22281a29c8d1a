import { sql, type Kysely, type RawBuilder } from 'kysely';
import { perOwned, typeOf, type OwnedRelationship } from '../../application/model/owned-resources.ts';
import type { Dialect } from './connection/dialect.ts';
import type { Statement } from './connection/send.ts';
import { list, placeholder, type Sql } from './fragment.ts';
import { SQL_TYPES, wireText } from './reading/condition-sql.ts';
import { columnOf, type Table, type Tables } from './tables.ts';

/** Columns by table; only the entities know which there are. */
type Columns = Record<string, Record<string, unknown>>;

/** The statements of a repository, compiled once per table, with placeholders for values. Rows are text. */
export interface TableStatements {
  /** Takes the values of `Table.properties`. Its row holds identifier and version. */
  readonly add: Statement;
  /** Takes identifiers. Its rows hold identifier, version and `Table.properties`. */
  readonly lock: Statement;
  /** Takes lists: of identifiers, of versions, and of the values of each of `Table.properties`. */
  readonly save: Statement;
  /** Takes identifiers. */
  readonly remove: Statement;
}

/** Further statements for a table of items, which persons own. Their rows hold one identifier. */
export interface OwnedStatements extends TableStatements {
  /** Takes identifiers of persons. */
  readonly ownedBy: Statement;
  /** Takes identifiers. */
  readonly ownersOf: Statement;
}

export interface Statements {
  readonly persons: TableStatements;
  /** By relationship. */
  readonly owned: Readonly<Record<OwnedRelationship, OwnedStatements>>;
}

export function compileStatements(kysely: Kysely<unknown>, tables: Tables, dialect: Dialect): Statements {
  const db = kysely.$extendTables<Columns>();
  return {
    persons: tableStatements(db, tables.person, dialect),
    owned: perOwned((relationship) => {
      const table = tables[typeOf(relationship)];
      return { ...tableStatements(db, table, dialect), ...ownedStatements(db, table) };
    }),
  };
}

function tableStatements(db: Kysely<Columns>, { name, properties }: Table, dialect: Dialect): TableStatements {
  const values = properties.map(({ name: property, column, kind }) => {
    const text = wireText(kind, sql.ref(column));
    return (kind === 'text' ? dialect.readText(text) : text).as(property);
  });
  const assigned = [sql`id::text`.as('id'), sql`version::text`.as('version')];
  const given = Object.fromEntries(properties.map(({ column }, slot) => [column, placeholder(slot)]));
  return {
    // Citus allows only immutable functions in `returning`, which formatting a date is not.
    add: db.insertInto(name).values(given).returning(assigned).compile(),
    lock: db
      .selectFrom(name)
      .select([...assigned, ...values])
      .where('id', '=', anyOf(0))
      .orderBy(sql.ref(`${name}.id`))
      // "no key" does not block inserting rows that refer to this one.
      .forNoKeyUpdate()
      .compile(),
    save: saveQuery({ name, properties }).compile(db),
    remove: db.deleteFrom(name).where('id', '=', anyOf(0)).compile(),
  };
}

/** Updates any number of rows at once. */
function saveQuery({ name, properties }: Pick<Table, 'name' | 'properties'>): Sql {
  const columns = [
    { column: 'id', type: SQL_TYPES.identifier },
    { column: 'version', type: SQL_TYPES.identifier },
    ...properties.map(({ column, kind }) => ({ column, type: SQL_TYPES[kind] })),
  ];
  const names = columns.map(({ column }) => sql.id(column));
  const lists = columns.map(({ type }, slot) => sql`${placeholder(slot)}::${type}[]`);
  const assignments = names.slice(1).map((column) => sql`${column} = saved.${column}`);
  return sql`update ${sql.table(name)} set ${list(assignments)}
    from unnest(${list(lists)}) as saved (${list(names)}) where ${sql.id(name, 'id')} = saved.id`;
}

function ownedStatements(db: Kysely<Columns>, table: Table): Pick<OwnedStatements, 'ownedBy' | 'ownersOf'> {
  const { name } = table;
  const owner = columnOf(table.foreignKeys, 'owner');
  return {
    ownedBy: db
      .selectFrom(name)
      .select(sql`id::text`.as('id'))
      .where(owner, '=', anyOf(0))
      .orderBy(sql.ref(`${name}.id`))
      .compile(),
    ownersOf: db
      .selectFrom(name)
      .select(sql`${sql.ref(owner)}::text`.as('id'))
      .distinct()
      .where('id', '=', anyOf(0))
      .where(owner, 'is not', null)
      .compile(),
  };
}

function anyOf(slot: number): RawBuilder<string> {
  return sql`any(${placeholder(slot)}::bigint[])`;
}
