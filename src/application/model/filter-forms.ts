// The form of each kind of filter says which rows it reads. Every walk through filters takes them apart by form, so a new kind is restricted,
// counted and filled in as soon as its form is declared.
import type { Filter } from './filter.ts';

/**
 * - `boolean`: combines filters on the same row
 * - `quantifier`: reads other rows, the related ones, by a filter on them
 * - `comparison`: reads nothing but the attributes of the row
 */
export type Form = 'boolean' | 'quantifier' | 'comparison';

const forms = {
  and: 'boolean',
  or: 'boolean',
  not: 'boolean',
  related: 'quantifier',
  unset: 'comparison',
  in: 'comparison',
  compare: 'comparison',
  text: 'comparison',
} as const satisfies FormByKind<Filter>;

/** The table that a union of filters needs: a kind that could read other rows is a quantifier, or has no form. */
export type FormByKind<Filters extends { readonly kind: string }> = {
  readonly [Each in Filters as Each['kind']]: FormOf<Each>;
};

/** The only form that the members of a filter allow. */
type FormOf<Each> =
  MemberOf<Each> extends ComparisonMember
    ? 'comparison'
    : MemberOf<Each> extends 'kind' | 'filter' | 'filters'
      ? 'boolean'
      : [Each, MemberOf<Each>] extends [Related, keyof Related | ComparisonMember]
        ? 'quantifier'
        : never;

/** These lead to no other row. */
type ComparisonMember = 'kind' | 'attribute' | 'comparison' | 'operand' | 'value' | 'values';

interface Related {
  readonly relationship: string;
  readonly filter: Filter;
}

/** The members of a filter and of its operand. */
type MemberOf<Each> = Each extends { readonly operand: infer Operand } ? keyof Each | NameOf<Operand> : keyof Each;

type NameOf<Operand> = Operand extends unknown ? keyof Operand : never;

/** The filters of a form. */
export type FilterOf<Of extends Form, Placeholder = never> = Extract<
  Filter<Placeholder>,
  { readonly kind: KindOf<Of> }
>;

export type KindOf<Of extends Form> = {
  [Kind in keyof typeof forms]: (typeof forms)[Kind] extends Of ? Kind : never;
}[keyof typeof forms];

export function isComparison<Placeholder>(filter: Filter<Placeholder>): filter is FilterOf<'comparison', Placeholder> {
  return forms[filter.kind] === 'comparison';
}

export function isQuantifier<Placeholder>(filter: Filter<Placeholder>): filter is FilterOf<'quantifier', Placeholder> {
  return forms[filter.kind] === 'quantifier';
}
