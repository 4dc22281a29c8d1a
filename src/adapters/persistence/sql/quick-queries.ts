// Which queries cannot take long, whatever is stored: others may wait behind them on a shared connection.
import { relationshipOf, type ResourceType } from '#domain/schema';
import type { CountsMode } from '../tables/counts/counts.ts';
import type { Tables } from '../tables/tables.ts';
import type { CursorQueryShape } from './cursor-page-query.ts';
import type { Condition } from './filter-condition.ts';
import { DEEP_OFFSET, isEverything, offsetOf, type QueryShape } from './find-query.ts';
import { orderOf } from './order.ts';
import { aliasTable } from './selection.ts';

/** Longer pages have a connection of their own. */
const LONGEST_PAGE = 100;

/** Of rows and identifiers. PostgreSQL reads some 10,000 identifiers in a millisecond. */
const MOST_READ = 250_000;
/** A related row with its attributes takes as long as so many identifiers. */
const RELATED_ROW = 10;

/**
 * Whether a query reads one row by its identifier, or an early, short page of all rows in the order of an index; with no
 * more linkage and related rows than a few milliseconds allow.
 * @param counts how the rows of a table are counted
 */
export function isQuick(shape: QueryShape | CursorQueryShape, tables: Tables, counts: CountsMode): boolean {
  const { type, condition, page, sort, total } = shape;
  if (mostRead(shape) > MOST_READ) return false;
  if (isIdentified(condition)) return true;
  if (page === undefined || page.size > LONGEST_PAGE || !isEverything(condition)) return false;
  if (page.kind === 'numbered' && offsetOf(page) >= DEEP_OFFSET) return false;
  if (total && counts === 'scan') return false;
  const [key, ...further] = orderOf(sort, aliasTable(tables, type, 'row')).keys;
  return key === undefined || (further.length === 0 && key.index === (key.descending ? 'descending' : 'ascending'));
}

/** What a query reads at most; infinite if it sets no limit. */
function mostRead(shape: QueryShape | CursorQueryShape): number {
  const { type, condition, page, linkage, longestLinkage = Infinity, related = [] } = shape;
  const rows = isIdentified(condition) ? 1 : (page?.size ?? Infinity);
  const linked = (of: ResourceType, names: readonly string[]): number =>
    names.filter((name) => relationshipOf(of, name).cardinality === 'many').reduce((sum) => sum + longestLinkage, 0);
  const withRelated = related.reduce(
    (sum, { relationship, most = Infinity, linkage: names }) => {
      const { to, cardinality } = relationshipOf(type, relationship);
      return sum + (cardinality === 'one' ? 1 : most) * (RELATED_ROW + linked(to, names));
    },
    linked(type, linkage),
  );
  return rows * (1 + withRelated);
}

function isIdentified(condition: Condition): boolean {
  return condition.kind === 'compare' && condition.attribute === 'id' && condition.comparison === 'equal';
}
