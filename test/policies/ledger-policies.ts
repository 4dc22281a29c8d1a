// Random policies with conditions on rows, and actors with random claims.
import type { Value } from '#domain/kinds';
import { perType, resourceTypes, type ResourceType } from '#domain/schema';
import type { Random } from '../chaos/random.ts';
import { matches, type Claims, type Condition } from './ledger-conditions.ts';
import { rowOf, type Ids, type Row, type State } from './ledger-rows.ts';
import { attributesOf, endsOf, isShown, MIDDLE, type End, type LedgerAttribute } from './ledger-schema.ts';

export type Action = 'read' | 'create' | 'update' | 'delete';

export interface Rule {
  readonly where?: readonly Condition[];
  readonly fields?: readonly string[];
}

export type Role = Readonly<Record<ResourceType, Readonly<Partial<Record<Action, Rule>>>>>;

export interface LedgerActor {
  readonly name: string;
  readonly role: string;
  readonly rules: Role;
  readonly claims: Claims;
}

export function allows({ rules }: LedgerActor, action: Action, type: ResourceType, field?: string): boolean {
  const rule = rules[type][action];
  if (rule === undefined) return false;
  // A policy cannot list a relationship that clients do not see. The grant of the action includes it.
  return field === undefined || rule.fields === undefined || !isShown(field) || rule.fields.includes(field);
}

/** True if the actor's rule for the action covers the row. */
export function covers({ rules, claims }: LedgerActor, action: Action, row: Row, state: State): boolean {
  const rule = rules[row.type][action];
  return rule !== undefined && matches(rule.where ?? [], row, state, claims);
}

export function sees(actor: LedgerActor, type: ResourceType, id: string, state: State): boolean {
  const row = rowOf(state, type, id);
  return row !== undefined && covers(actor, 'read', row, state);
}

const ROLES = 3;
const ACTORS = 5;

/** @param ids of rows that a claim may name */
export function drawActors(random: Random, ids: Ids): readonly LedgerActor[] {
  const roles = Array.from({ length: ROLES }, () => drawRole(random));
  return Array.from({ length: ACTORS }, (_, index) => {
    const number = index % ROLES;
    const [rules] = roles.slice(number);
    if (rules === undefined) throw new Error('there are no roles');
    return { name: `actor ${index}`, role: `role ${number}`, rules, claims: drawClaims(random, ids) };
  });
}

/** A value and a list for each attribute that a claim can be compared with, and an identifier for each type. */
function drawClaims(random: Random, ids: Ids): Claims {
  const claims = resourceTypes.flatMap((type): readonly (readonly [string, Value | readonly Value[]])[] => [
    [type, random.pick(ids[type]) ?? '0'],
    ...attributesOf(type)
      .filter(isClaimed)
      .flatMap(({ name, values }) => [
        [`${type} ${name}`, random.pick(values) ?? ''] as const,
        [`some ${type} ${name}`, random.sample(values, 3)] as const,
      ]),
  ]);
  return Object.fromEntries(claims.filter(() => random.below(10) > 0));
}

/** A claim is a text or a number. */
function isClaimed({ kind }: LedgerAttribute): boolean {
  return kind !== 'boolean';
}

function drawRole(random: Random): Role {
  // With many types, few roles would see all rows by chance. For a role that does, the service shows a written row without reading it back.
  const seesAll = resourceTypes.length > 3 && random.below(5) === 0;
  return perType((type) => ({
    read: seesAll ? {} : drawRule(random, type, 6),
    ...(random.below(8) > 0 && { create: { ...drawRule(random, type, 4), ...drawFields(random, type, 'create') } }),
    ...(random.below(12) > 0 && { update: { ...drawRule(random, type, 6), ...drawFields(random, type, 'update') } }),
    ...(random.below(8) > 0 && { delete: drawRule(random, type, 5) }),
  }));
}

/** @param share of the rules that have a `where`, in tenths */
function drawRule(random: Random, type: ResourceType, share: number): Rule {
  if (random.below(10) >= share) return {};
  const where = random.below(5) === 0 ? [drawCondition(random, type), drawCondition(random, type)] : undefined;
  return { where: where ?? [drawCondition(random, type)] };
}

