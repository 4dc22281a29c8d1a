// Every query is one statement. An inner select finds the rows of the page, and an outer one reads the selected columns, so
// that rows before the page are only sorted, not read in full. The statements for cursor pages are in `cursor-page-query.ts`.
import { sql } from 'kysely';
import type { NumberedPage, Query } from '#application/model/query';
import { relationshipOf } from '#domain/schema';
import type { Dialect } from '../tables/dialect.ts';
import { commaSeparated, type Sql } from '../tables/sql-fragment.ts';
import type { Tables } from '../tables/tables.ts';
import { conditionSql, matchingRows } from './condition-sql.ts';
import type { Condition } from './filter-condition.ts';
import { orderOf, type Order } from './order.ts';
import { innerColumns, outerColumns, type SelectionShape } from './selection.ts';
import { aliasTable, relatedRows, type RelatedRows, type TableAlias } from './table-alias.ts';

/** A query with slots in place of the values of its filters. */
export interface QueryShape extends Omit<Query, 'filter' | 'page' | keyof SelectionShape>, SelectionShape {
  readonly condition: Condition;
  readonly page: NumberedPage | undefined;
}

/**
 * The statement for a query. Its rows have the selected columns, then the total if the query has a page and asks for it.
 * A page past the end is one row with only the total; the first page has no row when nothing matches.
 */
export function findQuery(shape: QueryShape, tables: Tables, dialect: Dialect): Sql {
  const { type, sort, page, condition, reachable } = shape;
  const row = aliasTable(tables, type, 'row');
  const order = orderOf(sort, row, reachable);
  const outputs = outerColumns(shape, tables, dialect, order.of('page'));
  const columns = innerColumns(shape, row);
  const matching = sql`from ${sql.join([row.from, ...order.joins], sql` `)} where ${conditionSql(condition, row)}`;
  const found = sql`select ${commaSeparated([...columns, ...order.columns])} ${matching}`;
  if (page === undefined) return sql`select ${outputs} from (${found}) page order by ${order.of('page')}`;
  const offset = offsetOf(page);
  // Literals, not parameters: the planner has to know how many rows are wanted.
  const limits = sql`order by ${order.inner} limit ${sql.lit(page.size)} offset ${sql.lit(offset)}`;
  if (!shape.total) return sql`select ${outputs} from (${found} ${limits}) page order by ${order.of('page')}`;
  const parts: NumberedPageParts = { size: page.size, offset, row, order, outputs, columns, matching };
  if (isSearch(condition)) return searchQuery(foreignKeysOf(shape, tables) ?? keysOf(parts), parts);
  const total = totalOf(condition, row);
  if (offset === 0n)
    return sql`select ${outputs}, (${total})::text as total from (${found} ${limits}) page order by ${order.of('page')}`;
  const select = sql`select ${outputs}, total.number::text as total from (${total}) total`;
  if (offset >= DEEP_OFFSET)
    return sql`${select} left join lateral (${deepPage(parts)}) found on true
      ${joinRows(parts)} order by ${order.of('page')}`;
  return sql`${select}
    left join lateral (${found} and total.number > ${sql.lit(offset)} ${limits}) page on true order by ${order.of('page')}`;
}

/** From this offset on, only the keys of the rows before the page are read. */
export const DEEP_OFFSET = 1000n;

/** The parts of the statements for a page. */
export interface PageParts {
  readonly row: TableAlias;
  readonly order: Order;
  readonly columns: readonly Sql[];
  /** `from` and `where` of the inner select. */
  readonly matching: Sql;
}

interface NumberedPageParts extends PageParts {
  readonly size: number;
  readonly offset: bigint;
  readonly outputs: Sql;
}

/** @param keys selects the keys of all matches */
function searchQuery(keys: Sql, parts: NumberedPageParts): Sql {
  const { offset, order, outputs } = parts;
  const matches = sql`with matches as materialized (${keys})`;
  if (offset === 0n)
    return sql`${matches} select ${outputs}, (select count(*) from matches)::text as total
        from (${pageOfMatches(parts, sql`true`)}) found ${joinRows(parts)} order by ${order.of('page')}`;
  return sql`${matches} select ${outputs}, total.number::text as total from (select count(*) as number from matches) total
      left join lateral (${pageOfMatches(parts, sql`total.number > ${sql.lit(offset)}`)}) found on true
      ${joinRows(parts)} order by ${order.of('page')}`;
}

/** Identifiers and sort keys of all matches. */
export function keysOf({ row, order, matching }: PageParts): Sql {
  return sql`select ${commaSeparated([sql`${row.attribute('id')} as id`, ...order.columns])} ${matching}`;
}

