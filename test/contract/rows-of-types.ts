// Rows of any type, through the ports: for tests that cover every type of the schema.
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

/** Attributes by name, and behind `ownerId` who owns the row. */
export type Values = Readonly<Record<string, string | null>>;

const relationships = new Map<ResourceType, OwnedRelationship>(
  ownedRelationships.map((relationship) => [typeOf(relationship), relationship]),
);

/** The rules of a type's attributes. */
export function rulesFor(type: ResourceType): Rules {
  return type === 'person' ? personRules : rulesOf(relationshipTo(type));
}

/** The repository of a type; it takes drafts that follow the type's rules. */
export function repositoryFor(transaction: Transaction, type: ResourceType): Repository<Entity, Values> {
  return type === 'person' ? transaction.persons : repositoryOf(transaction, relationshipTo(type));
}

/** @throws Error for a type that no person owns */
function relationshipTo(type: ResourceType): OwnedRelationship {
  const relationship = relationships.get(type);
  if (relationship === undefined) throw new Error(`no person owns a ${type}`);
  return relationship;
}

/** A draft of a type with all attributes set, owned by nobody. */
export function exampleOf(type: ResourceType): Values {
  const attributes = Object.entries(rulesFor(type)).map(([name, { format }]) => [name, EXAMPLES[format]] as const);
  return Object.fromEntries(type === 'person' ? attributes : [...attributes, ['ownerId', null]]);
}

const EXAMPLES: Readonly<Record<Format, string>> = {
  text: 'Example',
  email: 'example@example.org',
  date: '2000-02-29',
};