function drawFields(random: Random, type: ResourceType, action: 'create' | 'update'): Pick<Rule, 'fields'> {
  // A many-to-many link needs a permitted field on both sides. To test this, fields are limited more often.
  const hasSets = endsOf(type).some(({ link }) => link.isManyToMany);
  if (random.below(hasSets ? 2 : 6) > 0) return {};
  // A role that lists fields must list these, and may read where they lead.
  if (action === 'create' && endsOf(type).some(({ link, isMany }) => link.isRequired && !isMany)) return {};
  const attributes = attributesOf(type);
  const fields = [...attributes, ...endsOf(type)].map(({ name }) => name).filter(() => random.below(3) > 0);
  const required = attributes.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return { fields: action === 'create' ? [...new Set([...required, ...fields])] : fields };
}

function drawCondition(random: Random, type: ResourceType, depth = 2): Condition {
  const deeper = (of: ResourceType = type): Condition => drawCondition(random, of, depth - 1);
  const dice = depth === 0 ? 9 : random.below(10);
  if (dice === 0) return { and: [deeper(), deeper()] };
  if (dice <= 2) return { or: [deeper(), deeper()] };
  if (dice <= 4) return { not: deeper() };
  const end = dice <= 6 ? random.pick(endsOf(type)) : undefined;
  if (end !== undefined) {
    const through = (val: Condition): Condition => ({ name: end.name, op: end.isMany ? 'any' : 'has', val });
    // In a tree, most differences show only across several levels.
    const isLonger = end.to === type && random.below(3) > 0;
    return through(isLonger ? through(deeper()) : deeper(end.to));
  }
  const atoms = [
    () => ({ name: 'id', op: 'eq', val: { claim: type } }) as const,
    ...attributesOf(type).flatMap((attribute) => comparisons(random, type, attribute)),
    ...endsOf(type).flatMap((each) => comparisonsThrough(random, each)),
  ];
  return random.pick(atoms)?.() ?? { and: [] };
}

type Draw = () => Condition;

function comparisons(random: Random, type: ResourceType, attribute: LedgerAttribute): readonly Draw[] {
  const { name, kind, isRequired, values } = attribute;
  const middle = MIDDLE[kind];
  return [
    () => ({ name, op: 'ne', val: random.pick(values) ?? null }),
    ...(isClaimed(attribute)
      ? [
          (): Condition => ({ name, op: 'in_', val: random.sample(values, 3) }),
          (): Condition => ({ name, op: 'eq', val: { claim: `${type} ${name}` } }),
          (): Condition => ({ name, op: 'in_', val: { claim: `some ${type} ${name}` } }),
        ]
      : []),
    ...(isRequired ? [] : [(): Condition => ({ name, op: random.below(2) === 0 ? 'eq' : 'ne', val: null })]),
    ...(middle === undefined
      ? []
      : [(): Condition => ({ name, op: random.below(2) === 0 ? 'gt' : 'le', val: middle })]),
    ...(kind === 'text' ? [(): Condition => ({ name, op: 'startswith', val: random.below(2) === 0 ? 'a' : 'b' })] : []),
  ];
}

function comparisonsThrough(random: Random, { name, to, isMany }: End): readonly Draw[] {
  const attribute = random.pick(attributesOf(to).filter(isClaimed));
  return [
    () => ({ name, op: random.below(2) === 0 ? 'eq' : 'ne', val: null }),
    ...(isMany ? [] : [(): Condition => ({ name, op: 'eq', val: { claim: to } })]),
    ...(attribute === undefined
      ? []
      : [
          (): Condition => ({
            name: `${name}__${attribute.name}`,
            op: 'eq',
            val: random.pick(attribute.values) ?? null,
          }),
          (): Condition => ({
            name: `${name}__${attribute.name}`,
            op: 'in_',
            val: { claim: `some ${to} ${attribute.name}` },
          }),
        ]),
  ];
}
