// Decides whether a document shows a relationship. Only relationships that it shows can have bounds.
import { quote } from '../../api/error-wording.ts';
import type { IncludePath } from './include.ts';
import { beginsWith, type MemberPath } from './member-paths.ts';

/** The parts of a request that decide which relationships its document shows. */
export interface Shown {
  readonly include: readonly IncludePath[];
  /** On a relationship's own route, its name: its linkage is the primary data. Undefined on other routes, whose primary data are resources. */
  readonly linkage: string | undefined;
}

/**
 * True if the document shows the relationship at the end of a path: an include path goes through it, or its linkage is
 * always shown and the document has the resource before it.
 */
export function shows(
  { include, linkage }: Shown,
  { names, relationship }: Pick<MemberPath, 'names' | 'relationship'>,
): boolean {
  if (names.length === 1 && linkage !== undefined) return false;
  const goesThrough = (beginning: IncludePath): boolean => include.some((path) => beginsWith(path, beginning));
  if (goesThrough(names)) return true;
  const before = names.slice(0, -1);
  return relationship.linkage === 'always' && (before.length === 0 || goesThrough(before));
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
