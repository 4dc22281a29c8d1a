// Turns a role's permissions into an actor's by filling in the claims.
import { kindOf, type Value } from '#domain/kinds';
import { sampleOf, type Attribute } from '#domain/resource';
import { perType } from '#domain/schema';
import type { Claims } from '../model/actor.ts';
import type { ClaimReference, RowCondition } from '../model/condition.ts';
import { nothing, type Filter } from '../model/filter.ts';
import { isComparison, type FilterOf } from '../model/filter-forms.ts';
import { actions, type Grant, type Permissions, type RolePermissions } from '../model/permissions.ts';

type Comparison = FilterOf<'comparison', ClaimReference>;

/** The permissions of an actor with this role and these claims. */
export function permissionsOfActor(role: RolePermissions, claims: Claims): Permissions {
  return perType((type) =>
    Object.fromEntries(
      actions.flatMap((action) => {
        const grant = role[type][action];
        return grant === undefined ? [] : [[action, grantTo(claims, grant)]];
      }),
    ),
  );
}

function grantTo(claims: Claims, { fields, rows, set }: Grant<ClaimReference>): Grant {
  const filled = Object.entries(set ?? {}).map(
    ([name, value]) =>
      [name, isReference(value) ? parsePreset(claimIn(claims, value.claim), value.of) : value] as const,
  );
  return { fields, rows: filterFor(claims, rows), ...(set && { set: Object.fromEntries(filled) }) };
}

/** True if a claim stands in place of the value. */
export function isReference(value: unknown): value is ClaimReference {
  return typeof value === 'object' && value !== null;
}

function claimIn(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}

/** Reads a claim like a value to store. An identifier may be a number. */
function parsePreset(value: unknown, of: Attribute): Value | undefined {
  const isNumbered = of.kind === 'identifier' && typeof value === 'number';
  const checked = kindOf(of.kind).parse(isNumbered ? String(value) : value, of);
  return checked.valid ? checked.value : undefined;
}

/** Fills in the values of claims. If a claim is missing or of the wrong kind, nothing matches, not even under `not`. */
export function filterFor(claims: Claims, condition: RowCondition): Filter {
  const values = {
    value: ({ claim, of }: ClaimReference) => parseClaim(claimIn(claims, claim), of),
    list: ({ claim, of }: ClaimReference) => parseClaimList(claimIn(claims, claim), of),
  };
  return fillClaims(condition, values) ?? nothing;
}

/** Fills in example values for the claims. */
export function exampleFilter(condition: RowCondition): Filter {
  const value = ({ of }: ClaimReference): Value => sampleOf(of);
  return fillClaims(condition, { value, list: (claim) => [value(claim)] }) ?? nothing;
}

/** The names of the claims that a condition uses. */
export function claimsIn(condition: RowCondition): readonly string[] {
  if (isComparison(condition)) return claimOf(condition);
  return 'filters' in condition ? condition.filters.flatMap(claimsIn) : claimsIn(condition.filter);
}

function claimOf(condition: Comparison): readonly string[] {
  switch (condition.kind) {
    case 'unset':
      return [];
    case 'in':
      return 'claim' in condition.values ? [condition.values.claim] : [];
    case 'compare':
      return condition.operand.kind === 'claim' ? [condition.operand.claim] : [];
    case 'text':
      return typeof condition.value === 'string' ? [] : [condition.value.claim];
  }
}

/** Looks up values of claims; undefined if a claim is missing or of the wrong kind. */
interface ClaimValues {
  readonly value: (claim: ClaimReference) => Value | undefined;
  readonly list: (claim: ClaimReference) => readonly Value[] | undefined;
}

/** Undefined if a claim has no value. */
function fillClaims(condition: RowCondition, values: ClaimValues): Filter | undefined {
  if (isComparison(condition)) return fillClaim(condition, values);
  if ('filters' in condition) {
    const filters = condition.filters.map((each) => fillClaims(each, values));
    const known = filters.filter((each) => each !== undefined);
    return known.length < filters.length ? undefined : { ...condition, filters: known };
  }
  const filter = fillClaims(condition.filter, values);
  return filter && { ...condition, filter };
}

function fillClaim(condition: Comparison, values: ClaimValues): Filter | undefined {
  switch (condition.kind) {
    case 'unset':
      return condition;
    case 'in': {
      const list = 'claim' in condition.values ? values.list(condition.values) : condition.values;
      return list && { ...condition, values: list };
    }
    case 'compare': {
      const { operand } = condition;
      if (operand.kind !== 'claim') return { ...condition, operand };
      const value = values.value(operand);
      return value === undefined ? undefined : { ...condition, operand: { kind: 'value', value } };
    }
    case 'text': {
      const value = typeof condition.value === 'string' ? condition.value : values.value(condition.value);
      return value === undefined ? undefined : { ...condition, value: String(value) };
    }
  }
}

function parseClaimList(list: unknown, of: Attribute): readonly Value[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const values = list.map((each: unknown) => parseClaim(each, of)).filter((each) => each !== undefined);
  return values.length < list.length ? undefined : values;
}

/** Reads a string or number like a value in a filter. */
function parseClaim(value: unknown, of: Attribute): Value | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const checked = kindOf(of.kind).parseOperand(value, of);
  return checked.valid ? checked.value : undefined;
}
