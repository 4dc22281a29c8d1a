// The vocabulary in which a product describes its resources.
import type { Value } from '#domain/kinds';
import { mustBeGiven } from '#domain/resource';
import {
  resourceTypes,
  schema,
  type AttributesOf,
  type ResourceType,
  type ToManyOf,
  type ToOneOf,
} from '#domain/schema';
import { DeclarationError } from '#domain/schema-of';
import {
  attributeField,
  computedField,
  identifierField,
  relationshipField,
  writeOnlyField,
} from './describe-fields.ts';
import {
  relationshipsOf,
  writableAttributesOf,
  type AttributeField,
  type IdentifierField,
  type LinkageOutput,
  type ReadOnlyAttribute,
  type RelationshipField,
  type Resource,
  type WritableAttribute,
} from './resource-description.ts';

/** A description outside a set. Bodies may name all its fields. */
export type Described<Type extends ResourceType = ResourceType> = Omit<Resource<Type>, 'inBodies' | 'set'>;

/** Functions that describe fields by the names that the type declares. */
export interface FieldWords<Type extends ResourceType> {
  readonly id: IdentifierField;
  /** Clients read it and, unless the service stamps it, write it. */
  readonly attribute: (name: keyof AttributesOf<Type> & string, example?: Value) => AttributeField;
  /** Clients write it, filter and sort by it, but never see it. */
  readonly writeOnly: (name: keyof AttributesOf<Type> & string, example?: Value) => WritableAttribute;
  /** Clients see a text computed from attributes. */
  readonly computed: <Name extends keyof AttributesOf<Type> & string>(
    needs: readonly Name[],
    render: (attributes: Pick<AttributesOf<Type>, Name>) => string,
  ) => ReadOnlyAttribute;
  readonly relationship: (name: ToOneOf<Type> | ToManyOf<Type>, linkage: LinkageOutput) => RelationshipField;
}

/** Joins descriptions into a set, so that relationships find the descriptions of related types. */
export function together<Set extends Readonly<Record<ResourceType, Described>>>(
  described: Set,
): { readonly [Type in keyof Set]: Set[Type] & Resource } {
  const set: Partial<Record<ResourceType, Resource>> = {};
  for (const type of resourceTypes) set[type] = { ...described[type], inBodies: described[type], set };
  // Each type has its own description.
  return set as { readonly [Type in keyof Set]: Set[Type] & Resource };
}

/**
 * Describes a resource.
 * @param fields by wire name
 * @param names by default the label is the capitalized type, and the plural ends with "s"
 * @throws Error if clients cannot write a required attribute, so that they could create nothing, or if two fields stand for one
 * attribute or relationship, so that a write could lose one of two values
 */
export function describeResource<Type extends ResourceType>(
  type: Type,
  fields: (words: FieldWords<Type>) => Resource['fields'],
  names: ResourceNames = {},
): Described<Type> {
  return describeFields(type, fields(wordsOf(type)), names);
}

export interface ResourceNames {
  readonly label?: string;
  readonly plural?: string;
}

/** Like `describeResource`, for fields that have already been made. */
export function describeFields<Type extends ResourceType>(
  type: Type,
  fields: Resource['fields'],
  names: ResourceNames,
): Described<Type> {
  const { label = capitalized(type.replaceAll('_', ' ')), plural = `${type}s` } = names;
  const resource = { type, label, plural, path: `/${plural}`, fields };
  const written = Object.values(writableAttributesOf(resource)).map(({ stored }) => stored);
  for (const [name, attribute] of Object.entries(schema[type].attributes))
    if (mustBeGiven(attribute) && !written.includes(name))
      throw new DeclarationError(type, `${type}.${name} is required, but no field lets clients write it`);
  const linked = Object.values(relationshipsOf(resource)).map(({ stored }) => stored);
  for (const [name, { isRequired }] of Object.entries(schema[type].relationships))
    if (isRequired && !linked.includes(name))
      throw new DeclarationError(type, `${type}.${name} is required, but no field lets clients write it`);
  const all = Object.values(resource.fields).flatMap(({ stored }) => stored ?? []);
  const twice = all.find((stored, index) => all.indexOf(stored) < index);
  if (twice !== undefined) throw new DeclarationError(type, `${type}.${twice} has two fields`);
  return resource;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function wordsOf<Type extends ResourceType>(type: Type): FieldWords<Type> {
  return {
    id: identifierField,
    attribute: (name, example) => attributeField(type, name, example),
    writeOnly: (name, example) => writeOnlyField(type, name, example),
    computed: (needs, render) =>
      // Records have the needed attributes.
      computedField(needs, (attributes) => render(attributes as Parameters<typeof render>[0])),
    relationship: (name, linkage) => relationshipField(type, name, linkage),
  };
}
