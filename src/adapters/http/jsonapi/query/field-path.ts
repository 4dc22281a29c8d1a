// Names that lead to fields: `owner__birth_date` passes through any number of relationships.
import { unknownName } from '../documents/messages.ts';
import {
  fieldOf,
  relationshipFieldOf,
  relationshipsOf,
  type Field,
  type RelationshipField,
  type Resource,
} from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';

const STEP = '__';

export interface FoundField {
  readonly passed: readonly RelationshipField[];
  /** The resource that has the field. */
  readonly end: Resource;
  readonly name: string;
  readonly field: Field;
}

/** What the message about an unknown name says. */
export interface Naming {
  /** Where the name stands, such as ` at filter[0].name`, or nothing. */
  readonly where: string;
  /** What fields are called that can be named, such as `Sortable fields`. */
  readonly heading: string;
  readonly offered: (field: Field) => boolean;
}

/** Finds the field that a name leads to, or says why it leads nowhere. */
export function resolveFieldPath(path: string, start: Resource, naming: Naming): FoundField | string {
  const names = path.split(STEP);
  const name = names.pop() ?? '';
  const { passed, end, unknown } = walk(names, start);
  if (unknown !== undefined) return unknownRelationship(unknown, end, naming.where);
  const field = fieldOf(end, name);
  return field === undefined ? unknownField(name, end, naming) : { passed, end, name, field };
}

/** Whether a field has a value of its own to compare with and sort by. */
export function hasStoredValue(field: Field): boolean {
  return field.kind !== 'relationship' && field.stored !== undefined;
}

/** Relationships that a name passes through. */
export function stepsOf(path: string): number {
  return path.split(STEP).length - 1;
}

/** How far a path of relationship names leads. */
export interface Walk {
  readonly passed: readonly RelationshipField[];
  readonly end: Resource;
  /** The first name that is no relationship of `end`; undefined when there is none. */
  readonly unknown: string | undefined;
}

/** Follows relationships by their names on the wire. */
export function walk(names: readonly string[], start: Resource): Walk {
  const passed: RelationshipField[] = [];
  let end = start;
  for (const name of names) {
    const relationship = relationshipFieldOf(end, name);
    if (relationship === undefined) return { passed, end, unknown: name };
    passed.push(relationship);
    end = resources[relationship.to];
  }
  return { passed, end, unknown: undefined };
}

/** The detail for a name that is no relationship of a resource. */
export function unknownRelationship(name: string, resource: Resource, where: string): string {
  const known = { heading: `Relationships of ${resource.type}`, names: Object.keys(relationshipsOf(resource)) };
  return unknownName('relationship', name, ` of ${resource.type}${where}`, known);
}

/** The detail for a name that is no field of a resource. */
export function unknownField(name: string, resource: Resource, { where, heading, offered }: Naming): string {
  const names = Object.entries(resource.fields).flatMap(([known, field]) => (offered(field) ? [known] : []));
  const known = { heading: `${heading} of ${resource.type}`, names };
  return `${unknownName('field', name, ` of ${resource.type}${where}`, known)}${hintAt(name)}`;
}

/** The stored fields that a computed one is made of, as a message lists them. */
export function namesBehind(resource: Resource, computed: Field): string {
  const needs = computed.kind === 'attribute' ? (computed.shown?.needs ?? []) : [];
  return Object.entries(resource.fields)
    .flatMap(([name, { stored }]) => (stored !== undefined && needs.includes(stored) ? [name] : []))
    .join(', ');
}

/** What somebody may have meant who knows another dialect. */
function hintAt(name: string): string {
  if (name.includes('][')) return '. Operators other than eq are for the JSON form: filter=[{"name", "op", "val"}]';
  return name.includes('.')
    ? `. Two underscores lead to fields of related resources: ${name.replaceAll('.', '__')}`
    : '';
}
