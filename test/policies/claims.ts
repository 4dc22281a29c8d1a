// Replaces values in JSON filter objects by claims, and back. Of the code under test it uses only the table of operators.
import { writableAttributesOf, type Resource } from '#adapters/http/api/resource-description';
import { booleans, operandForm, operatorOf, type OperandForm } from '#adapters/http/request/filter/filter-operators';
import type { Claims } from '#application/model/actor';
import { resources } from '#test/support/model';
import type { FilterObject } from '../agreement/wire-filters.ts';
import type { Dice } from './dice.ts';

/** The place where each form of operand takes claims: instead of a value, of a list, of each of two values, or nowhere. */
const CLAIMED: Readonly<Record<OperandForm, 'value' | 'list' | 'each' | 'nowhere'>> = {
  'value or null': 'value',
  value: 'value',
  range: 'each',
  list: 'list',
  literal: 'value',
  pattern: 'nowhere',
  // The operands inside the filter take them.
  filter: 'nowhere',
};

export type Where = readonly FilterObject[];

/**
 * Puts claims in place of some values.
 * @param claims receives the replaced values, so that the filters still match the same
 * @param share the share of values to replace, from 0 to 1
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
    mapOperands(object, ({ name, op }, value) => {
      const claimed = claimedBy(op);
      if (claimed === 'nowhere' || isBoolean(name)) return value;
      return claimed === 'each' && Array.isArray(value) ? value.map(claim) : claim(value);
    }),
  );
}

/**
 * Fills in the values of the actor's claims.
 * @returns undefined if a claim is missing, or is neither a string or number nor, where a list is needed, a list of these
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
      claimedBy(op) === 'each' && Array.isArray(value)
        ? value.map((each) => valueOf(each, false))
        : valueOf(value, claimedBy(op) === 'list'),
    ),
  );
  return missing.length > 0 ? undefined : filled;
}

export function hasClaims(where: Where): boolean {
  return JSON.stringify(where).includes('{"claim":');
}

/**
 * Returns the claims of somebody else, or invalid ones.
 * @param others other values for a claim
 */
export function otherClaims(claims: Claims, others: readonly unknown[], dice: Dice): Claims {
  const [kept, changed] = [{ ...claims }, dice.oneOf(Object.keys(claims))];
  const { [changed]: value, ...without } = kept;
  const other = Array.isArray(value) ? dice.few(others, 4) : dice.oneOf(others);
  if (dice.chance(0.5)) return { ...without, [changed]: other };
  const wrong: readonly Claims[] = [
    without,
    // An inherited property is not a claim.
    Object.assign(Object.create(claims) as Claims, without),
    ...[null, {}, true, [value], [value, null], [[value]], 12.5, -1, '', 'no date', '007', '\0'].map((bad) => ({
      ...without,
      [changed]: bad,
    })),
  ];
  return dice.oneOf(wrong);
}

type Operand = (comparison: FilterObject, value: unknown) => unknown;

/** Replaces the operand of each comparison. */
function mapOperands(object: FilterObject, operandOf: Operand): FilterObject {
  const inner = (value: unknown): FilterObject => mapOperands(value as FilterObject, operandOf);
  for (const boolean of booleans) {
    const combined = object[boolean];
    if (combined !== undefined) return { [boolean]: Array.isArray(combined) ? combined.map(inner) : inner(combined) };
  }
  const { val } = object;
  if (!('val' in object)) return object;
  const isFilter = typeof val === 'object' && val !== null && !Array.isArray(val) && claimNamedBy(val) === undefined;
  return { ...object, val: isFilter ? inner(val) : operandOf(object, val) };
}

function claimedBy(op: unknown): (typeof CLAIMED)[OperandForm] {
  const operator = operatorOf(String(op));
  return operator === undefined ? 'nowhere' : CLAIMED[operandForm(operator)];
}

/** True if a name ends in a field that is true or false, which no claim is. */
function isBoolean(name: unknown): boolean {
  return booleanNames.has(String(name).split('__').at(-1));
}

const booleanNames: ReadonlySet<string | undefined> = new Set(
  Object.values<Resource>(resources).flatMap((resource) =>
    Object.entries(writableAttributesOf(resource)).flatMap(([name, { declared }]) =>
      declared.kind === 'boolean' ? [name] : [],
    ),
  ),
);

function claimNamedBy(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('claim' in value)) return undefined;
  return typeof value.claim === 'string' ? value.claim : undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
