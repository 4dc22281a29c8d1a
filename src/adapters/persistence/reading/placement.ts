// A position with slots in place of its values, so that the pages of a walk share few statements. Whatever depends on a value, such as
// whether it can be stored at all, is decided here.
import type { Position, SortKey } from '../../../application/model/query.ts';
import {
  attributeKind,
  relationshipOf,
  type AttributeKind,
  type ResourceType,
} from '../../../application/model/schema.ts';
import type { Slot } from '../fragment.ts';
import { isStorableAs, type Bind } from './condition.ts';
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

function kindOf({ path, attribute }: SortKey, type: ResourceType): AttributeKind {
  const end = path.reduce<ResourceType>((at, relationship) => relationshipOf(at, relationship).to, type);
  return attributeKind(end, attribute);
}

function placeOf(value: string | null, kind: AttributeKind, bind: Bind): Place {
  if (value === null) return { kind: 'unset' };
  if (isStorableAs(kind, value)) return { kind: 'at', value: bind(value) };
  if (kind === 'identifier') return { kind: value.startsWith('-') ? 'belowAll' : 'aboveAll' };
  return { kind: 'before', value: bind(unstorableBound(value)) };
}
