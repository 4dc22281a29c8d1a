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

export type FieldPath =
  | {
      readonly found: true;
      readonly passed: readonly RelationshipField[];
      /** The resource that has the field. */
      readonly end: Resource;
      readonly name: string;
      readonly field: Field;
    }
  | { readonly found: false; readonly detail: string };

/** What the message about an unknown name says. */
export interface Naming {
  /** Where the name stands, such as ` at filter[0].name`, or nothing. */
  readonly where: string;
  /** What fields are called that can be named, such as `Sortable fields`. */
  readonly heading: string;
  readonly offered: (field: Field) => boolean;
}

/** Finds the field that a name leads to. */
export function resolveFieldPath(path: string, start: Resource, naming: Naming): FieldPath {
  const names = path.split(STEP);
  const name = names.pop() ?? '';
  const walked = walk(names, start);
  if (!walked.found) return { found: false, detail: unknownRelationship(walked.name, walked.at, naming.where) };
  const { passed, end } = walked;
  const field = fieldOf(end, name);
  return field === undefined
    ? { found: false, detail: unknownField(name, end, naming) }
    : { found: true, passed, end, name, field };
}

/** Relationships that a name passes through. */
export function stepsOf(path: string): number {
  return path.split(STEP).length - 1;
}

/** Where a path of relationship names leads from a resource, or the first name that leads nowhere, counted from 1. */
export type Walk =
  | { readonly found: true; readonly passed: readonly RelationshipField[]; readonly end: Resource }
  | { readonly found: false; readonly name: string; readonly number: number; readonly at: Resource };

/** Follows relationships by their names on the wire. */
export function walk(names: readonly string[], start: Resource): Walk {
  const passed: RelationshipField[] = [];
  let at = start;
  for (const name of names) {
    const relationship = relationshipFieldOf(at, name);
    if (relationship === undefined) return { found: false, name, number: passed.length + 1, at };
    passed.push(relationship);
    at = resources[relationship.to];
  }
  return { found: true, passed, end: at };
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
