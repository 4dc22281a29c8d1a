// A filter that could read other rows must be a quantifier, whose filter is restricted to readable rows.
import type { FormByKind } from '#application/model/filter-forms';
import type { Filter, Operand } from '#application/model/filter';

interface Counted {
  readonly kind: 'counted';
  readonly relationship: string;
  readonly comparison: 'greater';
  readonly value: number;
}

interface CountedMatches extends Counted {
  readonly filter: Filter;
}

interface ComparedWithRelated {
  readonly kind: 'comparedWithRelated';
  readonly attribute: string;
  readonly operand: Operand | { readonly path: readonly string[]; readonly attribute: string };
}

interface Unless {
  readonly kind: 'unless';
  readonly filter: Filter;
  readonly filters: readonly Filter[];
}

interface ComparedWithMatch {
  readonly kind: 'comparedWithMatch';
  readonly attribute: string;
  readonly value: Filter;
}

// @ts-expect-error Every kind needs a form.
export const without: FormByKind<CountedMatches> = {};

export const quantifier: FormByKind<CountedMatches> = { counted: 'quantifier' };

// @ts-expect-error A filter with a relationship reads other rows.
export const comparison: FormByKind<CountedMatches> = { counted: 'comparison' };

// @ts-expect-error A filter that reads other rows cannot be restricted unless it has a filter on them.
export const unrestricted: FormByKind<Counted> = { counted: 'quantifier' };

// @ts-expect-error An operand that refers to other rows does not compare the row itself.
export const through: FormByKind<ComparedWithRelated> = { comparedWithRelated: 'comparison' };

// @ts-expect-error Of two members with filters, a walk would miss one.
export const twofold: FormByKind<Unless> = { unless: 'boolean' };

// @ts-expect-error A filter is not a value.
export const match: FormByKind<ComparedWithMatch> = { comparedWithMatch: 'comparison' };
