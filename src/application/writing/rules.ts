// Checks a change against the declared rules. A unique index in the storage backs up `unique`: of two simultaneous
// writes one collides, and sees the other's value when it is retried. For `at most` the count is stable, because the
// resource that it belongs to is locked.
import type { Entity } from '#domain/entity';
import type { Value } from '#domain/kinds';
import { NEW, type Changed, type ChangeSet, type Move } from '#domain/relationships';
import type { AtMostRule, CheckRule, Rule, RuleKind, RuleOf, UniqueRule } from '#domain/rules';
import { relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import type { AllRows } from '../access/judge-rows.ts';
import { RelationshipRequiredError, RuleBrokenError, type BrokenRule } from '../model/errors.ts';
import { bothOf, hasIdentifier, hasIdentifierIn, type Filter } from '../model/filter.ts';
import type { ResourceIdentifier } from '../model/query.ts';

/** A change that is about to be stored. */
interface Judged {
  readonly allRows: AllRows;
  readonly moves: readonly Move[];
  readonly outcome: readonly Changed[];
}

/**
 * @param outcome the outcome of the change
 * @throws RelationshipRequiredError
 * @throws RuleBrokenError with all rules that would be broken in the first phase that finds any
 */
export async function requireRules(
  allRows: AllRows,
  { moves = [], removed }: ChangeSet,
  outcome: readonly Changed[],
): Promise<void> {
  if (removed === undefined) requireTargets(moves);
  for (const phase of phases) {
    const broken: BrokenRule[] = [];
    for (const type of resourceTypes)
      for (const rule of schema[type].rules) {
        const { judges, find } = judgementOf(rule);
        if (judges !== phase) continue;
        const breaking = await find({ allRows, moves, outcome }, type, rule);
        if (breaking !== undefined) broken.push({ type, rule, by: breaking });
      }
    if (broken.length > 0) throw new RuleBrokenError(broken);
  }
}

/** @throws RelationshipRequiredError for the first required relationship that would be empty */
function requireTargets(moves: readonly Move[]): void {
  const emptied = moves.filter(
    ({ type, relationship, to }) => to === null && relationshipOf(type, relationship).isRequired,
  );
  const [first] = emptied;
  if (first === undefined) return;
  const { type, relationship } = first;
  const ids = emptied.filter((each) => each.type === type && each.relationship === relationship).map(({ id }) => id);
  throw new RelationshipRequiredError(type, relationship, ids);
}

/** The judgement of one kind of rule. */
interface Judgement<Declared extends Rule> {
  /** The scope: each resource alone, or several together. */
  readonly judges: (typeof phases)[number];
  readonly find: Find<Declared>;
}

const phases = ['each resource', 'several resources'] as const;

/** Finds the first resource that breaks a rule. */
type Find<Declared extends Rule> = (
  judged: Judged,
  type: ResourceType,
  rule: Declared,
) => Promise<ResourceIdentifier | undefined>;

/** Finds a resource with the same values as another one, stored or in the same change. */
const findTwice: Find<UniqueRule> = async ({ allRows, outcome }, type, { members }) => {
  const changed = outcome.filter(({ after }) => after.type === type);
  for (const { before, after } of changed) {
    const isSame = (other: Entity): boolean => members.every((name) => valueOf(other, name) === valueOf(after, name));
    if (members.some((name) => valueOf(after, name) === null) || (before !== undefined && isSame(before))) continue;
    const others = changed.filter((each) => each.after !== after);
    if (others.some((each) => isSame(each.after))) return after;
    // No stored resource is linked to one that does not exist yet.
    if (members.some((name) => after.targets[name] === NEW)) continue;
    const same = members.map((name) => hasSame(after, name));
    const leaving = others.flatMap((each) => each.before?.id ?? []);
    if ((await allRows.count(type, allOf([...same, ...withoutIds(leaving)]))) > 0) return after;
  }
  return undefined;
};

function valueOf({ attributes, targets }: Entity, member: string): Value | null {
  return (member in targets ? targets[member] : attributes[member]) ?? null;
}

function hasSame(entity: Entity, member: string): Filter {
  const value = valueOf(entity, member) ?? '';
  if (member in entity.targets) return { kind: 'related', relationship: member, filter: hasIdentifier(String(value)) };
  return { kind: 'compare', attribute: member, comparison: 'equal', operand: { kind: 'value', value } };
}

function withoutIds(ids: readonly string[]): readonly Filter[] {
  return ids.length === 0 ? [] : [{ kind: 'not', filter: hasIdentifierIn(ids) }];
}

function allOf(filters: readonly Filter[]): Filter {
  return filters.reduce((all, each) => bothOf(all, each));
}

/** Finds a resource with too many targets in a to-many relationship. */
const findFull: Find<AtMostRule> = async ({ allRows, moves }, type, { relationship, most }) => {
  const { to: item, inverse } = relationshipOf(type, relationship);
  const growth = new Map<string, number>();
  for (const { id, by } of moves.flatMap((move) => changesOf(move, type, relationship)))
    growth.set(id, (growth.get(id) ?? 0) + by);
  for (const [id, grows] of growth) {
    const filter: Filter = { kind: 'related', relationship: inverse, filter: hasIdentifier(id) };
    if (grows > 0 && grows + (id === NEW ? 0 : await allRows.count(item, filter)) > most) return { type, id };
  }
  return undefined;
};

/** The changes that a move makes to the number of members of a to-many relationship. */
function changesOf(
  move: Move,
  type: ResourceType,
  relationship: string,
): readonly { readonly id: string; readonly by: 1 | -1 }[] {
  const { to: item, inverse, end } = relationshipOf(type, relationship);
  if (end === 'from')
    return move.type === type && move.relationship === relationship
      ? [{ id: move.id, by: move.to === null ? -1 : 1 }]
      : [];
  if (move.type !== item || move.relationship !== inverse) return [];
  return [
    ...(move.to === null ? [] : [{ id: move.to, by: 1 } as const]),
    ...(move.from === null ? [] : [{ id: move.from, by: -1 } as const]),
  ];
}

/** Finds a resource whose attributes, new or changed, fail the test. */
const findFailing: Find<CheckRule> = async ({ outcome }, type, rule) =>
  outcome.find(
    ({ before, after }) =>
      after.type === type &&
      Object.entries(after.attributes).some(([name, value]) => before?.attributes[name] !== value) &&
      !rule.holds(after.attributes),
  )?.after;

const judgements: { readonly [Kind in RuleKind]: Judgement<RuleOf<Kind>> } = {
  unique: { judges: 'several resources', find: findTwice },
  'at most': { judges: 'several resources', find: findFull },
  check: { judges: 'each resource', find: findFailing },
};

function judgementOf(rule: Rule): Judgement<Rule> {
  return judgements[rule.kind] as Judgement<Rule>;
}
