// Makes the fields of a description from names that the domain declares.
import type { Value } from '#domain/kinds';
import { schema, type Attributes, type ResourceType } from '#domain/schema';
import { DeclarationError } from '#domain/schema-of';
import type {
  AttributeField,
  IdentifierField,
  LinkageOutput,
  ReadOnlyAttribute,
  RelationshipField,
  WritableAttribute,
} from './resource-description.ts';

export const identifierField: IdentifierField = { kind: 'identifier', stored: 'id' };

/**
 * An attribute that clients read and, unless the service stamps it, write.
 * @throws DeclarationError if the type has no such attribute
 */
export function attributeField(type: ResourceType, name: string, example?: Value): AttributeField {
  const output = { needs: [name], render: (attributes: Attributes) => attributes[name] ?? null };
  const { declared, ...field } = writeOnlyField(type, name, example);
  if (declared.stamped === undefined) return { ...field, declared, output };
  const shows = { kind: declared.kind, isNullable: !declared.isRequired };
  return { kind: 'attribute', stored: name, declared: undefined, shows, output };
}

/**
 * An attribute that clients write, filter and sort by, but cannot read.
 * @throws DeclarationError if the type has no such attribute
 */
export function writeOnlyField(type: ResourceType, name: string, example?: Value): WritableAttribute {
  const { attributes } = schema[type];
  const declared = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (declared === undefined) throw new DeclarationError(type, `${type} has no attribute ${name}`);
  return { kind: 'attribute', stored: name, declared, ...(example !== undefined && { example }), output: undefined };
}

/** A read-only text, computed from attributes. */
export function computedField(needs: readonly string[], render: (attributes: Attributes) => string): ReadOnlyAttribute {
  return {
    kind: 'attribute',
    stored: undefined,
    declared: undefined,
    shows: { kind: 'text', isNullable: false },
    output: { needs, render },
  };
}

/**
 * A relationship, from either side.
 * @param linkage by default `always` for to-many and `when included` for to-one
 * @throws DeclarationError if the type has no such relationship
 */
export function relationshipField(type: ResourceType, name: string, linkage?: LinkageOutput): RelationshipField {
  const { relationships } = schema[type];
  const relationship = Object.hasOwn(relationships, name) ? relationships[name] : undefined;
  if (relationship === undefined) throw new DeclarationError(type, `${type} has no relationship ${name}`);
  const { to, cardinality } = relationship;
  const standard = cardinality === 'many' ? 'always' : 'when included';
  return { kind: 'relationship', stored: name, to, cardinality, linkage: linkage ?? standard };
}
