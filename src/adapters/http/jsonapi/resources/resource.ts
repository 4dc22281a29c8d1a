import type { ResourceType } from '#application/model/schema';
import type { Rule } from '#domain/rules';

/**
 * What the wire knows of one resource type. Everything that can be sent, asked for or answered is listed here, one by one: routes, checks,
 * messages and documents follow from it.
 */
export interface Resource {
  readonly type: ResourceType;
  /** How messages call it. */
  readonly label: string;
  /** How names of routes call it. */
  readonly plural: string;
  /** The path of its list. */
  readonly path: string;
  /** By their names on the wire. */
  readonly fields: Readonly<Record<string, Field>>;
}

export type Field = IdentifierField | AttributeField | RelationshipField;

/** `id`: can be filtered and sorted by, and always stands in a resource. */
export interface IdentifierField {
  readonly kind: 'identifier';
  readonly stored: string;
}

export type AttributeField = WritableAttribute | ReadOnlyAttribute;

export interface WritableAttribute {
  readonly kind: 'attribute';
  /** The domain's attribute behind it, which is set, filtered and sorted by. */
  readonly stored: string;
  /** What the domain demands of it. */
  readonly rule: Rule;
  /** How it is shown; undefined when it is write-only. */
  readonly shown: ShownAttribute | undefined;
}

export interface ReadOnlyAttribute {
  readonly kind: 'attribute';
  /** As above; undefined when it is computed. */
  readonly stored: string | undefined;
  readonly rule: undefined;
  readonly shown: ShownAttribute;
}

export interface ShownAttribute {
  /** The domain's attributes that it is computed from. */
  readonly needs: readonly string[];
  readonly render: (attributes: StoredAttributes) => string | null;
}

/** The domain's attributes of one record, of which at least the needed ones are there. */
export type StoredAttributes = Readonly<Record<string, string | null>>;

export interface RelationshipField {
  readonly kind: 'relationship';
  /** The domain's relationship behind it. */
  readonly stored: string;
  readonly to: ResourceType;
  readonly cardinality: 'one' | 'many';
  /** When `data` is shown, besides on the relationship's own routes. */
  readonly linkage: 'always' | 'when included';
}

/** Shows an attribute of the domain as it is. */
export function asStored(attribute: string): ShownAttribute {
  return { needs: [attribute], render: (attributes) => attributes[attribute] ?? null };
}

/** A field by its name on the wire; undefined when the resource has none of that name, whatever objects inherit. */
export function fieldOf(resource: Resource, name: string): Field | undefined {
  return Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
}

/** A relationship by its name on the wire. */
export function relationshipFieldOf(resource: Resource, name: string): RelationshipField | undefined {
  const field = fieldOf(resource, name);
  return field?.kind === 'relationship' ? field : undefined;
}

/**
 * A relationship whose name is known to be one of the resource's.
 * @throws Error when it is not: names that clients send are checked while they are parsed
 */
export function requireRelationship(resource: Resource, name: string): RelationshipField {
  const field = relationshipFieldOf(resource, name);
  if (field === undefined) throw new Error(`${resource.type} has no relationship ${name}`);
  return field;
}

/** The relationships of a resource by their names on the wire. */
export function relationshipsOf({ fields }: Resource): Readonly<Record<string, RelationshipField>> {
  return pick(fields, (field) => field.kind === 'relationship');
}

/** The attributes that clients can set, by their names on the wire. */
export function writableAttributesOf({ fields }: Resource): Readonly<Record<string, WritableAttribute>> {
  return pick(fields, (field) => field.kind === 'attribute' && field.rule !== undefined);
}

/** The attributes that clients cannot set, by their names on the wire. */
export function readOnlyAttributesOf({ fields }: Resource): Readonly<Record<string, ReadOnlyAttribute>> {
  return pick(fields, (field) => field.kind === 'attribute' && field.rule === undefined);
}

function pick<Wanted extends Field>(
  fields: Resource['fields'],
  isWanted: (field: Field) => field is Wanted,
): Readonly<Record<string, Wanted>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (isWanted(field) ? [[name, field] as const] : [])),
  );
}
