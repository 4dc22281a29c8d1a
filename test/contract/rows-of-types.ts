// Access to any type through the ports, for tests that cover the whole schema.
import {
  ownedRelationships,
  rulesOf,
  typeOf,
  type OwnedRelationship,
} from '../../src/application/model/owned-resources.ts';
import type { ResourceType } from '../../src/application/model/schema.ts';
import { repositoryOf } from '../../src/application/ownership/lock-ownership.ts';
import type { Repository } from '../../src/application/ports/repository.ts';
import type { Transaction } from '../../src/application/ports/unit-of-work.ts';
import type { Entity } from '../../src/domain/entity.ts';
import { personRules } from '../../src/domain/person.ts';
import type { Format, Rules } from '../../src/domain/rules.ts';

/** Attributes by name, and the owner's id as `ownerId`. */
export type Values = Readonly<Record<string, string | null>>;

const relationships = new Map<ResourceType, OwnedRelationship>(
  ownedRelationships.map((relationship) => [typeOf(relationship), relationship]),
);

export function rulesFor(type: ResourceType): Rules {
  return type === 'person' ? personRules : rulesOf(relationshipTo(type));
}

/** The repository of a type. Drafts must follow the rules of the type. */
export function repositoryFor(transaction: Transaction, type: ResourceType): Repository<Entity, Values> {
  return type === 'person' ? transaction.persons : repositoryOf(transaction, relationshipTo(type));
}

/** @throws Error for a type that no person owns */
function relationshipTo(type: ResourceType): OwnedRelationship {
  const relationship = relationships.get(type);
  if (relationship === undefined) throw new Error(`no person owns a ${type}`);
  return relationship;
}

/** A draft with all attributes set and no owner. */
export function exampleOf(type: ResourceType): Values {
  const attributes = Object.entries(rulesFor(type)).map(([name, { format }]) => [name, EXAMPLES[format]] as const);
  return Object.fromEntries(type === 'person' ? attributes : [...attributes, ['ownerId', null]]);
}

const EXAMPLES: Readonly<Record<Format, string>> = {
  text: 'Example',
  email: 'example@example.org',
  date: '2000-02-29',
};
