// A position with slots in place of its values, so that the pages of a walk share few statements. Whatever depends on a value, such as
// whether it can be stored at all, is decided here.
import type { Position, SortKey } from '../../../application/model/query.ts';
import { kinds, type KindName, type Value } from '../../../domain/kinds.ts';
import { attributeKind, endOf, type ResourceType } from '../../../domain/schema.ts';
import type { Slot } from '../fragment.ts';
import { sqlKindOf } from '../kinds.ts';
import type { Bind } from './condition.ts';
import { unstorableBound } from './storable-text.ts';

/** The place of each sort key, then that of the identifier. */
export type Placement = readonly Place[];

/** The place of a value among those of a column. */
export type Place =
  | { readonly kind: 'unset' }
  | { readonly kind: 'at'; readonly value: Slot }
  /** Right before a value: equal to none. */
  | { readonly kind: 'before'; readonly value: Slot }
  /** Beyond all values that the column can have. */
  | { readonly kind: 'belowAll' | 'aboveAll' };

export function placementOf(
  { keys, id }: Position,
  sort: readonly SortKey[],
  type: ResourceType,
  bind: Bind,
): Placement {
  const places = sort.map((key, index) => placeOf(keys[index] ?? null, kindOf(key, type), bind));
  return [...places, placeOf(id, 'identifier', bind)];
}

function kindOf({ path, attribute }: SortKey, type: ResourceType): KindName {
  return attributeKind(endOf(path, type), attribute);
}

function placeOf(value: Value | null, kind: KindName, bind: Bind): Place {
  if (value === null) return { kind: 'unset' };
  if (sqlKindOf(kind).isStorable(value)) return { kind: 'at', value: bind(value) };
  const text = String(value);
  if (!kinds[kind].isText) return { kind: text.startsWith('-') ? 'belowAll' : 'aboveAll' };
  return { kind: 'before', value: bind(unstorableBound(text)) };
}
