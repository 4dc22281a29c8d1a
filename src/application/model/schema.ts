// The read side is driven by this table alone: attributes and relationships by type, in the domain's names.
import { computerRules } from '../../domain/computer.ts';
import { personRules } from '../../domain/person.ts';
import type { Format, Rules } from '../../domain/rules.ts';

export type ResourceType = 'person' | 'computer';

/** Decides how values compare: identifiers as integers, dates and text by code point. */
export type AttributeKind = 'identifier' | 'text' | 'date';

export interface Relationship {
  readonly to: ResourceType;
  readonly cardinality: 'one' | 'many';
  /** The same relationship seen from the other side. */
  readonly inverse: string;
}

export interface ResourceSchema {
  /** `id` and every attribute that the domain has a rule for. */
  readonly attributes: Readonly<Record<string, AttributeKind>>;
  readonly relationships: Readonly<Record<string, Relationship>>;
}

const KINDS: Readonly<Record<Format, AttributeKind>> = { text: 'text', email: 'text', date: 'date' };

export const schema: Readonly<Record<ResourceType, ResourceSchema>> = {
  person: {
    attributes: attributesOf(personRules),
    relationships: { computers: { to: 'computer', cardinality: 'many', inverse: 'owner' } },
  },
  computer: {
    attributes: attributesOf(computerRules),
    relationships: { owner: { to: 'person', cardinality: 'one', inverse: 'computers' } },
  },
};

function attributesOf(rules: Rules): ResourceSchema['attributes'] {
  const kinds = Object.entries(rules).map(([name, { format }]) => [name, KINDS[format]] as const);
  return { id: 'identifier', ...Object.fromEntries(kinds) };
}

export const resourceTypes = Object.keys(schema) as readonly ResourceType[];

/** Makes a value for each resource type. */
export function perType<Value>(make: (type: ResourceType) => Value): Readonly<Record<ResourceType, Value>> {
  return Object.fromEntries(resourceTypes.map((type) => [type, make(type)])) as Record<ResourceType, Value>;
}

/**
 * @throws Error if the resource has no such attribute; names are checked at the edge
 */
export function attributeKind(type: ResourceType, attribute: string): AttributeKind {
  const { attributes } = schema[type];
  const kind = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
  if (kind === undefined) throw new Error(`${type} has no attribute ${attribute}`);
  return kind;
}

/**
 * @throws Error if the resource has no such relationship; names are checked at the edge
 */
export function relationshipOf(type: ResourceType, name: string): Relationship {
  const { relationships } = schema[type];
  const relationship = Object.hasOwn(relationships, name) ? relationships[name] : undefined;
  if (relationship === undefined) throw new Error(`${type} has no relationship ${name}`);
  return relationship;
}
