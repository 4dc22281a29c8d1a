// Builds the sub-select that reads the members of one row within a bound. PostgreSQL runs it for each row of the page. With an index on
// the relationship and the identifier, it stops reading at the end of the page of members.
import { sql } from 'kysely';
import type { Bound, Bounds } from '#application/model/query';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { sqlKinds } from '../tables/kinds.ts';
import type { Sql } from '../tables/sql-fragment.ts';
import { conditionSql, needsOnlyIdentifier } from './condition-sql.ts';
import { conditionOf, type Bind, type Condition, type ConditionByType } from './filter-condition.ts';
import { orderBy, pageShapeOf, rangesBehind, readingOf, type CursorPageShape } from './keyset.ts';
import { orderOf } from './order.ts';
import type { RelatedRows, TableAlias } from './table-alias.ts';

/** A bound with slots in place of the values of its filter and position. */
export interface BoundShape extends Omit<Bound, 'filter' | 'page'> {
  readonly condition: Condition;
  readonly page: CursorPageShape | undefined;
}

export type BoundShapes = Readonly<Record<string, BoundShape>>;

/** @param type the type that has the relationships */
export function boundShapesOf(bounds: Bounds, type: ResourceType, bind: Bind): BoundShapes {
  return Object.fromEntries(
    Object.entries(bounds).map(([relationship, { filter, sort, page, total }]) => {
      const { to } = relationshipOf(type, relationship);
      const condition = conditionOf(filter, to, bind);
      return [relationship, { condition, sort, total, page: page && pageShapeOf(page, sort, to, bind) }];
    }),
  );
}

/** The parts of the sub-select of a row's members. */
export interface BoundedRows {
  /** A member. Columns other than its identifier can be read only if `readsRows` is true. */
  readonly member: TableAlias;
  /** The sort keys of a member as text. */
  readonly keys: readonly Sql[];
  /** `from` and `where`. */
  readonly matching: Sql;
  /** `order by` and `limit`, in the direction of reading. The limit is one more than the page size or `most`, whichever is smaller. */
  readonly cut: Sql;
  /** `from` and `where` without the position. */
  readonly counted: Sql;
}

interface BoundedRowsOptions {
  readonly reachable: ConditionByType;
  /** The most members that may be read. */
  readonly most: number | undefined;
  /** True if columns other than the identifier are selected. Default: false. */
  readonly readsRows?: boolean;
}

/**
 * @param related the rows of the relationship
 * @param parent the identifier of the row that has it
 */
export function boundedRows(
  { row, from, fromLinks, id, relatedTo }: RelatedRows,
  parent: Sql,
  { condition, sort, page }: BoundShape,
  { reachable, most, readsRows = false }: BoundedRowsOptions,
): BoundedRows {
  // In a many-to-many relationship, `id` is a column of the link table, which has an index in its order.
  const member: TableAlias = { ...row, attribute: (name) => (name === 'id' ? id : row.attribute(name)) };
  const order = orderOf(sort, member, reachable);
  const reached = reachable[row.type];
  const isLinkEnough =
    reached === undefined &&
    needsOnlyIdentifier(condition) &&
    sort.every(({ path, attribute }) => path.length === 0 && attribute === 'id');
  const conditions = [
    sql`${relatedTo} = ${parent}`,
    ...(reached === undefined ? [] : [conditionSql(reached, member)]),
    conditionSql(condition, member),
  ];
  const selectFrom = (links: Sql, where: readonly Sql[]): Sql =>
    sql`from ${sql.join([links, ...order.joins], sql` `)} where ${sql.join(where, sql` and `)}`;
  const [first, ...rest] = readingOf(member, order, page ?? { direction: 'after' });
  // The service's indexes on sort keys cover all rows, so none has the members of one row in order.
  const reading = [{ ...first, ...(sort.length > 0 && { index: undefined }) }, ...rest] as const;
  const [range] = page === undefined ? [] : rangesBehind(reading, page.placement);
  const limit = Math.min(page?.size ?? Infinity, most ?? Infinity);
  return {
    member,
    keys: order.keys.map(({ kind, expression }) => sqlKinds[kind].text(expression)),
    matching: selectFrom(isLinkEnough && !readsRows ? fromLinks : from, [
      ...conditions,
      ...(range?.condition === undefined ? [] : [range.condition]),
    ]),
    cut: sql`order by ${orderBy(reading)}${limit === Infinity ? sql`` : sql` limit ${sql.lit(BigInt(limit) + 1n)}`}`,
    counted: selectFrom(isLinkEnough ? fromLinks : from, conditions),
  };
}
