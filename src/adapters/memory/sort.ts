import type { SortKey } from '../../application/model/query.ts';
import { attributeKind, relationshipOf, type ResourceType } from '../../application/model/schema.ts';
import { orders, type Order } from './comparisons.ts';
import { attributeOf, linkageOf, type AttributeOf } from './rows.ts';
import type { Row } from './row.ts';
import type { MemoryStore } from './store.ts';

/**
 * Sorts rows; ties keep their order. Unset values, those of a missing related resource too, are greater than all others.
 */
export function sortRows(
  store: MemoryStore,
  type: ResourceType,
  rows: readonly Row[],
  keys: readonly SortKey[],
): readonly Row[] {
  if (keys.length === 0) return rows;
  const preparedKeys = keys.map((key) => prepareKey(store, type, key));
  const keyed = rows.map((row) => ({ row, values: preparedKeys.map(({ valueOf }) => valueOf(row)) }));
  const compareValues = (left: readonly (string | null)[], right: readonly (string | null)[]): number => {
    for (const [index, { compare }] of preparedKeys.entries()) {
      const order = compare(left[index] ?? null, right[index] ?? null);
      if (order !== 0) return order;
    }
    return 0;
  };
  return keyed.sort((left, right) => compareValues(left.values, right.values)).map(({ row }) => row);
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
