import type { CursorPage, ListPosition, SortKey, PageInfo } from '#application/model/query';
import type { Entity } from '#domain/entity';
import { kindOf, type Value } from '#domain/kinds';
import { attributeKind, endOf, relationshipOf, type ResourceType } from '#domain/schema';
import type { Comparator } from './evaluate-filter.ts';
import type { Reach } from './reach.ts';
import { attributeOf, type AttributeOf } from './rows.ts';
import type { MemoryStore } from './store.ts';

/** The order of a query: its sort keys, then the identifier. Unset values, including those of a missing related resource, are greatest. */
export interface RowOrder {
  readonly positionOf: (row: Entity) => ListPosition;
  readonly compare: (left: ListPosition, right: ListPosition) => number;
}

/** @param reach the resources that paths of sort keys can reach */
export function rowOrder(store: MemoryStore, reach: Reach, type: ResourceType, keys: readonly SortKey[]): RowOrder {
  const preparedKeys = keys.map((key) => prepareKey({ store, reach }, type, key));
  return {
    positionOf: (row) => ({ keys: preparedKeys.map(({ valueOf }) => valueOf(row)), id: row.id }),
    compare: (left, right) => {
      for (const [index, { compare }] of preparedKeys.entries()) {
        const order = compare(left.keys[index] ?? null, right.keys[index] ?? null);
        if (order !== 0) return order;
      }
      return kindOf('identifier').compare(left.id, right.id);
    },
  };
}

/** Sorts rows that are in the order of their identifiers. */
export function sortRows(rows: readonly Entity[], { positionOf, compare }: RowOrder): readonly Entity[] {
  return rows
    .map((row) => ({ row, position: positionOf(row) }))
    .sort((left, right) => compare(left.position, right.position))
    .map(({ row }) => row);
}

interface PreparedKey {
  readonly valueOf: AttributeOf;
  readonly compare: (left: Value | null, right: Value | null) => number;
}

interface Followed {
  readonly store: MemoryStore;
  readonly reach: Reach;
}

function prepareKey(followed: Followed, type: ResourceType, { path, attribute, descending }: SortKey): PreparedKey {
  const end = endOf(path, type);
  const targetOf = follow(followed, type, path);
  const valueOf = attributeOf(end, attribute);
  const kind = kindOf(attributeKind(end, attribute));
  const order: Comparator = (left, right) => kind.compare(left, right);
  return {
    valueOf: (row) => {
      const target = targetOf(row);
      return target === undefined ? null : valueOf(target);
    },
    compare: descending
      ? (left, right) => compareNullable(order, right, left)
      : (left, right) => compareNullable(order, left, right),
  };
}

/** Follows a path of to-one relationships from a row. */
function follow(followed: Followed, type: ResourceType, path: readonly string[]): (row: Entity) => Entity | undefined {
  const [relationship, ...rest] = path;
  if (relationship === undefined) return (row) => row;
  const { to } = relationshipOf(type, relationship);
  const relatedIdsOf = followed.reach.linkageOf(type, relationship);
  const goOn = follow(followed, to, rest);
  return (row) => {
    const [id] = relatedIdsOf(row);
    const next = id === undefined ? undefined : followed.store.get(to, id);
    return next === undefined ? undefined : goOn(next);
  };
}

function compareNullable(order: Comparator, left: Value | null, right: Value | null): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return order(left, right);
}

/** The rows of a cursor page. */
export function cursorPageOf(
  sorted: readonly Entity[],
  { size, direction, position }: CursorPage,
  order: RowOrder,
): { readonly rows: readonly Entity[]; readonly pageInfo: PageInfo } {
  const isForward = direction === 'after';
  const start =
    position === undefined ? (isForward ? 0 : sorted.length) : boundaryOf(sorted, position, isForward, order);
  const rows = isForward ? sorted.slice(start, start + size) : sorted.slice(Math.max(0, start - size), start);
  const hasMore = isForward ? start + size < sorted.length : start > size;
  return { rows, pageInfo: { positions: rows.map(order.positionOf), hasMore } };
}

/** The number of rows before a position, including one exactly there if `isPassed`. */
function boundaryOf(
  sorted: readonly Entity[],
  position: ListPosition,
  isPassed: boolean,
  { positionOf, compare }: RowOrder,
): number {
  const found = sorted.findIndex((row) => {
    const side = compare(positionOf(row), position);
    return isPassed ? side > 0 : side >= 0;
  });
  return found < 0 ? sorted.length : found;
}
