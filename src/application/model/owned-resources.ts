// The one list of what persons own. What a person owns is called an item, whatever its type. Writes take the rules of attributes and the lock
// order from this list.
import { computerRules } from '../../domain/computer.ts';
import type { Owned } from '../../domain/ownership.ts';
import type { AttributesOf, Rules } from '../../domain/rules.ts';
import type { ResourceType } from './schema.ts';

/** Keyed by the relationship of persons. The order of the keys is the lock order. */
const ownedResources = {
  computers: { type: 'computer', rules: computerRules },
} as const satisfies Readonly<Record<string, { readonly type: ResourceType; readonly rules: Rules }>>;

export type OwnedRelationship = keyof typeof ownedResources;

export const ownedRelationships = Object.keys(ownedResources) as readonly OwnedRelationship[];

type RulesOf<Relationship extends OwnedRelationship> = (typeof ownedResources)[Relationship]['rules'];
export type ItemAttributes<Relationship extends OwnedRelationship> = AttributesOf<RulesOf<Relationship>>;

/** A resource that a person can own. */
export type Item<Relationship extends OwnedRelationship> = Owned & ItemAttributes<Relationship>;

/** Identifiers of items by relationship, without duplicates. */
export type ItemIds = Readonly<Partial<Record<OwnedRelationship, readonly string[] | undefined>>>;

/** The owner that a write names for an item: `null` is nobody, undefined does not say. */
export type ItemLinkage = Readonly<Partial<Record<'owner', string | null | undefined>>>;

/** The resource type of the items of a relationship. */
export function typeOf(relationship: OwnedRelationship): (typeof ownedResources)[OwnedRelationship]['type'] {
  return ownedResources[relationship].type;
}

/** The rules of the attributes of these items. */
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
