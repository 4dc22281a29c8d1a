// Field paths: `owner__birth_date` follows relationships to a field of a related resource.
import { unknownName } from '../../api/error-wording.ts';
import {
  fieldOf,
  relatedResource,
  relationshipFieldOf,
  relationshipsOf,
  type Field,
  type FieldsOfType,
  type RelationshipField,
  type Resource,
} from '../../api/resource-description.ts';

const SEPARATOR = '__';

export interface ResolvedField {
  /** The relationships followed. */
  readonly relationships: readonly RelationshipField[];
  /** The resource that has the field. */
  readonly resource: Resource;
  readonly name: string;
  readonly field: Field;
}

/** Parts of the message about an unknown field. */
export interface UnknownFieldMessage {
  /** The place of the name, such as ` at filter[0].name`; may be empty. */
  readonly where: string;
  /** Introduces the known fields, such as `Sortable fields`. */
  readonly heading: string;
  readonly isListed: (field: Field) => boolean;
}

/**
 * Finds the field at the end of a path; returns the detail of an error when there is none.
 * @example
 * const message = { where: '', heading: 'Fields', isListed: () => true };
 * resolveFieldPath('owner__birth_date', computerResource, message); // { resource: personResource, name: 'birth_date', … }
 * resolveFieldPath('owner__age', computerResource, message); // 'unknown field "age" of person. Fields of person: id, name, …'
 */
export function resolveFieldPath(path: string, start: Resource, message: UnknownFieldMessage): ResolvedField | string {
  const names = path.split(SEPARATOR);
  // Otherwise `__proto__` and `owner__` would name an empty relationship or field.
  if (names.includes('')) return unknownField(path, start, message);
  const name = names.pop() ?? '';
  const { relationships, resource, unknown } = followRelationships(names, start);
  if (unknown !== undefined) return unknownRelationship(unknown, resource, message.where);
  const field = fieldOf(resource, name);
  return field === undefined ? unknownField(name, resource, message) : { relationships, resource, name, field };
}

/** True if a field has a stored value to compare and sort by. */
export function hasStoredValue(field: Field): boolean {
  return field.kind !== 'relationship' && field.stored !== undefined;
}

/** The number of relationships that a field path follows. */
export function countRelationships(path: string): number {
  return path.split(SEPARATOR).length - 1;
}

/** The part of a path that consists of relationships. */
interface FollowedPath {
  readonly relationships: readonly RelationshipField[];
  /** The resource at its end. */
  readonly resource: Resource;
  /** The first name that is not a relationship of `resource`. */
  readonly unknown: string | undefined;
}

/** Follows relationships by their wire names. */
export function followRelationships(names: readonly string[], start: Resource): FollowedPath {
  const relationships: RelationshipField[] = [];
  let resource = start;
  for (const name of names) {
    const relationship = relationshipFieldOf(resource, name);
    if (relationship === undefined) return { relationships, resource, unknown: name };
    relationships.push(relationship);
    resource = relatedResource(resource, relationship);
  }
  return { relationships, resource, unknown: undefined };
}

/** The detail for an unknown relationship. */
export function unknownRelationship(name: string, resource: FieldsOfType, where: string): string {
  const known = { heading: `Relationships of ${resource.type}`, names: Object.keys(relationshipsOf(resource)) };
  return unknownName('relationship', name, ` of ${resource.type}${where}`, known);
}

/** The detail for an unknown field. */
export function unknownField(
  name: string,
  { type, fields }: Resource,
  { where, heading, isListed }: UnknownFieldMessage,
): string {
  const names = Object.entries(fields).flatMap(([known, field]) => (isListed(field) ? [known] : []));
  const known = { heading: `${heading} of ${type}`, names };
  return `${unknownName('field', name, ` of ${type}${where}`, known)}${hintFor(name)}`;
}

/**
 * A clause that names the stored fields from which a computed field derives; empty if none of them can be used.
 * @param verb what to do with them: `sort by`
 */
export function sourceAdvice({ fields }: Resource, computed: Field, verb: string): string {
  const sources = computed.kind === 'attribute' ? (computed.output?.needs ?? []) : [];
  const names = Object.entries(fields).flatMap(([name, { stored }]) =>
    stored !== undefined && sources.includes(stored) ? [name] : [],
  );
  return names.length === 0 ? '' : `; ${verb} ${names.join(', ')}`;
}

/** A hint for clients that use another filter dialect. */
function hintFor(name: string): string {
  if (name.includes('][')) return '. Operators other than eq are for the JSON form: filter=[{"name", "op", "val"}]';
  return name.includes('.')
    ? `. Use two underscores for fields of related resources: ${name.replaceAll('.', SEPARATOR)}`
    : '';
}
