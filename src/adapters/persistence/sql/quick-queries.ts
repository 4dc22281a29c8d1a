// Recognizes queries that are fast regardless of the data, so that others can queue after them on a shared connection.
import { relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import type { CountsMode } from '../tables/counts/counts.ts';
import type { Tables } from '../tables/tables.ts';
import type { BoundShape, BoundShapes } from './bounded-rows.ts';
import type { CursorQueryShape } from './cursor-page-query.ts';
import type { Condition, ConditionByType } from './filter-condition.ts';
import { DEEP_OFFSET, isEverything, offsetOf, type QueryShape } from './find-query.ts';
import { orderOf } from './order.ts';
import { aliasTable } from './table-alias.ts';

/** Longer pages get a connection of their own. */
const LONGEST_PAGE = 100;

/** The limit of rows and identifiers. PostgreSQL reads some 10,000 identifiers in a millisecond. */
const MOST_READ = 250_000;
/** A related row with its attributes takes as long as this many identifiers. */
const RELATED_ROW = 10;

type Shape = QueryShape | CursorQueryShape;

/** True if the value of a query's member allows the query to be quick. */
type LeavesQuick = (shape: Shape, isOneRow: boolean, tables: Tables, counts: CountsMode) => boolean;

export type QuickMembers = Readonly<Record<keyof QueryShape | keyof CursorQueryShape, LeavesQuick>>;

const always = (): boolean => true;
const readsFew = (shape: Shape): boolean => mostRead(shape) <= MOST_READ;

const MEMBERS: QuickMembers = {
  type: always,
  attributes: always,
  version: always,
  linkage: readsFew,
  bounds: ({ type, bounds, reachable }) => areQuick(bounds, type, reachable),
  longestLinkage: readsFew,
  related: (shape) =>
    readsFew(shape) &&
    (shape.related ?? []).every(({ relationship, bounds }) =>
      areQuick(bounds, relationshipOf(shape.type, relationship).to, shape.reachable),
    ),
  reachable: ({ reachable }) => !resourceTypes.some((each) => readsSets(reachable?.[each], each)),
  condition: ({ condition }, isOneRow) => isOneRow || isEverything(condition),
  page: ({ page }, isOneRow) => isOneRow || (page !== undefined && page.size <= LONGEST_PAGE && !isDeep(page)),
  total: ({ total }, isOneRow, _, counts) => isOneRow || !total || counts !== 'scan',
  sort: ({ type, sort, reachable }, isOneRow, tables) => {
    const [key, ...further] = orderOf(sort, aliasTable(tables, type, 'row'), reachable).keys;
    if (isOneRow || key === undefined) return true;
    return further.length === 0 && key.index === (key.descending ? 'descending' : 'ascending');
  },
};

/**
 * True if a query reads one row by its identifier, or an early, short page of all rows in the order of an index, with no
 * more linkage and related rows than a few milliseconds allow.
 * @param counts how the rows of a table are counted
 */
export function isQuick(shape: Shape, tables: Tables, counts: CountsMode): boolean {
  const isOneRow = isIdentified(shape.condition, shape.type);
  return Object.values(MEMBERS).every((leavesQuick) => leavesQuick(shape, isOneRow, tables, counts));
}

function isDeep(page: NonNullable<Shape['page']>): boolean {
  return page.kind === 'numbered' && offsetOf(page) >= DEEP_OFFSET;
}

/** True if every bound is a page of all members in the order of an index. To sort, filter or count members, PostgreSQL would read all of them. */
function areQuick(bounds: BoundShapes = {}, type: ResourceType, reachable: ConditionByType = {}): boolean {
  return Object.entries(bounds).every(
    ([relationship, { condition, sort, page, total }]) =>
      page !== undefined &&
      sort.length === 0 &&
      !total &&
      isEverything(condition) &&
      reachable[relationshipOf(type, relationship).to] === undefined,
  );
}

/** The most rows and identifiers that a query reads; infinite if it sets no limit. */
function mostRead(shape: Shape): number {
  const { type, condition, page, linkage, bounds, longestLinkage = Infinity, related = [] } = shape;
  const rows = isIdentified(condition, type) ? 1 : (page?.size ?? Infinity);
  const linked = (of: ResourceType, names: readonly string[], bound: BoundShapes | undefined): number =>
    names
      .filter((name) => relationshipOf(of, name).cardinality === 'many')
      .reduce((sum, name) => sum + mostMembers(bound?.[name], longestLinkage), 0);
  const withRelated = related.reduce(
    (sum, { relationship, most = Infinity, linkage: names, bounds: further }) => {
      const { to, cardinality } = relationshipOf(type, relationship);
      const members = cardinality === 'one' ? 1 : mostMembers(bounds?.[relationship], most);
      return sum + members * (RELATED_ROW + linked(to, names, further));
    },
    linked(type, linkage, bounds),
  );
  return rows * (1 + withRelated);
}

function mostMembers(bound: BoundShape | undefined, most: number): number {
  return Math.min(bound?.page?.size ?? Infinity, most);
}

/** True if the condition fixes the id and the rest of it reads few rows. */
function isIdentified(condition: Condition, type: ResourceType): boolean {
  if (condition.kind === 'and')
    return condition.conditions.some((each) => isIdentified(each, type)) && !readsSets(condition, type);
  return condition.kind === 'compare' && condition.attribute === 'id' && condition.comparison === 'equal';
}

/** True if a condition on a row may read any number of others, by a to-many relationship. */
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