/**
 * The keys of all matches of a query that is ordered by identifier and has only a condition on a to-many relationship. They
 * are the foreign keys of the related rows, so the rows themselves need not be read. Undefined for other queries.
 */
export function foreignKeysOf(
  { type, condition, sort }: Pick<QueryShape, 'type' | 'condition' | 'sort'>,
  tables: Tables,
): Sql | undefined {
  const part = onlyPart(condition);
  if (part.kind !== 'related' || sort.length > 0) return undefined;
  const { relationship } = part;
  if (relationshipOf(type, relationship).cardinality === 'one') return undefined;
  const related = relatedRows(tables, { type, relationship }, 'related');
  const { from, where } = matchingLinks(related, part.condition);
  const { relatedTo: key } = related;
  return sql`select distinct ${key} as id from ${from} where ${key} is not null and ${where}`;
}

/** The only part of a condition that does not hold for every row, or the whole condition if there are several. */
function onlyPart(condition: Condition): Condition {
  const parts = condition.kind === 'and' ? condition.conditions.filter((each) => !isEverything(each)) : [];
  const [part = condition, ...further] = parts;
  return further.length === 0 ? part : condition;
}

/** Like `matchingRows`, but looks links up in the order of their index, which halves the time if there are many. */
function matchingLinks(related: RelatedRows, condition: Condition): ReturnType<typeof matchingRows> {
  const matching = matchingRows(related, condition);
  const { row, fromLinks, id } = related;
  if (matching.from === fromLinks) return matching;
  const rowId = row.attribute('id');
  const rows = sql`(select ${rowId} from ${row.from} where ${matching.where} order by ${rowId})`;
  return { from: sql`${rows} as found join ${fromLinks} on ${id} = found.id`, where: sql`true` };
}

function pageOfMatches({ size, offset, order }: NumberedPageParts, condition: Sql): Sql {
  const keys = commaSeparated([sql`id`, ...order.names]);
  return sql`select ${keys} from matches where ${condition} order by ${order.of('matches')} limit ${sql.lit(size)} offset ${sql.lit(offset)}`;
}

/** The keys of a page far from the first, read from the nearer end. */
function deepPage(parts: NumberedPageParts): Sql {
  const { order } = parts;
  const [offset, size] = [sql.lit(parts.offset), sql.lit(parts.size)];
  const keys = keysOf(parts);
  return sql`(${keys} and total.number > ${offset} and total.number / 2 >= ${offset} order by ${order.inner} limit ${size} offset ${offset})
    union all
    (${keys} and total.number > ${offset} and total.number / 2 < ${offset} order by ${order.backwards}
      limit greatest(least(${size}, total.number - ${offset}), 0) offset greatest(total.number - ${offset} - ${size}, 0))`;
}

/** Reads the rows whose keys are `found`. The limit makes PostgreSQL look them up one by one, since it cannot tell how few they are. */
export function joinRows({ row, order, columns }: PageParts): Sql {
  return sql`left join lateral (select ${commaSeparated([...columns, ...order.names])} from ${row.from} where ${row.attribute('id')} = found.id limit 1) page on true`;
}

/**
 * True if a condition searches text or related resources. That is expensive, so the matches are found once, then
 * counted and sorted. Other conditions are evaluated separately for the total and for the page, which an index may give
 * in order.
 */
export function isSearch(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.some(isSearch);
    case 'not':
      return isSearch(condition.condition);
    case 'related':
    case 'like':
    case 'likeFolded':
    case 'words':
      return true;
    case 'unset':
    case 'constant':
    case 'in':
    case 'compare':
    case 'compareTwo':
      return false;
  }
}

/** True if a condition holds for every row. */
export function isEverything(condition: Condition): boolean {
  return condition.kind === 'and' && condition.conditions.length === 0;
}

/** The number of matches. For all rows it is the table's count, kept by triggers or computed by a view. */
export function totalOf(condition: Condition, row: TableAlias): Sql {
  if (isEverything(condition))
    return sql`select coalesce(sum(number), 0) as number from ${sql.table(`${row.tables[row.type].name}_count`)}`;
  return sql`select count(*) as number from ${row.from} where ${conditionSql(condition, row)}`;
}

/** More than any number of rows; still a `bigint` when any page size is added. */
const MAX_OFFSET = 2n ** 62n;

/** The number of rows before the page. */
export function offsetOf({ size, number }: NumberedPage): bigint {
  const offset = BigInt(number - 1) * BigInt(size);
  return offset < MAX_OFFSET ? offset : MAX_OFFSET;
}
