// The vocabulary in which a product describes what clients see.
import type { Value } from '#domain/kinds';
import {
  relationshipOf,
  resourceTypes,
  schema,
  type AttributesOf,
  type ResourceType,
  type ToManyOf,
  type ToOneOf,
} from '#domain/schema';
import {
  writableAttributesOf,
  type IdentifierField,
  type LinkageOutput,
  type ReadOnlyAttribute,
  type RelationshipField,
  type Resource,
  type WritableAttribute,
} from './resource-description.ts';

/** A description on its own, whose bodies may name what it shows. */
type Described<Type extends ResourceType> = Omit<Resource<Type>, 'inBodies' | 'set'>;

/** The words in which fields are described; they name what the type declares. */
export interface FieldWords<Type extends ResourceType> {
  readonly id: IdentifierField;
  /** Clients read and write it. */
  readonly attribute: (name: keyof AttributesOf<Type> & string, example?: Value) => WritableAttribute;
  /** Clients write it, filter and sort by it, but never see it. */
  readonly writeOnly: (name: keyof AttributesOf<Type> & string, example?: Value) => WritableAttribute;
  /** Clients see what is computed of attributes. */
  readonly computed: <Name extends keyof AttributesOf<Type> & string>(
    needs: readonly Name[],
    render: (attributes: Pick<AttributesOf<Type>, Name>) => string,
  ) => ReadOnlyAttribute;
  readonly relationship: (name: ToOneOf<Type> | ToManyOf<Type>, linkage: LinkageOutput) => RelationshipField;
}

/** Joins descriptions into a set, so that relationships find the descriptions of related types. */
export function together(described: { readonly [Type in ResourceType]: Described<Type> }): {
  readonly [Type in ResourceType]: Resource<Type>;
} {
  const set: Partial<Record<ResourceType, Resource>> = {};
  for (const type of resourceTypes) set[type] = { ...described[type], inBodies: described[type], set };
  // Each type has its own description.
  return set as { readonly [Type in ResourceType]: Resource<Type> };
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
  names: { readonly label?: string; readonly plural?: string } = {},
): Described<Type> {
  const { label = type.charAt(0).toUpperCase() + type.slice(1), plural = `${type}s` } = names;
  const resource = { type, label, plural, path: `/${plural}`, fields: fields(wordsOf(type)) };
  const written = Object.values(writableAttributesOf(resource)).map(({ stored }) => stored);
  for (const [name, { isRequired }] of Object.entries(schema[type].attributes))
    if (isRequired && !written.includes(name)) throw new Error(`${type}.${name} is required, and nobody can write it`);
  const all = Object.values(resource.fields).flatMap(({ stored }) => stored ?? []);
  const twice = all.find((stored, index) => all.indexOf(stored) < index);
  if (twice !== undefined) throw new Error(`${type}.${twice} has two fields`);
  return resource;
}

function wordsOf<Type extends ResourceType>(type: Type): FieldWords<Type> {
  const writable = (stored: string, example?: Value): Omit<WritableAttribute, 'output'> => {
    const declared = schema[type].attributes[stored];
    if (declared === undefined) throw new Error(`${type} declares no ${stored}`);
    return { kind: 'attribute', stored, declared, ...(example !== undefined && { example }) };
  };
  return {
    id: { kind: 'identifier', stored: 'id' },
    attribute: (name, example) => ({
      ...writable(name, example),
      output: { needs: [name], render: (attributes) => attributes[name] ?? null },
    }),
    writeOnly: (name, example) => ({ ...writable(name, example), output: undefined }),
    computed: (needs, render) => ({
      kind: 'attribute',
      stored: undefined,
      declared: undefined,
      shows: { kind: 'text', isNullable: false },
      // Records have the needed attributes.
      output: { needs, render: (attributes) => render(attributes as Parameters<typeof render>[0]) },
    }),
    relationship: (stored, linkage) => {
      const { to, cardinality } = relationshipOf(type, stored);
      return { kind: 'relationship', stored, to, cardinality, linkage };
    },
  };
}
