import type { KindName } from '#domain/kinds';
import type { Filter } from './filter.ts';

/** A filter in which claims stand in place of values: the claims of an actor make a filter of it. */
export type RowCondition = Filter<ClaimReference>;

/**
 * Stands for what a claim says: a value, or for `in` the list of values. An actor whose claim is missing or of another kind matches nothing, whatever
 * else the condition asks for.
 */
export interface ClaimReference {
  readonly kind: 'claim';
  readonly claim: string;
  /** The kind of its values. */
  readonly of: KindName;
}
