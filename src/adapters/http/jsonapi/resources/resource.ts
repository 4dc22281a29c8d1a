// Descriptions of resource types: routes, checks, messages and documents are derived from them, and nothing else goes in or out.
import type { ResourceType } from '#application/model/schema';
import type { Format, Rule } from '#domain/rules';

export interface Resource {
  readonly type: ResourceType;
  /** For messages. */
  readonly label: string;
  /** For route names. */
  readonly plural: string;
  /** The path of its list. */
  readonly path: string;
  /** By wire name. */
  readonly fields: Readonly<Record<string, Field>>;
}

export type Field = IdentifierField | AttributeField | RelationshipField;

/** `id`: clients can filter and sort by it, and every resource object has it. */
export interface IdentifierField {
  readonly kind: 'identifier';
  readonly stored: string;
}

export type AttributeField = WritableAttribute | ReadOnlyAttribute;

export interface WritableAttribute {
  readonly kind: 'attribute';
  /** The domain's attribute: written, and used to filter and sort. */
  readonly stored: string;
  readonly rule: Rule;
  /** A valid value, for the documentation; by default one that fits the format. */
  readonly example?: string;
  /** Undefined: write-only. */
  readonly output: AttributeOutput | undefined;
}

export interface ReadOnlyAttribute {
  readonly kind: 'attribute';
  /** The domain's attribute; undefined: computed. */
  readonly stored: string | undefined;
  readonly rule: undefined;
  /** What clients can rely on. */
  readonly shows: { readonly format: Format; readonly nullable: boolean };
  readonly output: AttributeOutput;
}

/** How an attribute is output. */
export interface AttributeOutput {
  /** The domain's attributes that `render` reads. */
  readonly needs: readonly string[];
  readonly render: (attributes: StoredAttributes) => string | null;
}

/** Attributes of one record by the domain's names; at least the needed ones. */
export type StoredAttributes = Readonly<Record<string, string | null>>;

export interface RelationshipField {
  readonly kind: 'relationship';
  /** The domain's relationship. */
  readonly stored: string;
  readonly to: ResourceType;
  readonly cardinality: 'one' | 'many';
  /** When `data` is output, besides on the relationship's own routes. */
  readonly linkage: 'always' | 'when included';
}

/** Outputs an attribute as it is stored. */
export function asStored(attribute: string): AttributeOutput {
  return { needs: [attribute], render: (attributes) => attributes[attribute] ?? null };
}

/** A field by its wire name; own members only, so `constructor` is not a field. */
export function fieldOf(resource: Resource, name: string): Field | undefined {
  return Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
}

/** A relationship by its wire name. */
export function relationshipFieldOf(resource: Resource, name: string): RelationshipField | undefined {
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

/** The relationships by wire name. */
export function relationshipsOf({ fields }: Resource): Readonly<Record<string, RelationshipField>> {
  return pick(fields, (field) => field.kind === 'relationship');
}

/** The attributes that clients can set, by wire name. */
export function writableAttributesOf({ fields }: Resource): Readonly<Record<string, WritableAttribute>> {
  return pick(fields, (field) => field.kind === 'attribute' && field.rule !== undefined);
}

/** The attributes that clients cannot set, by wire name. */
export function readOnlyAttributesOf({ fields }: Resource): Readonly<Record<string, ReadOnlyAttribute>> {
  return pick(fields, (field) => field.kind === 'attribute' && field.rule === undefined);
}

function pick<Picked extends Field>(
  fields: Resource['fields'],
  isPicked: (field: Field) => field is Picked,
): Readonly<Record<string, Picked>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (isPicked(field) ? [[name, field] as const] : [])),
  );
}
