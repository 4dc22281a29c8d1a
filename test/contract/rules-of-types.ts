// The rules of any type, for tests that cover the whole schema.
import type { Rule, RuleKind, RuleOf } from '#domain/rules';
import { schema, type ResourceType } from '#domain/schema';

/** One row for each kind of rule, so that a new kind does not compile without one. */
export type RuleTable<Row> = {
  readonly [Kind in RuleKind]: (type: ResourceType, rule: RuleOf<Kind>) => Row;
};

/** The row of a table for a rule of a type. */
export function rowFor<Row>(table: RuleTable<Row>, type: ResourceType, rule: Rule): Row {
  return (table[rule.kind] as (type: ResourceType, rule: Rule) => Row)(type, rule);
}

/** A restriction that valid rows must meet. */
interface Restriction {
  /** Attributes and to-one relationships that no two rows share. */
  readonly unique?: readonly [string, ...string[]];
  /** The most targets of to-many relationships. */
  readonly most?: Readonly<Record<string, number>>;
}

const restrictions: RuleTable<Restriction> = {
  unique: (_, { members }) => ({ unique: members }),
  'at most': (_, { relationship, most }) => ({ most: { [relationship]: most } }),
  // The samples of every kind pass.
  check: () => ({}),
};

function restrictionsOf(type: ResourceType): readonly Restriction[] {
  return schema[type].rules.map((rule) => rowFor(restrictions, type, rule));
}

/** The sets of attributes and to-one relationships that are unique, alone or together. */
export function uniqueSetsOf(type: ResourceType): readonly (readonly [string, ...string[]])[] {
  return restrictionsOf(type).flatMap(({ unique }) => (unique === undefined ? [] : [unique]));
}

/** True if two resources with the same value of an attribute can break a rule. */
export function isUnique(type: ResourceType, attribute: string): boolean {
  return uniqueSetsOf(type).some((members) => members.includes(attribute));
}

/** The most targets that a to-many relationship may have. */
export function mostTargets(type: ResourceType, relationship: string): number {
  return Math.min(...restrictionsOf(type).map(({ most }) => most?.[relationship] ?? Infinity));
}

/** True if a to-one relationship is unique on its own, so that no two resources share a target. */
export function isOneToOne(type: ResourceType, relationship: string): boolean {
  return uniqueSetsOf(type).some(({ length, 0: member }) => length === 1 && member === relationship);
}
