import { subjectOf, type ChangeObject } from './change.ts';

/** The type to ask the service for, which filters by at most one; the client then leaves out the others. */
export function typeToAskFor(types: readonly string[] | undefined): string | undefined {
  return types?.length === 1 ? types[0] : undefined;
}

/** @param types undefined: all */
export function isOfType(change: ChangeObject, types: readonly string[] | undefined): boolean {
  return types?.includes(subjectOf(change).type ?? '') !== false;
}
