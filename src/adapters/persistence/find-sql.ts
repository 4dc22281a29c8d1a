// One statement for any query. The inner select finds the rows of the page, the outer one reads what is wanted of them, so that rows
// passed over cost nothing but their place in the order.
import type { Filter } from '../../application/query/filter.ts';
import type { Page, Query, SortKey } from '../../application/query/query.ts';
import { attributeKind, relationshipOf } from '../../application/schema/schema.ts';
import type { Dialect } from './dialect.ts';
import { comparable, filterSql } from './filter-sql.ts';
import { storedRow, type StoredRow } from './stored-row.ts';
import { columnsOf, selectedOf, type SelectedRow } from './selection-sql.ts';
import type { Tables } from './tables.ts';
import { joinSql, nameSql, sql, type Sql } from './sql.ts';

/**
 * The statement of a query. Its rows have the columns `id`, `attribute0`, … and `linkage0`, … in the order of the query's members (linkage
 * as comma-separated identifiers), and `total` when there is a page and the total is wanted; then a page without rows is one row without `id`.
 */
export function findSql(
  query: Query,
  tables: Tables,
  dialect: Dialect,
): Sql<SelectedRow & { readonly total?: string }> {
  const { type, page, total } = query;
  const row = storedRow(tables, type, 'row');
  const order = orderOf(query.sort, row);
  const filter = filterSql(query.filter, row);
  const outputs = selectedOf(query, tables, dialect);
  const found = sql`${joinSql([...columnsOf(query, row), ...order.columns])} from ${joinSql([row.from, ...order.joins], ' ')} where ${filter}`;
  if (page === undefined) return sql`select ${outputs} from (select ${found}) page order by ${order.outer}`;
  const limits = sql`order by ${order.inner} limit ${page.size}::bigint offset ${offsetOf(page)}::bigint`;
  if (!total) return sql`select ${outputs} from (select ${found} ${limits}) page order by ${order.outer}`;
  if (isSearch(query.filter)) {
    const keys = sql`${joinSql([sql`id`, ...order.names])}`;
    return sql`with matches as materialized (
        select ${joinSql([sql`${row.attribute('id')} as id`, ...order.columns])} from ${joinSql([row.from, ...order.joins], ' ')} where ${filter})
      select total.number::text as total, ${outputs}
      from (select count(*) as number from matches) total
      left join lateral (
        select ${joinSql([...columnsOf(query, row), ...order.names])} from (
          select ${keys} from matches where total.number > ${offsetOf(page)}::bigint
          order by ${order.among} limit ${page.size}::bigint offset ${offsetOf(page)}::bigint
        ) found inner join ${row.from} on ${row.attribute('id')} = found.id
      ) page on true
      order by ${order.outer}`;
  }
  return sql`select total.number::text as total, ${outputs}
    from (${countSql(query, row, filter)}) total
    left join lateral (select ${found} and total.number > ${offsetOf(page)}::bigint ${limits}) page on true
    order by ${order.outer}`;
}

/**
 * Whether a filter searches texts or related resources. Such a search costs more than its matches, so they are found once and then counted
 * and sorted; other conditions are evaluated again for the page, whose first rows an index may give in their order.
 */
function isSearch(filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.some(isSearch);
    case 'not':
      return isSearch(filter.filter);
    case 'related':
      return true;
    case 'text':
      return filter.comparison !== 'startsWith';
    case 'unset':
    case 'in':
    case 'compare':
      return false;
  }
}

/** How many rows match. All rows need no counting: the database knows how many there are, in this snapshot too. */
function countSql({ type, filter }: Query, row: StoredRow, condition: Sql): Sql {
  if (filter.kind === 'and' && filter.filters.length === 0)
    return sql`select coalesce(sum(number), 0) as number from ${nameSql(`${row.tables[type].name}_count`)}`;
  return sql`select count(*) as number from ${row.from} where ${condition}`;
}

const LARGEST_BIGINT = 2n ** 63n - 1n;

/** How many rows come before the page; there are fewer rows than an SQL `bigint` can count. */
function offsetOf({ size, number }: Page): string {
  const offset = BigInt(number - 1) * BigInt(size);
  return String(offset < LARGEST_BIGINT ? offset : LARGEST_BIGINT);
}

interface Order {
  /** The rows that the sort keys are read from, beside the row itself. */
  readonly joins: readonly Sql[];
  /** The sort keys as columns of the inner select. */
  readonly columns: readonly Sql[];
  /** Their names. */
  readonly names: readonly Sql[];
  readonly inner: Sql;
  /** The same by names. */
  readonly among: Sql;
  /** The same of a page. */
  readonly outer: Sql;
}

/** NULL is larger than every value in PostgreSQL: last when ascending, first when descending. */
function orderOf(sort: readonly SortKey[], row: StoredRow): Order {
  const joins = new Map<string, { readonly row: StoredRow; readonly join: Sql }>();
  const keys = sort.map(({ path, attribute, descending }, index) => {
    const source = followPath(path, row, joins);
    const expression = comparable(attributeKind(source.type, attribute), source.attribute(attribute));
    return { expression, name: nameSql(`key${index}`), direction: descending ? sql`desc` : sql`asc` };
  });
  return {
    joins: [...joins.values()].map(({ join }) => join),
    columns: keys.map(({ expression, name }) => sql`${expression} as ${name}`),
    inner: joinSql([...keys.map(({ expression, direction }) => sql`${expression} ${direction}`), row.attribute('id')]),
    names: keys.map(({ name }) => name),
    among: joinSql([...keys.map(({ name, direction }) => sql`${name} ${direction}`), sql`id`]),
    outer: joinSql([...keys.map(({ name, direction }) => sql`page.${name} ${direction}`), sql`page.id`]),
  };
}

/** The row that to-one relationships lead to; each is joined once. A row has at most one of them, so that joining never multiplies rows. */
function followPath(
  path: readonly string[],
  start: StoredRow,
  joins: Map<string, { readonly row: StoredRow; readonly join: Sql }>,
): StoredRow {
  let current = start;
  for (const [depth, relationship] of path.entries()) {
    const { to, cardinality } = relationshipOf(current.type, relationship);
    if (cardinality !== 'one') throw new Error(`cannot sort by ${relationship}: it leads to many`);
    const key = path.slice(0, depth + 1).join('.');
    const known = joins.get(key);
    const next = known?.row ?? storedRow(start.tables, to, `joined${joins.size}`);
    const join = sql`left join ${next.from} on ${next.attribute('id')} = ${current.foreignKey(relationship)}`;
    if (known === undefined) joins.set(key, { row: next, join });
    current = next;
  }
  return current;
}
