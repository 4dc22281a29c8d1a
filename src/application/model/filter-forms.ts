// The form of a filter determines which rows it reads. Code that walks filters depends on the form alone, so a new kind that reads other rows is
// restricted to the rows that the actor may read.
import type { Value } from '#domain/kinds';
import type { Filter } from './filter.ts';

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

/** The members that filters of each form have. */
interface MembersByForm {
  /** Reads only attributes of the row: no member refers to another row. */
  readonly comparison: OfRow;
  /** Reads the related rows that match its filter. */
  readonly quantifier: OfRow & { readonly relationship: string; readonly filter: Filter };
  /** Combines filters on the same row. */
  readonly boolean:
    { readonly kind: string; readonly filter: Filter } | { readonly kind: string; readonly filters: readonly Filter[] };
}

interface OfRow {
  readonly kind: string;
  readonly attribute?: string;
  readonly comparison?: string;
  readonly operand?: OfRow;
  readonly value?: Value;
  readonly values?: readonly Value[];
}

type Form = keyof MembersByForm;

/** Maps each kind in a union of filters to the one form that its members fit. A kind that could not be restricted fits none. */
export type FormByKind<Filters extends { readonly kind: string }> = {
  readonly [Each in Filters as Each['kind']]: {
    readonly [Of in Form]: true extends Fits<Each, MembersByForm[Of]> ? Of : never;
  }[Form];
};

/** True if a filter has exactly these members. */
type Fits<Each, Members> = Members extends unknown
  ? [Each, MemberOf<Each>] extends [Members, keyof Members]
    ? true
    : false
  : never;

/** The names of the members of a filter and of its operand. */
type MemberOf<Each> = keyof Each | (Each extends { readonly operand: infer Operand } ? NameOf<Operand> : never);

type NameOf<Operand> = Operand extends unknown ? keyof Operand : never;

/** The filters of a form. */
export type FilterOf<Of extends Form, Placeholder = never> = Extract<
  Filter<Placeholder>,
  { readonly kind: KindOf<Of> }
>;

/** The kinds of filters of a form. */
export type KindOf<Of extends Form> = {
  [Kind in keyof typeof forms]: (typeof forms)[Kind] extends Of ? Kind : never;
}[keyof typeof forms];

export function isComparison<Placeholder>(filter: Filter<Placeholder>): filter is FilterOf<'comparison', Placeholder> {
  return forms[filter.kind] === 'comparison';
}

/** True if a filter reads other rows. */
export function isQuantifier<Placeholder>(filter: Filter<Placeholder>): filter is FilterOf<'quantifier', Placeholder> {
  return forms[filter.kind] === 'quantifier';
}
