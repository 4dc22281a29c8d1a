// One statement for any question. An inner select finds the rows of the page, the outer one reads what is wanted of them, so that rows
// passed over cost nothing but their place in the order.
import { sql } from 'kysely';
import type { Page, Query } from '../../../application/model/query.ts';
import { relationshipOf } from '../../../application/model/schema.ts';
import type { Dialect } from '../connection/dialect.ts';
import type { Tables } from '../tables.ts';
import { conditionSql } from './condition-sql.ts';
import type { Condition } from './condition.ts';
import { list, literal, type Sql } from '../fragment.ts';
import { orderOf, type Order } from './order.ts';
import { aliasTable, type TableAlias } from './table-alias.ts';
import { columnsOf, selectedOf } from './selection.ts';

/** A query without its values. */
export interface Question extends Omit<Query, 'filter'> {
  readonly condition: Condition;
}

/**
 * The statement of a question. Its rows have the selected columns, and behind them the total, when there is a page and the total is wanted; then
 * a page without rows is one row without an identifier, but for the first one, which has none only where nothing matches.
 */
export function findQuery(question: Question, tables: Tables, dialect: Dialect): Sql {
  const row = aliasTable(tables, question.type, 'row');
  const order = orderOf(question.sort, row);
  const outputs = selectedOf(question, tables, dialect, order.of('page'));
  const columns = columnsOf(question, row);
  const matching = sql`from ${sql.join([row.from, ...order.joins], sql` `)} where ${conditionSql(question.condition, row)}`;
  const found = sql`select ${list([...columns, ...order.columns])} ${matching}`;
  const { page } = question;
  if (page === undefined) return sql`select ${outputs} from (${found}) page order by ${order.of('page')}`;
  const offset = offsetOf(page);
  const limits = sql`order by ${order.inner} limit ${literal(page.size)} offset ${literal(offset)}`;
  if (!question.total) return sql`select ${outputs} from (${found} ${limits}) page order by ${order.of('page')}`;
  const asked = { page, row, order, columns, matching };
  const select = sql`select ${outputs}, total.number::text as total`;
  if (isSearch(question.condition)) {
    const matches = sql`with matches as materialized (${ownersOf(question, tables) ?? keysOf(asked)})`;
    if (offset === 0n)
      return sql`${matches} select ${outputs}, (select count(*) from matches)::text as total
        from (${pageOfMatches(asked, sql`true`)}) found ${lookUp(asked)} order by ${order.of('page')}`;
    return sql`${matches} ${select} from (select count(*) as number from matches) total
      left join lateral (${pageOfMatches(asked, sql`total.number > ${literal(offset)}`)}) found on true
      ${lookUp(asked)} order by ${order.of('page')}`;
  }
  const total = countOf(question, row);
  if (offset === 0n)
    return sql`select ${outputs}, (${total})::text as total from (${found} ${limits}) page order by ${order.of('page')}`;
  if (offset >= DEEP)
    return sql`${select} from (${total}) total left join lateral (${deepPage(asked)}) found on true
      ${lookUp(asked)} order by ${order.of('page')}`;
  return sql`${select} from (${total}) total
    left join lateral (${found} and total.number > ${literal(offset)} ${limits}) page on true order by ${order.of('page')}`;
}

/** From here on rows that are passed over are not looked at, but only their keys. */
const DEEP = 1000n;

interface Asked {
  readonly page: Page;
  readonly row: TableAlias;
  readonly order: Order;
  readonly columns: readonly Sql[];
  /** From where, and on which condition. */
  readonly matching: Sql;
}

/** Identifier and sort keys of all that match. */
function keysOf({ row, order, matching }: Asked): Sql {
  return sql`select ${list([sql`${row.attribute('id')} as id`, ...order.columns])} ${matching}`;
}

/**
 * The same where all that is asked for is a related resource that matches, and there is no order but by identifiers: the foreign keys of these
 * are the identifiers, and say that the rows exist, so that these need not be looked at. Undefined for other questions.
 */
function ownersOf({ type, condition, sort }: Question, tables: Tables): Sql | undefined {
  if (condition.kind !== 'related' || sort.length > 0) return undefined;
  const { to, cardinality, inverse } = relationshipOf(type, condition.relationship);
  if (cardinality === 'one') return undefined;
  const related = aliasTable(tables, to, 'related');
  const key = related.foreignKey(inverse);
  return sql`select distinct ${key} as id from ${related.from} where ${key} is not null and ${conditionSql(condition.condition, related)}`;
}

/** The keys of a page among those that have been found. */
function pageOfMatches({ page, order }: Asked, condition: Sql): Sql {
  const keys = list([sql`id`, ...order.names]);
  return sql`select ${keys} from matches where ${condition} order by ${order.of('matches')} limit ${literal(page.size)} offset ${literal(offsetOf(page))}`;
}

/** The keys of a page far from the first, read from the end where that is nearer. */
function deepPage(asked: Asked): Sql {
  const { page, order } = asked;
  const [offset, size] = [literal(offsetOf(page)), literal(page.size)];
  const keys = keysOf(asked);
  return sql`(${keys} and total.number > ${offset} and total.number / 2 >= ${offset} order by ${order.inner} limit ${size} offset ${offset})
    union all
    (${keys} and total.number > ${offset} and total.number / 2 < ${offset} order by ${order.backwards}
      limit greatest(least(${size}, total.number - ${offset}), 0) offset greatest(total.number - ${offset} - ${size}, 0))`;
}

/** What is wanted of the rows whose keys are `found`. The limit has them looked up one by one: the planner does not know how few they are. */
function lookUp({ row, order, columns }: Asked): Sql {
  return sql`left join lateral (select ${list([...columns, ...order.names])} from ${row.from} where ${row.attribute('id')} = found.id limit 1) page on true`;
}

/**
 * Whether a condition searches texts or related resources. Such a search costs more than its matches, so they are found once and then counted
 * and sorted; other conditions are evaluated again for the page, whose first rows an index may give in their order.
 */
function isSearch(condition: Condition): boolean {
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

/** How many rows match. All rows need no counting: the database knows how many there are, in this snapshot too. */
function countOf({ type, condition }: Question, row: TableAlias): Sql {
  if (condition.kind === 'and' && condition.conditions.length === 0)
    return sql`select coalesce(sum(number), 0) as number from ${sql.table(`${row.tables[type].name}_count`)}`;
  return sql`select count(*) as number from ${row.from} where ${conditionSql(condition, row)}`;
}

const LARGEST_OFFSET = 2n ** 62n;

/** How many rows come before the page; more than there can be rows, so that an SQL `bigint` can hold it with any page behind it. */
function offsetOf({ size, number }: Page): bigint {
  const offset = BigInt(number - 1) * BigInt(size);
  return offset < LARGEST_OFFSET ? offset : LARGEST_OFFSET;
}
