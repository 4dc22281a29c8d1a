// Claims in place of values, in filter objects as plain JSON. Nothing here asks the code under test what it makes of them.
import type { Claims } from '#application/model/actor';
import type { FilterObject } from '../agreement/wire-filters.ts';
import type { Dice } from './dice.ts';

/** Operators that take no claim, for a text in them has a meaning of its own. */
const PATTERNS: readonly unknown[] = ['like', 'notlike', 'ilike', 'notilike', 'match'];

export type Where = readonly FilterObject[];

/**
 * Puts claims in place of some values.
 * @param claims gets those with which the filters mean what they meant before
 * @param share of the values
 */
export function withClaims(where: Where, claims: Record<string, unknown>, share: number, dice: Dice): Where {
  const claim = (value: unknown): unknown => {
    if (!isScalar(value) && !Array.isArray(value)) return value;
    if (!dice.chance(share)) return value;
    const name = `claim ${Object.keys(claims).length + 1}`;
    claims[name] = value;
    return { claim: name };
  };
  return where.map((object) =>
    mapOperands(object, ({ op }, value) => {
      if (PATTERNS.includes(op)) return value;
      return op === 'between' && Array.isArray(value) ? value.map(claim) : claim(value);
    }),
  );
}

/**
 * The filters with what the actor's claims say.
 * @returns undefined if a claim is missing, or is neither what can be compared with nor, for a list, a list of that
 */
export function withValues(where: Where, claims: Claims): Where | undefined {
  const missing: string[] = [];
  const valueOf = (value: unknown, isList: boolean): unknown => {
    const name = claimNamedBy(value);
    if (name === undefined) return value;
    const said = Object.hasOwn(claims, name) ? claims[name] : undefined;
    if (!(isList ? Array.isArray(said) && said.every(isScalar) : isScalar(said))) missing.push(name);
    return said;
  };
  const filled = where.map((object) =>
    mapOperands(object, ({ op }, value) =>
      op === 'between' && Array.isArray(value)
        ? value.map((each) => valueOf(each, false))
        : valueOf(value, /^(?:not)?in_?$/.test(String(op))),
    ),
  );
  return missing.length > 0 ? undefined : filled;
}

export function hasClaims(where: Where): boolean {
  return JSON.stringify(where).includes('{"claim":');
}

/**
 * Claims of somebody else, or wrong ones.
 * @param others values that a claim can have instead
 */
export function otherClaims(claims: Claims, others: readonly unknown[], dice: Dice): Claims {
  const [kept, changed] = [{ ...claims }, dice.oneOf(Object.keys(claims))];
  const { [changed]: value, ...without } = kept;
  const other = Array.isArray(value) ? dice.few(others, 4) : dice.oneOf(others);
  if (dice.chance(0.5)) return { ...without, [changed]: other };
  const wrong: readonly Claims[] = [
    without,
    // Nobody has said what is only inherited.
    Object.assign(Object.create(claims) as Claims, without),
    ...[null, {}, true, [value], [value, null], [[value]], 12.5, -1, '', 'no date', '007', '\0'].map((bad) => ({
      ...without,
      [changed]: bad,
    })),
  ];
  return dice.oneOf(wrong);
}

type Operand = (comparison: FilterObject, value: unknown) => unknown;

/** Replaces what each comparison compares with. */
function mapOperands(object: FilterObject, operandOf: Operand): FilterObject {
  const inner = (value: unknown): FilterObject => mapOperands(value as FilterObject, operandOf);
  if ('not' in object) return { not: inner(object['not']) };
  for (const boolean of ['and', 'or'])
    if (boolean in object) return { [boolean]: (object[boolean] as readonly unknown[]).map(inner) };
  const { val } = object;
  if (!('val' in object)) return object;
  const isFilter = typeof val === 'object' && val !== null && !Array.isArray(val) && claimNamedBy(val) === undefined;
  return { ...object, val: isFilter ? inner(val) : operandOf(object, val) };
}

function claimNamedBy(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('claim' in value)) return undefined;
  return typeof value.claim === 'string' ? value.claim : undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
