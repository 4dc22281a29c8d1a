// Rules of a resource as data. Every write is checked against them in one place, `application/writing/rules.ts`.
import type { Value } from './kinds.ts';

export type Rule = UniqueRule | AtMostRule | CheckRule;
export type RuleKind = Rule['kind'];
export type RuleOf<Kind extends RuleKind> = Extract<Rule, { readonly kind: Kind }>;

/** The name of the function that declares each kind of rule. */
export const ruleWords: Readonly<Record<RuleKind, string>> = {
  unique: 'unique',
  'at most': 'atMost',
  check: 'check',
};

/** No two resources of the type have the same values. Resources in which one of them is unset are exempt. */
export interface UniqueRule {
  readonly kind: 'unique';
  /** Attributes and to-one relationships. */
  readonly members: readonly [string, ...string[]];
}

/** A to-many relationship has at most this many targets. */
export interface AtMostRule {
  readonly kind: 'at most';
  readonly most: number;
  readonly relationship: string;
}

/** The attributes of a resource pass a test. */
export interface CheckRule {
  readonly kind: 'check';
  /** The attribute that the error points at. */
  readonly attribute: string;
  /** @param attributes all of them, as they will be stored; `null` is unset */
  holds(attributes: Readonly<Record<string, Value | null>>): boolean;
  /** The fault in the attribute, as shown to clients. */
  readonly reason: string;
}

/**
 * @param members attributes and to-one relationships whose values must be unique together
 * @example unique('nickname')
 * @example unique('book', 'member')
 */
export function unique<const Names extends readonly [string, ...string[]]>(...members: Names) {
  return { kind: 'unique', members } as const;
}

/** @example atMost(5, 'computers') */
export function atMost<const Name extends string>(most: number, relationship: Name) {
  return { kind: 'at most', most, relationship } as const;
}

/**
 * @param attribute the one that the error points at
 * @param holds a pure function of all attributes; if it throws, the request fails
 * @param reason completes a sentence that begins with the attribute's name
 * @example check('isbn', ({ isbn }) => isbn === null || isIsbn(isbn), 'is not an ISBN')
 */
export function check<Attributes extends Readonly<Record<string, Value | null>>>(
  attribute: keyof Attributes & string,
  holds: (attributes: Attributes) => boolean,
  reason: string,
): CheckRule {
  return { kind: 'check', attribute, holds, reason };
}
