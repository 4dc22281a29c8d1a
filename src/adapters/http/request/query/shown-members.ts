// Decides if a document shows a relationship. Only relationships that it shows can have bounds.
import { quote } from '../../api/error-wording.ts';
import type { IncludePath } from './include.ts';
import { beginsWith, type MemberPath } from './member-paths.ts';

/** The parts of a request that decide which relationships its document shows. */
export interface Shown {
  readonly include: readonly IncludePath[];
  /** The relationship whose linkage is the primary data, on its own route; undefined: the primary data are resources. */
  readonly linkage: string | undefined;
}

/** True if the document shows the relationship at the end of a path: because an include path goes through it, or because its linkage is always shown. */
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
