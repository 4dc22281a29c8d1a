import type { ResourceType } from '../../../../application/model/schema.ts';

/** What the wire shows of one resource type. Everything that can be sent, asked for or answered is listed here, one by one. */
export interface Resource {
  readonly type: ResourceType;
  /** How messages call it. */
  readonly label: string;
  /** The path of its list. */
  readonly path: string;
  readonly fields: Readonly<Record<string, Field>>;
}

export type Field = IdentifierField | AttributeField | RelationshipField;

/** `id`: can be filtered and sorted by, and always stands in a resource. */
export interface IdentifierField {
  readonly kind: 'identifier';
  readonly stored: string;
}

export interface AttributeField {
  readonly kind: 'attribute';
  /** The domain's attribute behind it, by which it is filtered, sorted and, when writable, set; undefined when it is computed. */
  readonly stored: string | undefined;
  readonly writable: boolean;
  /** How it is shown; undefined when it is write-only. */
  readonly shown: ShownAttribute | undefined;
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

/** A field by its name on the wire; undefined when the resource has none of that name, whatever objects inherit. */
export function fieldOf(resource: Resource, name: string): Field | undefined {
  return Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
}

/** A relationship by its name on the wire. */
export function relationshipFieldOf(resource: Resource, name: string): RelationshipField | undefined {
  const field = fieldOf(resource, name);
  return field?.kind === 'relationship' ? field : undefined;
}
