// The statement for a cursor page. It reads from the position in the direction of the page, and one row beyond its end.
import { sql } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';
import { readableText } from '../tables/kinds.ts';
import { commaSeparated, type Sql } from '../tables/sql-fragment.ts';
import type { Tables } from '../tables/tables.ts';
import { conditionSql } from './condition-sql.ts';
import { foreignKeysOf, isSearch, joinRows, keysOf, totalOf, type PageParts, type QueryShape } from './find-query.ts';
import { orderBy, rangesBehind, readingOf, type CursorPageShape } from './keyset.ts';
import { orderOf, type Order } from './order.ts';
import { innerColumns, outerColumns } from './selection.ts';
import { aliasTable } from './table-alias.ts';

/** A query for a cursor page with slots in place of the values of filter and position. */
export interface CursorQueryShape extends Omit<QueryShape, 'page'> {
  readonly page: CursorPageShape;
}

/**
 * Its rows have the selected columns, then those that `decodePageInfo` reads, with the total if the query asks for it. If
 * there are no records, the only row has just the total; without a total there is no row.
 */
export function cursorQuery(shape: CursorQueryShape, tables: Tables, dialect: Dialect): Sql {
  const { type, sort, page, condition, reachable } = shape;
  const row = aliasTable(tables, type, 'row');
  const order = orderOf(sort, row, reachable);
  const parts: PageParts = {
    row,
    order,
    columns: innerColumns(shape, row),
    matching: sql`from ${sql.join([row.from, ...order.joins], sql` `)} where ${conditionSql(condition, row)}`,
  };
  const outputs = commaSeparated([
    outerColumns(shape, tables, dialect, order.of('page')),
    ...pageInfoColumns(order, page.size, dialect),
  ]);
  const limit = sql.lit(BigInt(page.size) + 1n);
  const nearest = sql`table ahead order by ${orderBy(readingOf('ahead', order, page))} limit ${sql.lit(page.size)}`;
  if (shape.total && isSearch(condition)) {
    const matches = foreignKeysOf(shape, tables) ?? keysOf(parts);
    return sql`with matches as materialized (${matches}), ahead as materialized (${nextMatches(parts, page, limit)})
      select ${outputs}, total.number::text as total from (select count(*) as number from matches) total
      left join (${nearest}) found on true ${joinRows(parts)} order by ${order.of('page')}`;
  }
  const ahead = sql`with ${aheadOf(parts, page, limit)}`;
  if (!shape.total) return sql`${ahead} select ${outputs} from (${nearest}) page order by ${order.of('page')}`;
  return sql`${ahead} select ${outputs}, total.number::text as total from (${totalOf(condition, row)}) total
    left join (${nearest}) page on true order by ${order.of('page')}`;
}

/** The sort keys of the row as text, then `true` if there are more rows than fit on the page. */
function pageInfoColumns({ keys }: Order, size: number, dialect: Dialect): readonly Sql[] {
  const texts = keys.map(({ kind, name }, index) => {
    const text = readableText(kind, sql.id('page', name), dialect);
    return sql`${text} as ${sql.id(`position${index}`)}`;
  });
  return [...texts, sql`((select count(*) from ahead) > ${sql.lit(size)})::text as more`];
}

/** Common table expressions; `ahead` has the next rows. A range is read only if those before it have too few rows. */
function aheadOf({ row, order, columns, matching }: PageParts, page: CursorPageShape, limit: Sql): Sql {
  const select = sql`select ${commaSeparated([...columns, ...order.columns])} ${matching}`;
  const ranges = rangesBehind(readingOf(row, order, page), page.placement).map(
    ({ condition, order: inOrder }, index) => {
      const earlier = Array.from({ length: index }, (_, before) => sql`(select count(*) from ${rangeName(before)})`);
      const conditions = [
        ...(condition === undefined ? [] : [condition]),
        ...(index === 0 ? [] : [sql`${sql.join(earlier, sql` + `)} < ${limit}`]),
      ].map((each) => sql` and ${each}`);
      return sql`${select}${sql.join(conditions, sql``)} order by ${inOrder} limit ${limit}`;
    },
  );
  const [only] = ranges;
  if (only !== undefined && ranges.length === 1) return sql`ahead as materialized (${only})`;
  const named = ranges.map((range, index) => sql`${rangeName(index)} as materialized (${range})`);
  const tables = ranges.map((_, index) => sql`table ${rangeName(index)}`);
  return commaSeparated([...named, sql`ahead as materialized (${sql.join(tables, sql` union all `)})`]);
}

function rangeName(index: number): Sql {
  return sql.id(`range${index}`);
}

/** The keys of the next rows of `matches`, which has no index. */
function nextMatches({ order }: PageParts, page: CursorPageShape, limit: Sql): Sql {
  const keys = readingOf('matches', order, page);
  const [range] = rangesBehind([{ ...keys[0], index: undefined }, ...keys.slice(1)], page.placement);
  const condition = range?.condition ?? sql`true`;
  return sql`select ${commaSeparated([sql`id`, ...order.names])} from matches where ${condition} order by ${orderBy(keys)} limit ${limit}`;
}
