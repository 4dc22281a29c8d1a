// Decides whether a document shows a relationship. Only relationships that it shows can have bounds.
import { quote } from '../../api/error-wording.ts';
import { relatedResource, requireRelationship, type Resource } from '../../api/resource-description.ts';
import type { IncludePath } from './include.ts';
import { beginsWith, type MemberPath } from './member-paths.ts';

/** The parts of a request that decide which relationships its document shows. */
export interface Shown {
  /** The type that all paths start from. */
  readonly resource: Resource;
  readonly include: readonly IncludePath[];
  /** On a relationship's own route, its name: its linkage is the primary data. Undefined on other routes, whose primary data are resources. */
  readonly linkage: string | undefined;
}

/**
 * True if the document shows the relationship at the end of a path. It does if an include path goes through it, or if the document contains the
 * resource before it, with linkage for the relationship. A resource has this linkage if the relationship always shows it, or if an include path
 * goes through the same relationship of another resource of the same type.
 */
export function shows(shown: Shown, { names, from, relationship }: Omit<MemberPath, 'to'>): boolean {
  const { resource, include, linkage } = shown;
  if (names.length === 1 && linkage !== undefined) return false;
  const goesThrough = (beginning: IncludePath): boolean => include.some((path) => beginsWith(path, beginning));
  if (goesThrough(names)) return true;
  const before = names.slice(0, -1);
  if (before.length > 0 && !goesThrough(before)) return false;
  const name = names.at(-1) ?? '';
  return relationship.linkage === 'always' || include.some((path) => placesIn(path, resource, from, name).length > 0);
}

/** The indexes at which an include path goes through the named relationship of a type. */
export function placesIn(path: IncludePath, start: Resource, { type }: Resource, name: string): readonly number[] {
  let at = start;
  return path.flatMap((step, index) => {
    const isThere = at.type === type && step === name;
    at = relatedResource(at, requireRelationship(at, step));
    return isThere ? [index] : [];
  });
}

/** The error detail for a path to a relationship that the document does not show. */
export function notShown({ linkage }: Shown, { names, relationship }: MemberPath): string {
  const path = quote(names.join('.'));
  if (linkage !== undefined && names.length === 1) {
    return names[0] === linkage
      ? `${path} is the relationship of this route: use page[size], filter and sort`
      : `${path} is not shown: this route shows only the relationship "${linkage}"`;
  }
  const needed = relationship.linkage === 'always' ? names.slice(0, -1) : names;
  return `${path} is not shown: add an include path, such as include=${needed.join('.')}`;
}
