// A condition on the resources of one type. Three-valued: a comparison with an unset value is unknown, `not` of unknown is unknown,
// and only what is true matches. `related` is true or false, never unknown.

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  /** Some resource that is related by `relationship` matches `filter`. */
  | { readonly kind: 'related'; readonly relationship: string; readonly filter: Filter }
  /** The attribute is unset: true or false, never unknown. */
  | { readonly kind: 'unset'; readonly attribute: string }
  | { readonly kind: 'in'; readonly attribute: string; readonly values: readonly string[] }
  | { readonly kind: 'compare'; readonly attribute: string; readonly comparison: Comparison; readonly operand: Operand }
  | { readonly kind: 'text'; readonly attribute: string; readonly comparison: TextComparison; readonly value: string };

/** Between two values of one kind; between attributes of different kinds their wire texts are compared. */
export type Comparison = 'equal' | 'greater' | 'greaterOrEqual' | 'less' | 'lessOrEqual';

/**
 * On text attributes only.
 * - `like`, `likeIgnoringCase`: an SQL pattern over the whole text (`%`, `_`, escape `\`, which never ends the pattern unescaped)
 * - `startsWith`, `endsWith`: literal text
 * - `hasWords`: every word of the value, which has at least one, is a word of the text, ignoring case
 */
export type TextComparison = 'like' | 'likeIgnoringCase' | 'startsWith' | 'endsWith' | 'hasWords';

/**
 * Values are text: identifiers as canonical decimal integers (of any size and sign), dates as `YYYY-MM-DD`.
 * Another attribute is one of the same resource.
 */
export type Operand =
  { readonly kind: 'value'; readonly value: string } | { readonly kind: 'attribute'; readonly attribute: string };

/** Matches everything. */
export const everything: Filter = { kind: 'and', filters: [] };

/** Matches nothing, unset values included. */
export const nothing: Filter = { kind: 'or', filters: [] };

export function hasIdentifier(id: string): Filter {
  return { kind: 'compare', attribute: 'id', comparison: 'equal', operand: { kind: 'value', value: id } };
}

export function hasIdentifierIn(ids: readonly string[]): Filter {
  return { kind: 'in', attribute: 'id', values: ids };
}
