import { relationshipFieldOf, type RelationshipField, type Resource } from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';
import { unknownName } from './problem.ts';

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
  const names = Object.keys(resource.fields).filter((field) => relationshipFieldOf(resource, field) !== undefined);
  return unknownName('relationship', name, ` of ${resource.type}${where}`, {
    heading: `Relationships of ${resource.type}`,
    names,
  });
}
