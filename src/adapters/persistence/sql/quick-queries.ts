// Which queries cannot take long, whatever is stored: others may wait behind them on a shared connection.
import { relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import type { CountsMode } from '../tables/counts/counts.ts';
import type { Tables } from '../tables/tables.ts';
import type { CursorQueryShape } from './cursor-page-query.ts';
import type { Condition } from './filter-condition.ts';
import { DEEP_OFFSET, isEverything, offsetOf, type QueryShape } from './find-query.ts';
import { orderOf } from './order.ts';
import { aliasTable } from './table-alias.ts';

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
  const { type, condition, page, sort, total, reachable } = shape;
  if (mostRead(shape) > MOST_READ) return false;
  if (resourceTypes.some((each) => readsSets(reachable?.[each], each))) return false;
  if (isIdentified(condition, type)) return true;
  if (page === undefined || page.size > LONGEST_PAGE || !isEverything(condition)) return false;
  if (page.kind === 'numbered' && offsetOf(page) >= DEEP_OFFSET) return false;
  if (total && counts === 'scan') return false;
  const [key, ...further] = orderOf(sort, aliasTable(tables, type, 'row'), reachable).keys;
  return key === undefined || (further.length === 0 && key.index === (key.descending ? 'descending' : 'ascending'));
}

/** What a query reads at most; infinite if it sets no limit. */
function mostRead(shape: QueryShape | CursorQueryShape): number {
  const { type, condition, page, linkage, longestLinkage = Infinity, related = [] } = shape;
  const rows = isIdentified(condition, type) ? 1 : (page?.size ?? Infinity);
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

/** Whether a condition names the row, and whatever else it says of it can be told from few rows. */
function isIdentified(condition: Condition, type: ResourceType): boolean {
  if (condition.kind === 'and')
    return condition.conditions.some((each) => isIdentified(each, type)) && !readsSets(condition, type);
  return condition.kind === 'compare' && condition.attribute === 'id' && condition.comparison === 'equal';
}

/** Whether a condition on a row may read any number of others: those of a to-many relationship. */
function readsSets(condition: Condition | undefined, type: ResourceType): boolean {
  switch (condition?.kind) {
    case 'and':
    case 'or':
      return condition.conditions.some((each) => readsSets(each, type));
    case 'not':
      return readsSets(condition.condition, type);
    case 'related': {
      const { to, cardinality } = relationshipOf(type, condition.relationship);
      return cardinality === 'many' || readsSets(condition.condition, to);
    }
    case undefined:
    case 'unset':
    case 'constant':
    case 'in':
    case 'compare':
    case 'compareTwo':
    case 'like':
    case 'likeFolded':
    case 'words':
      return false;
  }
}
