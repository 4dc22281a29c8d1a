// A condition on resources of one type, in SQL's three-valued logic: comparing an unset value is unknown, `not` of unknown is unknown, and only
// true matches.
// Example: { kind: 'text', attribute: 'name', comparison: 'startsWith', value: 'A' }

import type { Value } from '#domain/kinds';

/** @param Placeholder stands in for values that are not known yet. The filters passed to a storage have none */
export type Filter<Placeholder = never> =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter<Placeholder>[] }
  | { readonly kind: 'not'; readonly filter: Filter<Placeholder> }
  /** At least one related resource matches `filter`: true or false, never unknown. */
  | { readonly kind: 'related'; readonly relationship: string; readonly filter: Filter<Placeholder> }
  /** The attribute is unset: true or false, never unknown. */
  | { readonly kind: 'unset'; readonly attribute: string }
  | { readonly kind: 'in'; readonly attribute: string; readonly values: readonly Value[] | Placeholder }
  | {
      readonly kind: 'compare';
      readonly attribute: string;
      readonly comparison: Comparison;
      readonly operand: Operand | Placeholder;
    }
  | {
      readonly kind: 'text';
      readonly attribute: string;
      readonly comparison: TextComparison;
      readonly value: string | Placeholder;
    };

/** Compares values of one kind; attributes of different kinds are compared as text. */
export type Comparison = 'equal' | 'greater' | 'greaterOrEqual' | 'less' | 'lessOrEqual';

/**
 * For text attributes only.
 * - `like`, `likeIgnoringCase`: an SQL pattern over the whole text (`%`, `_`, escape `\`, never unescaped at the end)
 * - `startsWith`, `endsWith`: literal text
 * - `hasWords`: the text has every word of the value (at least one), ignoring case
 */
export type TextComparison = 'like' | 'likeIgnoringCase' | 'startsWith' | 'endsWith' | 'hasWords';

/** A value of the attribute's kind, or another attribute of the same resource. */
export type Operand =
  { readonly kind: 'value'; readonly value: Value } | { readonly kind: 'attribute'; readonly attribute: string };

export const everything: Filter = { kind: 'and', filters: [] };

/** True if the filter equals `everything`. Filling in claims makes a new object, so identity is not enough. */
export function matchesEverything(filter: Filter<unknown>): boolean {
  return filter.kind === 'and' && filter.filters.length === 0;
}

/** False for every resource, never unknown. */
export const nothing: Filter = { kind: 'or', filters: [] };

/** Matches resources that both filters match; undefined matches everything. */
export function bothOf(one: Filter | undefined, other: Filter): Filter {
  if (one === undefined) return other;
  const filters = [one, other].flatMap((each) => (each.kind === 'and' ? each.filters : [each]));
  const [only] = filters;
  return only !== undefined && filters.length === 1 ? only : { kind: 'and', filters };
}

export function hasIdentifier(id: string): Filter {
  return { kind: 'compare', attribute: 'id', comparison: 'equal', operand: { kind: 'value', value: id } };
}

export function hasIdentifierIn(ids: readonly string[]): Filter {
  return { kind: 'in', attribute: 'id', values: ids };
}
