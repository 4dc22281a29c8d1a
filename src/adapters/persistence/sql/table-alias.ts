import { sql } from 'kysely';
import { relationshipOf, type ResourceType } from '#domain/schema';
import type { Sql } from '../tables/sql-fragment.ts';
import { columnOf, type Tables } from '../tables/tables.ts';

/** The table of a resource type under an alias. */
export interface TableAlias {
  readonly tables: Tables;
  readonly type: ResourceType;
  /** The number of enclosing `related` conditions; makes its alias unique. */
  readonly depth: number;
  /** `table as alias`. */
  readonly from: Sql;
  /** The column of the version. */
  readonly version: Sql;
  /** The column of an attribute. */
  attribute(name: string): Sql;
  /** True if an attribute can be unset. */
  isNullable(attribute: string): boolean;
  /** The column of a to-one relationship. */
  foreignKey(relationship: string): ForeignKey;
}

/** The related rows of a to-many relationship. */
export interface RelatedRows {
  /** A related row. */
  readonly row: TableAlias;
  /** The tables of the related rows. */
  readonly from: Sql;
  /** The tables that hold their identifiers, but not always their other columns. */
  readonly fromLinks: Sql;
  /** The identifier of a related row, in both of these. */
  readonly id: Sql;
  /** The identifier of the row that it is related to, in both of these. Null if there is none. */
  readonly relatedTo: Sql;
}

/** Not an `Sql`, so that it cannot be used as linkage: the row that it names may be out of reach. */
export interface ForeignKey {
  readonly to: ResourceType;
  /** The column, for joins and for conditions, which apply to rows out of reach as well. */
  readonly unchecked: Sql;
}

const VERSION = 'version';

/** @param alias unique within the statement */
export function aliasTable(tables: Tables, type: ResourceType, alias: string, depth = 0): TableAlias {
  const { name, columns, foreignKeys, nullable } = tables[type];
  return {
    tables,
    type,
    depth,
    from: sql`${sql.table(name)} as ${sql.id(alias)}`,
    version: sql.id(alias, VERSION),
    attribute: (attribute) => sql.id(alias, columnOf(columns, attribute)),
    isNullable: (attribute) => nullable.has(attribute),
    foreignKey: (relationship) => ({
      to: relationshipOf(type, relationship).to,
      unchecked: sql.id(alias, columnOf(foreignKeys, relationship)),
    }),
  };
}

/** @param alias the alias of the related rows, unique within the statement */
export function relatedRows(
  tables: Tables,
  { type, relationship }: { readonly type: ResourceType; readonly relationship: string },
  alias: string,
  depth = 0,
): RelatedRows {
  const { to, inverse } = relationshipOf(type, relationship);
  const row = aliasTable(tables, to, alias, depth);
  const table = tables[type].links[relationship];
  if (table === undefined) {
    const { from } = row;
    return { row, from, fromLinks: from, id: row.attribute('id'), relatedTo: row.foreignKey(inverse).unchecked };
  }
  const links = `${alias}_link`;
  const id = sql.id(links, table.other);
  const fromLinks = sql`${sql.table(table.name)} as ${sql.id(links)}`;
  return {
    row,
    from: sql`${fromLinks} join ${row.from} on ${row.attribute('id')} = ${id}`,
    fromLinks,
    id,
    relatedTo: sql.id(links, table.own),
  };
}
