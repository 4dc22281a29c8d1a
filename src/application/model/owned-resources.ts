// What persons own, in one list: the writes take its rules and the order of their locks from here.
import { computerRules } from '../../domain/computer.ts';
import type { Owned } from '../../domain/ownership.ts';
import type { AttributesOf, Rules } from '../../domain/rules.ts';
import type { ResourceType } from './schema.ts';

/** By the relationship of a person that leads to them. Writes lock their resources in this order. */
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

/** What is said of an item's relationships; `null` is nobody, undefined says nothing. */
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
