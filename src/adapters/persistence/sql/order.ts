// The order of a query as SQL, in both directions.
import { sql } from 'kysely';
import type { SortKey } from '#application/model/query';
import type { KindName } from '#domain/kinds';
import { attributeKind, endOf, relationshipOf } from '#domain/schema';
import { sqlKinds } from '../tables/kinds.ts';
import { commaSeparated, type Sql } from '../tables/sql-fragment.ts';
import { conditionSql } from './condition-sql.ts';
import type { ConditionByType } from './filter-condition.ts';
import { aliasTable, type TableAlias } from './table-alias.ts';

export interface OrderKey {
  readonly expression: Sql;
  readonly kind: KindName;
  /** The name of its column in the inner select. */
  readonly name: string;
  readonly descending: boolean;
  readonly isNullable: boolean;
  /**
   * The direction of the index on this key and the ascending identifier; undefined if there is none, because the key is
   * in another table.
   */
  readonly index: 'ascending' | 'descending' | undefined;
}

export interface Order {
  readonly keys: readonly OrderKey[];
  /** Left joins of the tables that sort keys are read from. */
  readonly joins: readonly Sql[];
  /** The sort keys as columns of the inner select. */
  readonly columns: readonly Sql[];
  /** The names of these columns. */
  readonly names: readonly Sql[];
  /** `order by` of the inner select. */
  readonly inner: Sql;
  /** The reverse of `inner`. */
  readonly backwards: Sql;
  /** `order by` of an outer select, by the columns of `alias`. */
  of(alias: string): Sql;
}

/** The tables that sort keys are read from. */
interface Joins {
  readonly reachable: ConditionByType;
  /** By relationship path. */
  readonly byPath: Map<string, { readonly row: TableAlias; readonly join: Sql }>;
}

/**
 * PostgreSQL sorts NULL above every value: last when ascending, first when descending.
 * @param reachable the rows that paths of sort keys can reach; for others, the key is unset
 */
export function orderOf(sort: readonly SortKey[], row: TableAlias, reachable: ConditionByType = {}): Order {
  const joins: Joins = { reachable, byPath: new Map() };
  const keys = sort.map(({ path, attribute, descending }, index) => {
    return { ...sortKey(path, attribute, row, joins), name: `key${index}`, descending };
  });
  const id = row.attribute('id');
  return {
    keys,
    joins: [...joins.byPath.values()].map(({ join }) => join),
    columns: keys.map(({ expression, name }) => sql`${expression} as ${sql.id(name)}`),
    names: keys.map(({ name }) => sql.id(name)),
    inner: commaSeparated([...keys.map(({ expression, descending }) => directed(expression, descending)), id]),
    backwards: commaSeparated([
      ...keys.map(({ expression, descending }) => directed(expression, !descending)),
      directed(id, true),
    ]),
    of: (alias) =>
      commaSeparated([
        ...keys.map(({ name, descending }) => directed(sql.id(alias, name), descending)),
        sql.id(alias, 'id'),
      ]),
  };
}

/** An expression as a term of `order by`. */
export function directed(expression: Sql, descending: boolean): Sql {
  return descending ? sql`${expression} desc` : sql`${expression} asc`;
}

type Source = Omit<OrderKey, 'name' | 'descending'>;

function sortKey(path: readonly string[], attribute: string, row: TableAlias, joins: Joins): Source {
  const last = path.at(-1);
  if (last !== undefined && attribute === 'id' && joins.reachable[endOf(path, row.type)] === undefined) {
    // The identifier of a related resource is the foreign key: its row need not be read.
    const expression = followPath(path.slice(0, -1), row, joins).foreignKey(last).unchecked;
    return { expression, kind: 'identifier', isNullable: true, index: path.length === 1 ? 'ascending' : undefined };
  }
  const source = followPath(path, row, joins);
  const kind = attributeKind(source.type, attribute);
  const isNullable = source.isNullable(attribute);
  return {
    expression: sqlKinds[kind].comparable(source.attribute(attribute)),
    kind,
    isNullable: isNullable || last !== undefined,
    index: last !== undefined ? undefined : isNullable ? 'descending' : 'ascending',
  };
}

/** The table at the end of a path of to-one relationships, each step joined once. Such joins never multiply rows. */
function followPath(path: readonly string[], start: TableAlias, joins: Joins): TableAlias {
  let current = start;
  for (const [depth, relationship] of path.entries()) {
    const { to, cardinality } = relationshipOf(current.type, relationship);
    if (cardinality !== 'one') throw new Error(`cannot sort by ${relationship}: it is a to-many relationship`);
    const key = path.slice(0, depth + 1).join('.');
    let joined = joins.byPath.get(key);
    if (joined === undefined) {
      const row = aliasTable(start.tables, to, `joined${joins.byPath.size}`);
      const reached = joins.reachable[to];
      // Without `is true`, PostgreSQL 18 can drop the condition of the next join if this one compares the same column with a constant.
      const isReached = reached === undefined ? sql`` : sql` and (${conditionSql(reached, row)}) is true`;
      const join = sql`left join ${row.from} on ${row.attribute('id')} = ${current.foreignKey(relationship).unchecked}${isReached}`;
      joined = { row, join };
      joins.byPath.set(key, joined);
    }
    current = joined.row;
  }
  return current;
}
