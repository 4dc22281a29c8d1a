// The ledger's own evaluation of a policy's conditions: the part of the filter language that its random policies use.
import type { Value } from '#domain/kinds';
import { relatedTo, type Row, type State } from './ledger-rows.ts';
import { endNamed, endsOf } from './ledger-schema.ts';

/** As in the file. */
export type Condition =
  | Compared
  | Related
  | { readonly and: readonly Condition[] }
  | { readonly or: readonly Condition[] }
  | { readonly not: Condition };

interface Compared {
  readonly name: string;
  readonly op: Comparison;
  readonly val: Operand;
}

interface Related {
  readonly name: string;
  readonly op: 'any' | 'has';
  readonly val: Condition;
}

function isRelated(condition: Compared | Related): condition is Related {
  return condition.op === 'any' || condition.op === 'has';
}

type Comparison = 'eq' | 'ne' | 'gt' | 'le' | 'in_' | 'startswith';
type Compare = Value | null | readonly Value[];
type Operand = Compare | { readonly claim: string };

export type Claims = Readonly<Record<string, Value | readonly Value[]>>;

/** True if every condition of a `where` matches the row. If a claim is missing, nothing matches. */
export function matches(where: readonly Condition[], row: Row, state: State, claims: Claims): boolean {
  const isComplete = where.every((each) => claimsIn(each).every((name) => Object.hasOwn(claims, name)));
  return isComplete && where.every((each) => truth(each, row, state, claims) === true);
}

function claimsIn(condition: Condition): readonly string[] {
  if ('and' in condition) return condition.and.flatMap(claimsIn);
  if ('or' in condition) return condition.or.flatMap(claimsIn);
  if ('not' in condition) return claimsIn(condition.not);
  if (isRelated(condition)) return claimsIn(condition.val);
  const { val } = condition;
  return typeof val === 'object' && val !== null && 'claim' in val ? [val.claim] : [];
}

/** Undefined: unknown, as in SQL. */
type Truth = boolean | undefined;

function truth(condition: Condition, row: Row, state: State, claims: Claims): Truth {
  const truths = (all: readonly Condition[]): readonly Truth[] => all.map((each) => truth(each, row, state, claims));
  if ('and' in condition) {
    const all = truths(condition.and);
    return all.includes(false) ? false : all.includes(undefined) ? undefined : true;
  }
  if ('or' in condition) {
    const all = truths(condition.or);
    return all.includes(true) ? true : all.includes(undefined) ? undefined : false;
  }
  if ('not' in condition) {
    const inner = truth(condition.not, row, state, claims);
    return inner === undefined ? undefined : !inner;
  }
  if (isRelated(condition))
    return relatedTo(state, endNamed(row.type, condition.name), row).some(
      (each) => truth(condition.val, each, state, claims) === true,
    );
  const { name, op, val } = condition;
  const value = operandOf(val, claims);
  const [first = '', second] = name.split('__');
  const end = endsOf(row.type).find((each) => each.name === first);
  if (end === undefined) return compare(valueOf(row, name), op, value);
  const related = relatedTo(state, end, row);
  if (second === undefined && value === null) return op === 'eq' ? related.length === 0 : related.length > 0;
  return related.some((each) => compare(valueOf(each, second ?? 'id'), op, value) === true);
}

function valueOf(row: Row, name: string): Value | null {
  return name === 'id' ? row.id : (row.attributes[name] ?? null);
}

function operandOf(val: Operand, claims: Claims): Compare {
  return typeof val === 'object' && val !== null && 'claim' in val ? (claims[val.claim] ?? null) : val;
}

function compare(value: Value | null, op: Comparison, operand: Compare): Truth {
  if (operand === null) return op === 'eq' ? value === null : value !== null;
  if (typeof operand === 'object' && operand.length === 0) return false;
  if (value === null) return undefined;
  if (typeof operand === 'object') return operand.includes(value);
  switch (op) {
    case 'eq':
      return value === operand;
    case 'ne':
      return value !== operand;
    case 'gt':
      return value > operand;
    case 'le':
      return value <= operand;
    case 'startswith':
      return String(value).startsWith(String(operand));
    case 'in_':
      return undefined;
  }
}
