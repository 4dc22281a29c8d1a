// The one list of what persons own. Writes take rules and the order of locks from it.
import { computerRules } from '../../domain/computer.ts';
import type { Owned } from '../../domain/ownership.ts';
import type { AttributesOf, Rules } from '../../domain/rules.ts';
import type { ResourceType } from './schema.ts';

/** By the relationship of a person that leads to them, in the order in which writes lock them. */
const ownedResources = {
  computers: { type: 'computer', rules: computerRules },
} as const satisfies Readonly<Record<string, { readonly type: ResourceType; readonly rules: Rules }>>;

export type OwnedRelationship = keyof typeof ownedResources;

export const ownedRelationships = Object.keys(ownedResources) as readonly OwnedRelationship[];

type RulesOf<Relationship extends OwnedRelationship> = (typeof ownedResources)[Relationship]['rules'];
export type ItemAttributes<Relationship extends OwnedRelationship> = AttributesOf<RulesOf<Relationship>>;

/** A resource that a relationship of a person leads to. */
export type Item<Relationship extends OwnedRelationship> = Owned & ItemAttributes<Relationship>;

/** Identifiers of items, each once, by the relationship that leads to them. */
export type ItemIds = Readonly<Partial<Record<OwnedRelationship, readonly string[] | undefined>>>;

/** The owner that an item names: `null` is nobody, undefined leaves it open. */
export type ItemLinkage = Readonly<Partial<Record<'owner', string | null | undefined>>>;

/** The type of the resources that a relationship leads to. */
export function typeOf(relationship: OwnedRelationship): (typeof ownedResources)[OwnedRelationship]['type'] {
  return ownedResources[relationship].type;
}

/** The rules of their attributes. */
export function rulesOf<Relationship extends OwnedRelationship>(relationship: Relationship): RulesOf<Relationship> {
  return ownedResources[relationship].rules;
}

/**
 * Makes a value for each relationship.
 * @example perOwned(typeOf) // { computers: 'computer' }
 */
export function perOwned<Value>(
  make: (relationship: OwnedRelationship) => Value,
): Readonly<Record<OwnedRelationship, Value>> {
  const entries = ownedRelationships.map((relationship) => [relationship, make(relationship)]);
  return Object.fromEntries(entries) as Record<OwnedRelationship, Value>;
}
