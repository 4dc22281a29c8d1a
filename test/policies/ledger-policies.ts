// Random policies with conditions on rows, and actors with random claims.
import type { Random } from '../chaos/random.ts';
import { type RowType, rowOf, type Row, type State } from '../support/stored-rows.ts';
import { matches, type Claims, type Condition } from './ledger-conditions.ts';

export type Action = 'read' | 'create' | 'update' | 'delete';

export interface Rule {
  readonly where?: readonly Condition[];
  readonly fields?: readonly string[];
}

export type Role = Readonly<Record<RowType, Readonly<Partial<Record<Action, Rule>>>>>;

export interface LedgerActor {
  readonly name: string;
  readonly role: string;
  readonly rules: Role;
  readonly claims: Claims;
}

/** The values of rows: few, so that conditions match often. */
export const values = {
  name: ['ann', 'bea', 'cid'],
  email: ['a@x.org', 'b@x.org'],
  birth_date: ['1990-01-01', '2000-01-01'],
  serial: ['a1', 'a2', 'b1', 'b2'],
} as const;

export function allows({ rules }: LedgerActor, action: Action, type: RowType, field?: string): boolean {
  const rule = rules[type][action];
  if (rule === undefined) return false;
  return field === undefined || rule.fields === undefined || rule.fields.includes(field);
}

/** True if the actor's rule for the action covers the row. */
export function covers({ rules, claims }: LedgerActor, action: Action, row: Row, state: State): boolean {
  const rule = rules[row.type][action];
  return rule !== undefined && matches(rule.where ?? [], row, state, claims);
}

export function sees(actor: LedgerActor, type: RowType, id: string, state: State): boolean {
  const row = rowOf(state, type, id);
  return row !== undefined && covers(actor, 'read', row, state);
}

const ROLES = 3;
const ACTORS = 5;

/** @param personIds of persons that a claim may name */
export function drawActors(random: Random, personIds: readonly string[]): readonly LedgerActor[] {
  const roles = Array.from({ length: ROLES }, () => drawRole(random));
  return Array.from({ length: ACTORS }, (_, index) => {
    const number = index % ROLES;
    const [rules] = roles.slice(number);
    if (rules === undefined) throw new Error('there are no roles');
    return { name: `actor ${index}`, role: `role ${number}`, rules, claims: drawClaims(random, personIds) };
  });
}

function drawClaims(random: Random, personIds: readonly string[]): Claims {
  const claims = {
    email: random.pick(values.email) ?? '',
    serials: random.sample(values.serial, 3),
    person: random.pick(personIds) ?? '0',
  };
  return Object.fromEntries(Object.entries(claims).filter(() => random.below(10) > 0));
}

function drawRole(random: Random): Role {
  const rulesOf = (type: RowType): Role[RowType] => ({
    read: drawRule(random, type, 6),
    ...(random.below(8) > 0 && { create: { ...drawRule(random, type, 4), ...drawFields(random, type, 'create') } }),
    ...(random.below(12) > 0 && { update: { ...drawRule(random, type, 6), ...drawFields(random, type, 'update') } }),
    ...(random.below(8) > 0 && { delete: drawRule(random, type, 5) }),
  });
  return { person: rulesOf('person'), computer: rulesOf('computer') };
}

/** @param share of the rules that have a `where`, in tenths */
function drawRule(random: Random, type: RowType, share: number): Rule {
  if (random.below(10) >= share) return {};
  const where = random.below(5) === 0 ? [drawCondition(random, type), drawCondition(random, type)] : undefined;
  return { where: where ?? [drawCondition(random, type)] };
}

const FIELDS = { person: ['name', 'email', 'birth_date', 'computers'], computer: ['serial', 'owner'] } as const;
const REQUIRED = { person: 'name', computer: 'serial' } as const;

function drawFields(random: Random, type: RowType, action: 'create' | 'update'): Pick<Rule, 'fields'> {
  if (random.below(6) > 0) return {};
  const fields = FIELDS[type].filter(() => random.below(3) > 0);
  return { fields: action === 'create' ? [...new Set([REQUIRED[type], ...fields])] : fields };
}

function drawCondition(random: Random, type: RowType, depth = 2): Condition {
  const deeper = (of: RowType = type): Condition => drawCondition(random, of, depth - 1);
  const dice = depth === 0 ? 9 : random.below(10);
  if (dice === 0) return { and: [deeper(), deeper()] };
  if (dice <= 2) return { or: [deeper(), deeper()] };
  if (dice <= 4) return { not: deeper() };
  if (dice <= 6)
    return type === 'person'
      ? { name: 'computers', op: 'any', val: deeper('computer') }
      : { name: 'owner', op: 'has', val: deeper('person') };
  const pick = (name: keyof typeof values): string => random.pick(values[name]) ?? '';
  const atoms: Readonly<Record<RowType, readonly (() => Condition)[]>> = {
    person: [
      () => ({ name: 'name', op: 'ne', val: pick('name') }),
      () => ({ name: 'name', op: 'in_', val: random.sample(values.name, 3) }),
      () => ({ name: 'email', op: 'eq', val: { claim: 'email' } }),
      () => ({ name: 'email', op: 'ne', val: pick('email') }),
      () => ({ name: 'email', op: random.below(2) === 0 ? 'eq' : 'ne', val: null }),
      () => ({ name: 'birth_date', op: random.below(2) === 0 ? 'gt' : 'le', val: '1995-01-01' }),
      () => ({ name: 'id', op: 'eq', val: { claim: 'person' } }),
      () => ({ name: 'computers', op: random.below(2) === 0 ? 'eq' : 'ne', val: null }),
      () => ({ name: 'computers__serial', op: 'in_', val: { claim: 'serials' } }),
    ],
    computer: [
      () => ({ name: 'serial', op: 'startswith', val: random.below(2) === 0 ? 'a' : 'b' }),
      () => ({ name: 'serial', op: 'ne', val: pick('serial') }),
      () => ({ name: 'serial', op: 'in_', val: { claim: 'serials' } }),
      () => ({ name: 'owner', op: random.below(2) === 0 ? 'eq' : 'ne', val: null }),
      () => ({ name: 'owner', op: 'eq', val: { claim: 'person' } }),
      () => ({ name: 'owner__email', op: 'eq', val: { claim: 'email' } }),
      () => ({ name: 'owner__name', op: 'eq', val: pick('name') }),
    ],
  };
  return random.pick(atoms[type])?.() ?? { and: [] };
}
