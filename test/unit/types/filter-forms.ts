// A filter that could read other rows is a quantifier, whose filter is restricted to readable rows.
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

// @ts-expect-error A kind needs a form.
export const without: FormByKind<CountedMatches> = {};

export const quantifier: FormByKind<CountedMatches> = { counted: 'quantifier' };

// @ts-expect-error What has a relationship reads other rows.
export const comparison: FormByKind<CountedMatches> = { counted: 'comparison' };

// @ts-expect-error What reads other rows without a filter on them cannot be restricted.
export const unrestricted: FormByKind<Counted> = { counted: 'quantifier' };

// @ts-expect-error An operand that leads to other rows makes it no comparison of the row itself.
export const through: FormByKind<ComparedWithRelated> = { comparedWithRelated: 'comparison' };

// @ts-expect-error Walks would miss one of two members with filters.
export const twofold: FormByKind<Unless> = { unless: 'boolean' };

// @ts-expect-error A filter is not a value.
export const match: FormByKind<ComparedWithMatch> = { comparedWithMatch: 'comparison' };
