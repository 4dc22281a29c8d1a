import type { Attribute } from '#domain/resource';
import type { Filter } from './filter.ts';

/** A filter with claims in place of values. Filling in an actor's claims makes it a plain `Filter`. */
export type RowCondition = Filter<ClaimReference>;

/**
 * A placeholder for the value of a claim; in an `in`, for its list of values. If an actor's claim is missing or of another kind, the whole condition
 * matches nothing.
 */
export interface ClaimReference {
  readonly kind: 'claim';
  readonly claim: string;
  /** The attribute that the value is compared with or stored in. */
  readonly of: Attribute;
}
