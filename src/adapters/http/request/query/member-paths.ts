// Paths to the members of a relationship: include paths that end at a to-many relationship.
import { quote } from '../../api/error-wording.ts';
import type { ErrorObject } from '../../api/errors.ts';
import { relatedResource, type RelationshipField, type Resource } from '../../api/resource-description.ts';
import { followRelationships, unknownRelationship } from '../syntax/field-path.ts';
import type { IncludePath } from './include.ts';

export interface MemberPath {
  /** As wire names. */
  readonly names: IncludePath;
  /** The resource that has the relationship at the end. */
  readonly from: Resource;
  readonly relationship: RelationshipField;
  /** The members. */
  readonly to: Resource;
}

/** The reason why a text is not a path to members. */
export interface PathFault {
  readonly detail: string;
  readonly meta?: ErrorObject['meta'];
}

/**
 * Resolves a path.
 * @param maximum the most names that a path may have
 * @example readMemberPath('owner.computers', computerResource, 5) // { names: ['owner', 'computers'], from: personResource, … }
 */
export function readMemberPath(text: string, start: Resource, maximum: number): MemberPath | PathFault {
  const names = text.split('.');
  const quoted = quote(text);
  if (names.length > maximum)
    return {
      detail: `the path ${quoted} has ${names.length} names, more than ${maximum}`,
      meta: { max: maximum },
    };
  const { relationships, resource: to, unknown } = followRelationships(names, start);
  if (unknown !== undefined) {
    const hint = unknown.includes('__') ? '. Dots join the names of a path' : '';
    const place = names.length === 1 ? '' : `, name ${relationships.length + 1} of ${quoted}`;
    return { detail: `${unknownRelationship(unknown, to, place)}${hint}` };
  }
  const relationship = relationships.at(-1);
  const from = relationships.slice(0, -1).reduce(relatedResource, start);
  if (relationship === undefined) throw new Error('a path has at least one name');
  if (relationship.cardinality === 'one')
    return { detail: `the path ${quoted} ends at a to-one relationship; it must end at a to-many relationship` };
  return { names, from, relationship, to };
}

export function isFault(path: MemberPath | PathFault): path is PathFault {
  return 'detail' in path;
}

/** True if a path begins with these names or equals them. */
export function beginsWith(path: IncludePath, beginning: IncludePath): boolean {
  return beginning.every((name, index) => path[index] === name);
}
