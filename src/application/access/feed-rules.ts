// The rules by which the changes feed shows each type to a role. Some types are judged row by row, from the states that a change keeps. For the
// others, the feed only asks the reader to read the type again, because such a row can become visible or hidden without being changed. The rules
// depend only on names; no condition is evaluated.
import { actionOf, changedMembers, type Change } from '#domain/changes';
import { isManyToMany, relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import { isComparison, isQuantifier } from '../model/filter-forms.ts';
import { matchesEverything, type Filter } from '../model/filter.ts';
import { grantOf, type Permissions } from '../model/permissions.ts';

/** The rules of one role, independent of claims. */
export interface FeedRules {
  /** The readable types whose rows can be judged from the states that a change keeps. */
  readonly alone: ReadonlySet<ResourceType>;
  /** The other readable types, each with the changes after which it must be read again. */
  readonly refetched: ReadonlyMap<ResourceType, Triggers>;
}

/** The changes after which a type must be read again, by the type that changes. */
export type Triggers = ReadonlyMap<ResourceType, Trigger>;

/** The changes of a type that trigger a refetch. */
export interface Trigger {
  /** True if every change triggers it. */
  readonly isAny: boolean;
  /** True if creations and deletions trigger it. */
  readonly byExistence: boolean;
  /** The attributes and link-holding relationships whose changes trigger it. */
  readonly names: ReadonlySet<string>;
}

/** The rules that follow from the permissions of a role, or of an actor. */
export function feedRulesOf(role: Permissions<unknown>): FeedRules {
  const readable = resourceTypes.filter((type) => grantOf(role, 'read', type) !== undefined);
  const alone = new Set(readable.filter((type) => isAlone(type, role)));
  const others = readable.filter((type) => !alone.has(type));
  return { alone, refetched: new Map(others.map((type) => [type, triggersOf(type, role)])) };
}

/** True if the type that the triggers belong to must be read again after the change. */
export function isTriggered(triggers: Triggers, type: ResourceType, change: Change): boolean {
  const trigger = triggers.get(type);
  if (trigger === undefined) return false;
  const { isAny, byExistence, names } = trigger;
  if (isAny || (byExistence && actionOf(change) !== 'updated')) return true;
  return changedNames(change).some((name) => names.has(name));
}

/** The members that an update changes, and the relationships whose links the change adds or removes. */
function changedNames({ before, after, links }: Change): readonly string[] {
  const linked = Object.keys(links);
  if (before === undefined || after === undefined) return linked;
  const { attributes, targets } = changedMembers(before, after);
  return [...attributes, ...targets, ...linked];
}

/** The condition on the rows that the role may read; undefined if it may read all of them, or none. */
function conditionOf(type: ResourceType, role: Permissions<unknown>): Filter<unknown> | undefined {
  const rows = grantOf(role, 'read', type)?.rows;
  return rows === undefined || matchesEverything(rows) ? undefined : rows;
}

function isAlone(type: ResourceType, role: Permissions<unknown>): boolean {
  const condition = conditionOf(type, role);
  return (
    (condition === undefined || isAboutRow(type, condition)) &&
    shownTargets(type, role).every((to) => conditionOf(to, role) === undefined)
  );
}

/**
 * The target types of the readable relationships whose links belong to the row: to-one ones, and the many-to-many ones that the type declares.
 * A change of the row reveals these links.
 */
function shownTargets(type: ResourceType, role: Permissions<unknown>): readonly ResourceType[] {
  const fields = grantOf(role, 'read', type)?.fields;
  return Object.entries(schema[type].relationships).flatMap(([name, { to, cardinality, end }]) =>
    (cardinality === 'one' || end === 'from') && fields?.has(name) === true ? [to] : [],
  );
}

/** True if a condition reads only attributes of the row, and the identifiers of its to-one relationships. */
function isAboutRow(type: ResourceType, condition: Filter<unknown>): boolean {
  if (isComparison(condition)) return true;
  if (isQuantifier(condition))
    return relationshipOf(type, condition.relationship).cardinality === 'one' && isAboutIdentifier(condition.filter);
  return partsOf(condition).every((part) => isAboutRow(type, part));
}

function isAboutIdentifier(condition: Filter<unknown>): boolean {
  if (isQuantifier(condition)) return false;
  if (isComparison(condition)) return attributesIn(condition).every((name) => name === 'id');
  return partsOf(condition).every(isAboutIdentifier);
}

type Comparison = Extract<Filter<unknown>, { readonly attribute: string }>;
type Combination = Exclude<Filter<unknown>, Comparison | { readonly kind: 'related' }>;

function partsOf(condition: Combination): readonly Filter<unknown>[] {
  return 'filters' in condition ? condition.filters : [condition.filter];
}

function attributesIn(condition: Comparison): readonly string[] {
  const { attribute } = condition;
  if (condition.kind !== 'compare') return [attribute];
  const { operand } = condition;
  return isAttribute(operand) ? [attribute, operand.attribute] : [attribute];
}

function isAttribute(operand: unknown): operand is { readonly attribute: string } {
  return typeof operand === 'object' && operand !== null && 'attribute' in operand;
}

/** The triggers of a type that cannot be judged from its rows alone. */
function triggersOf(type: ResourceType, role: Permissions<unknown>): Triggers {
  const triggers = new TriggerList();
  triggers.add(type, { isAny: true });
  const condition = conditionOf(type, role);
  if (condition !== undefined) triggers.addNamed(type, condition);
  for (const to of shownTargets(type, role)) {
    const hiding = conditionOf(to, role);
    if (hiding !== undefined) triggers.addNamed(to, hiding);
  }
  return triggers.byType;
}

class TriggerList {
  readonly byType = new Map<ResourceType, Trigger>();

  add(type: ResourceType, { isAny = false, byExistence = false, names = [] }: AddedTrigger): void {
    const known = this.byType.get(type);
    this.byType.set(type, {
      isAny: isAny || known?.isAny === true,
      byExistence: byExistence || known?.byExistence === true,
      names: new Set([...(known?.names ?? []), ...names]),
    });
  }

  /** Adds everything that a condition on a type names, on the type itself and on the types along its paths. */
  addNamed(type: ResourceType, condition: Filter<unknown>): void {
    if (isComparison(condition)) {
      this.add(type, { names: attributesIn(condition) });
    } else if (isQuantifier(condition)) {
      this.#addWay(type, condition.relationship);
      this.addNamed(relationshipOf(type, condition.relationship).to, condition.filter);
    } else for (const part of partsOf(condition)) this.addNamed(type, part);
  }

  /** A to-one relationship changes with the row that holds it, a to-many relationship when its members are created, deleted or moved. */
  #addWay(type: ResourceType, name: string): void {
    const relationship = relationshipOf(type, name);
    const { to, inverse, cardinality, end } = relationship;
    if (cardinality === 'one') {
      this.add(type, { names: [name] });
      return;
    }
    const isHeldHere = isManyToMany(relationship) && end === 'from';
    this.add(to, { byExistence: true, names: isHeldHere ? [] : [inverse] });
    if (isHeldHere) this.add(type, { names: [name] });
  }
}

interface AddedTrigger extends Partial<Omit<Trigger, 'names'>> {
  readonly names?: readonly string[];
}
