// Which queries cannot take long, whatever is stored: others may wait behind them on a shared connection.
import type { CountsMode } from '../tables/counts/counts.ts';
import type { Tables } from '../tables/tables.ts';
import type { CursorQueryShape } from './cursor-page-query.ts';
import type { Condition } from './filter-condition.ts';
import { DEEP_OFFSET, isEverything, offsetOf, type QueryShape } from './find-query.ts';
import { orderOf } from './order.ts';
import { aliasTable } from './selection.ts';

/** Longer pages have a connection of their own. */
const LONGEST_PAGE = 100;

/**
 * Whether a query reads one row by its identifier, or an early, short page of all rows in the order of an index; with no
 * more linkage and related rows than it allows.
 * @param counts how the rows of a table are counted
 */
export function isQuick(shape: QueryShape | CursorQueryShape, tables: Tables, counts: CountsMode): boolean {
  const { type, condition, page, sort, total, linkage, longestLinkage, related = [] } = shape;
  const isBounded = linkage.length + related.length === 0 || longestLinkage !== undefined;
  if (!isBounded || related.some(({ most }) => most === undefined)) return false;
  if (isIdentified(condition)) return true;
  if (page === undefined || page.size > LONGEST_PAGE || !isEverything(condition)) return false;
  if (page.kind === 'numbered' && offsetOf(page) >= DEEP_OFFSET) return false;
  if (total && counts === 'scan') return false;
  const [key, ...further] = orderOf(sort, aliasTable(tables, type, 'row')).keys;
  return key === undefined || (further.length === 0 && key.index === (key.descending ? 'descending' : 'ascending'));
}

function isIdentified(condition: Condition): boolean {
  return condition.kind === 'compare' && condition.attribute === 'id' && condition.comparison === 'equal';
}
