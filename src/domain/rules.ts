// Rules of a resource as data. Every write is checked against them in one place, `application/writing/store.ts`.

export type Rule = UniqueRule | AtMostRule;

/** No two resources of the type have the same value; any number can be without one. */
export interface UniqueRule {
  readonly kind: 'unique';
  readonly attribute: string;
}

/** A to-many relationship has at most this many targets. */
export interface AtMostRule {
  readonly kind: 'at most';
  readonly most: number;
  readonly relationship: string;
}

/** @example unique('nickname') */
export function unique<const Name extends string>(attribute: Name) {
  return { kind: 'unique', attribute } as const;
}

/** @example atMost(5, 'computers') */
export function atMost<const Name extends string>(most: number, relationship: Name) {
  return { kind: 'at most', most, relationship } as const;
}
