// Names such as `owner__birth_date`: any number of relationships, then a field.

import { fieldOf, type Field, type RelationshipField, type Resource } from '../resources/resource.ts';
import { unknownName } from './problem.ts';
import { unknownRelationship, walk } from './relationship-path.ts';

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

/** Relationships that a name passes through. */
export function stepsOf(path: string): number {
  return path.split(STEP).length - 1;
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

/** The detail for a name that is no field of a resource. */
export function unknownField(name: string, resource: Resource, { where, heading, offered }: Naming): string {
  const detail = unknownName('field', name, ` of ${resource.type}${where}`, {
    heading: `${heading} of ${resource.type}`,
    names: Object.entries(resource.fields).flatMap(([known, field]) => (offered(field) ? [known] : [])),
  });
  return `${detail}${hintAt(name)}`;
}

/** What somebody may have meant who knows another dialect. */
function hintAt(name: string): string {
  if (name.includes('][')) return '. Operators other than eq are for the JSON form: filter=[{"name", "op", "val"}]';
  return name.includes('.')
    ? `. Two underscores lead to fields of related resources: ${name.replaceAll('.', '__')}`
    : '';
}

/** The stored fields that a computed one is made of, as a message lists them. */
export function namesBehind(resource: Resource, computed: Field): string {
  const needs = computed.kind === 'attribute' ? (computed.shown?.needs ?? []) : [];
  return Object.entries(resource.fields)
    .flatMap(([name, { stored }]) => (stored !== undefined && needs.includes(stored) ? [name] : []))
    .join(', ');
}
