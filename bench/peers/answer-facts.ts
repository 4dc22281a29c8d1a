// The facts in an answer, regardless of its wording.
import { deepStrictEqual } from 'node:assert/strict';

export interface Facts {
  readonly status: number;
  /** Of the primary data, in order. */
  readonly ids: readonly string[];
  /** An attribute of each: the birth date of a person, the serial of a computer. */
  readonly values: readonly unknown[];
  /** The identifiers of each one's computers, in order. */
  readonly linkage: readonly (readonly string[] | undefined)[];
  /** Types and identifiers, in order. */
  readonly included: readonly string[];
  readonly total: number | undefined;
}

/** Of what can differ: facts, and the versions of what is stored. */
export type Part = keyof Facts | 'versions';

interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: { readonly computers?: { readonly data?: readonly { readonly id: string }[] } };
}

interface AnyDocument {
  readonly data: Resource | readonly Resource[];
  readonly included?: readonly Resource[];
  readonly meta?: { readonly count?: number; readonly totalItems?: number };
}

/** @param creates whether the identifiers are new: they are left out */
export function factsOf(status: number, text: string, creates: boolean): Facts {
  const { data, included = [], meta } = JSON.parse(text) as AnyDocument;
  const resources = [data].flat();
  return {
    status,
    ids: creates ? [] : resources.map(({ id }) => id),
    values: resources.map(({ attributes = {} }) => {
      const birthDate = 'birthDate' in attributes ? attributes['birthDate'] : attributes['birth_date'];
      return birthDate ?? attributes['serial'] ?? null;
    }),
    linkage: resources.map(({ relationships }) => relationships?.computers?.data?.map(({ id }) => id).sort()),
    included: included.map(({ type, id }) => `${type} ${id}`).sort(),
    total: meta?.count ?? meta?.totalItems,
  };
}

/**
 * Compares all but some parts.
 * @throws AssertionError when the others differ
 */
export function requireSame(actual: readonly Facts[], expected: readonly Facts[], differing: readonly Part[]): void {
  const compared = (facts: readonly Facts[]): readonly object[] =>
    facts.map((each) => Object.fromEntries(Object.entries(each).filter(([part]) => !differing.includes(part as Part))));
  deepStrictEqual(compared(actual), compared(expected));
}
