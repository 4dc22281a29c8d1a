// Descriptions of resource types: routes, checks, messages and documents are derived from them, and nothing else goes in or out.
import { kindOf, type KindName, type Value } from '#domain/kinds';
import { mustBeGiven, type Attribute } from '#domain/resource';
import { relationshipOf, type Attributes, type ResourceType } from '#domain/schema';

export interface Resource<Type extends ResourceType = ResourceType> {
  readonly type: Type;
  /** For messages. */
  readonly label: string;
  /** For route names. */
  readonly plural: string;
  /** The path of its list. */
  readonly path: string;
  /** The fields that clients see, filter and sort by, by wire name. */
  readonly fields: Readonly<Record<string, Field>>;
  /** The fields that bodies may name. */
  readonly inBodies: FieldsOfType;
  /** The set of descriptions that this one belongs to, in which its relationships find their types. */
  readonly set: Resources;
}

/** The fields of a type, by wire name. */
export interface FieldsOfType extends Pick<Resource, 'type' | 'path' | 'fields'> {
  /** The stored names of fields that the policy sets in new resources. */
  readonly preset?: ReadonlySet<string> | undefined;
}

/** Descriptions by type. A type that is missing is unknown to clients. */
export type Resources = Readonly<Partial<Record<ResourceType, Resource>>>;

/** The descriptions of all types, regardless of roles. */
export type EveryResource = Readonly<Record<ResourceType, Resource>>;

export type Field = IdentifierField | AttributeField | RelationshipField;

/** `id`: clients can filter and sort by it, and every resource object has it. */
export interface IdentifierField {
  readonly kind: 'identifier';
  readonly stored: 'id';
}

export type AttributeField = WritableAttribute | ReadOnlyAttribute;

export interface WritableAttribute {
  readonly kind: 'attribute';
  /** The domain's attribute: written, and used to filter and sort. */
  readonly stored: string;
  readonly declared: Attribute;
  /** A valid value, for the documentation; by default one of its kind. */
  readonly example?: Value;
  /** Undefined: write-only. */
  readonly output: AttributeOutput | undefined;
}

export interface ReadOnlyAttribute {
  readonly kind: 'attribute';
  /** The domain's attribute; undefined: computed. */
  readonly stored: string | undefined;
  readonly declared: undefined;
  /** The type that clients can rely on. */
  readonly shows: { readonly kind: KindName; readonly isNullable: boolean };
  readonly output: AttributeOutput;
}

/** The output of an attribute. */
export interface AttributeOutput {
  /** The domain's attributes that `render` reads. */
  readonly needs: readonly string[];
  /** @param attributes of one record by the domain's names; at least the needed ones */
  readonly render: (attributes: Attributes) => Value | null;
}

export interface RelationshipField {
  readonly kind: 'relationship';
  /** The domain's relationship. */
  readonly stored: string;
  readonly to: ResourceType;
  readonly cardinality: 'one' | 'many';
  readonly linkage: LinkageOutput;
}

/** When documents contain `data`; those of the relationship's own routes always do. */
export type LinkageOutput = 'always' | 'when included';

/** The resource whose type has this wire name; undefined if there is none. */
export function resourceOf(type: string, known: Resources): Resource | undefined {
  return Object.values(known).find((resource) => resource.type === type);
}

/** A field by its wire name; own members only, so `constructor` is not a field. */
export function fieldOf({ fields }: Pick<Resource, 'fields'>, name: string): Field | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** A relationship by its wire name. */
export function relationshipFieldOf(resource: Pick<Resource, 'fields'>, name: string): RelationshipField | undefined {
  const field = fieldOf(resource, name);
  return field?.kind === 'relationship' ? field : undefined;
}

/**
 * A relationship by a wire name that was checked before.
 * @throws Error when the resource has no such relationship
 */
export function requireRelationship(resource: Resource, name: string): RelationshipField {
  const field = relationshipFieldOf(resource, name);
  if (field === undefined) throw new Error(`${resource.type} has no relationship ${name}`);
  return field;
}

/**
 * The related resource of a relationship.
 * @throws Error if it is not described: then the relationship must not be described either
 */
export function relatedResource({ type, set }: Resource, { to, stored }: RelationshipField): Resource {
  const related = set[to];
  if (related === undefined) throw new Error(`${type}.${stored} refers to ${to}, which is not described`);
  return related;
}

/** The relationships by wire name. */
export function relationshipsOf({ fields }: Pick<Resource, 'fields'>): Readonly<Record<string, RelationshipField>> {
  return pick(fields, (field) => field.kind === 'relationship');
}

/** The attributes that clients can set, by wire name. */
export function writableAttributesOf({
  fields,
}: Pick<Resource, 'fields'>): Readonly<Record<string, WritableAttribute>> {
  return pick(fields, (field) => field.kind === 'attribute' && field.declared !== undefined);
}

/** The attributes that clients cannot set, by wire name. */
export function readOnlyAttributesOf({
  fields,
}: Pick<Resource, 'fields'>): Readonly<Record<string, ReadOnlyAttribute>> {
  return pick(fields, (field) => field.kind === 'attribute' && field.declared === undefined);
}

/** The wire name of a stored field; undefined if it is neither shown nor written. */
export function wireNameOf({ fields }: Pick<Resource, 'fields'>, stored: string): string | undefined {
  return Object.entries(fields).find(([, field]) => field.stored === stored)?.[0];
}

/** True if a creation cannot leave the attribute out. */
export function mustBeSent({ declared }: WritableAttribute): boolean {
  return mustBeGiven(declared);
}

/** The JSON value of a text, as in a file; the text itself if it is not a value of the attribute's kind. */
export function jsonOf({ declared }: WritableAttribute, text: string): Value {
  const read = kindOf(declared.kind).readOperand(text, declared);
  return read.valid ? read.value : text;
}

function pick<Picked extends Field>(
  fields: Resource['fields'],
  isPicked: (field: Field) => field is Picked,
): Readonly<Record<string, Picked>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (isPicked(field) ? [[name, field] as const] : [])),
  );
}

/** True if a resource holds the links of a relationship: it is to-one, or many-to-many and declared here. */
export function isHeld({ type }: Pick<Resource, 'type'>, { cardinality, stored }: RelationshipField): boolean {
  return cardinality === 'one' || relationshipOf(type, stored).end === 'from';
}
