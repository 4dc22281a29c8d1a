// The order of a query, as SQL, in both directions.
import { sql } from 'kysely';
import type { SortKey } from '../../../application/model/query.ts';
import { attributeKind, relationshipOf } from '../../../application/model/schema.ts';
import { comparable } from './condition-sql.ts';
import { list, type Sql } from '../fragment.ts';
import { aliasTable, type TableAlias } from './table-alias.ts';

export interface Order {
  /** The rows that the sort keys are read from, beside the row itself. */
  readonly joins: readonly Sql[];
  /** The sort keys as columns of the select that finds rows. */
  readonly columns: readonly Sql[];
  /** The names of these columns. */
  readonly names: readonly Sql[];
  /** By the sort keys, in the select that finds rows. */
  readonly inner: Sql;
  /** The same from the end. */
  readonly backwards: Sql;
  /** By the columns of a select around it, which has this name. */
  of(name: string): Sql;
}

/** The rows that sort keys are read from, by path. */
type Joins = Map<string, { readonly row: TableAlias; readonly join: Sql }>;

/** NULL is larger than every value in PostgreSQL: last when ascending, first when descending. */
export function orderOf(sort: readonly SortKey[], row: TableAlias): Order {
  const joins: Joins = new Map();
  const keys = sort.map(({ path, attribute, descending }, index) => {
    return { expression: sortKey(path, attribute, row, joins), name: `key${index}`, descending };
  });
  const id = row.attribute('id');
  const along = (expression: Sql, descending: boolean): Sql =>
    descending ? sql`${expression} desc` : sql`${expression} asc`;
  return {
    joins: [...joins.values()].map(({ join }) => join),
    columns: keys.map(({ expression, name }) => sql`${expression} as ${sql.id(name)}`),
    names: keys.map(({ name }) => sql.id(name)),
    inner: list([...keys.map(({ expression, descending }) => along(expression, descending)), id]),
    backwards: list([...keys.map(({ expression, descending }) => along(expression, !descending)), along(id, true)]),
    of: (select) =>
      list([...keys.map(({ name, descending }) => along(sql.id(select, name), descending)), sql.id(select, 'id')]),
  };
}

/** What a sort key compares by. The foreign key has the identifier of the related row, which need not be read for it. */
function sortKey(path: readonly string[], attribute: string, row: TableAlias, joins: Joins): Sql {
  const last = path.at(-1);
  if (last !== undefined && attribute === 'id') return followPath(path.slice(0, -1), row, joins).foreignKey(last);
  const source = followPath(path, row, joins);
  return comparable(attributeKind(source.type, attribute), source.attribute(attribute));
}

/** The row that to-one relationships lead to; each is joined once. A row has at most one of them, so that joining never multiplies rows. */
function followPath(path: readonly string[], start: TableAlias, joins: Joins): TableAlias {
  let current = start;
  for (const [depth, relationship] of path.entries()) {
    const { to, cardinality } = relationshipOf(current.type, relationship);
    if (cardinality !== 'one') throw new Error(`cannot sort by ${relationship}: it leads to many`);
    const key = path.slice(0, depth + 1).join('.');
    const known = joins.get(key);
    const next = known?.row ?? aliasTable(start.tables, to, `joined${joins.size}`);
    const join = sql`left join ${next.from} on ${next.attribute('id')} = ${current.foreignKey(relationship)}`;
    if (known === undefined) joins.set(key, { row: next, join });
    current = next;
  }
  return current;
}
