import type { Position, SortKey } from '../../application/model/query.ts';
import { attributeKind, relationshipOf, type ResourceType } from '../../application/model/schema.ts';
import { orders, type Order } from './comparisons.ts';
import { attributeOf, linkageOf, type AttributeOf } from './rows.ts';
import type { Row } from './row.ts';
import type { MemoryStore } from './store.ts';

/** The order of a query: its sort keys, then the identifier. Unset values, those of a missing related resource too, are greater than all others. */
export interface RowOrder {
  readonly positionOf: (row: Row) => Position;
  readonly compare: (left: Position, right: Position) => number;
}

export function rowOrder(store: MemoryStore, type: ResourceType, keys: readonly SortKey[]): RowOrder {
  const preparedKeys = keys.map((key) => prepareKey(store, type, key));
  return {
    positionOf: (row) => ({ keys: preparedKeys.map(({ valueOf }) => valueOf(row)), id: row.id }),
    compare: (left, right) => {
      for (const [index, { compare }] of preparedKeys.entries()) {
        const order = compare(left.keys[index] ?? null, right.keys[index] ?? null);
        if (order !== 0) return order;
      }
      return orders.identifier(left.id, right.id);
    },
  };
}

/** Sorts rows that are in the order of their identifiers. */
export function sortRows(
  store: MemoryStore,
  type: ResourceType,
  rows: readonly Row[],
  keys: readonly SortKey[],
): readonly Row[] {
  if (keys.length === 0) return rows;
  const { positionOf, compare } = rowOrder(store, type, keys);
  return rows
    .map((row) => ({ row, position: positionOf(row) }))
    .sort((left, right) => compare(left.position, right.position))
    .map(({ row }) => row);
}

interface PreparedKey {
  readonly valueOf: AttributeOf;
  readonly compare: (left: string | null, right: string | null) => number;
}

function prepareKey(store: MemoryStore, type: ResourceType, { path, attribute, descending }: SortKey): PreparedKey {
  const end = path.reduce<ResourceType>((at, relationship) => relationshipOf(at, relationship).to, type);
  const targetOf = follow(store, type, path);
  const valueOf = attributeOf(end, attribute);
  const order = orders[attributeKind(end, attribute)];
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
function follow(store: MemoryStore, type: ResourceType, path: readonly string[]): (row: Row) => Row | undefined {
  const [relationship, ...rest] = path;
  if (relationship === undefined) return (row) => row;
  const { to } = relationshipOf(type, relationship);
  const relatedIdsOf = linkageOf(store, type, relationship);
  const goOn = follow(store, to, rest);
  return (row) => {
    const [id] = relatedIdsOf(row);
    const next = id === undefined ? undefined : store.get(to, id);
    return next === undefined ? undefined : goOn(next);
  };
}

function compareNullable(order: Order, left: string | null, right: string | null): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return order(left, right);
}
