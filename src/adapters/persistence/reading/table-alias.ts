import { sql } from 'kysely';
import type { ResourceType } from '../../../application/model/schema.ts';
import { columnOf, type Tables } from '../tables.ts';
import type { Sql } from '../fragment.ts';

/** One row of a resource's table as a statement names it. */
export interface TableAlias {
  readonly tables: Tables;
  readonly type: ResourceType;
  /** How many `related` conditions stand around it; part of its name. */
  readonly depth: number;
  /** Table and name, for `from`. */
  readonly from: Sql;
  /** The column of an attribute. */
  attribute(name: string): Sql;
  /** The column of a to-one relationship. */
  foreignKey(relationship: string): Sql;
}

/** A row of a type's table under a name that is used nowhere else in the statement. */
export function aliasTable(tables: Tables, type: ResourceType, alias: string, depth = 0): TableAlias {
  const { name, columns, foreignKeys } = tables[type];
  return {
    tables,
    type,
    depth,
    from: sql`${sql.table(name)} as ${sql.id(alias)}`,
    attribute: (attribute) => sql.id(alias, columnOf(columns, attribute)),
    foreignKey: (relationship) => sql.id(alias, columnOf(foreignKeys, relationship)),
  };
}

/** A row that a condition on another row asks for. Its name is unique among the rows around it. */
export function aliasRelated({ tables, depth }: TableAlias, type: ResourceType): TableAlias {
  return aliasTable(tables, type, `related${depth + 1}`, depth + 1);
}
