import type { Attribute } from '#domain/resource';
import type { Filter } from './filter.ts';

/** A filter in which claims stand in place of values: the claims of an actor make a filter of it. */
export type RowCondition = Filter<ClaimReference>;

/**
 * Stands for the value of a claim: one value, or for `in` the list of values. An actor whose claim is missing or of another kind matches nothing,
 * regardless of the rest of the condition.
 */
export interface ClaimReference {
  readonly kind: 'claim';
  readonly claim: string;
  /** The attribute that the value is compared with or stored in. */
  readonly of: Attribute;
}
