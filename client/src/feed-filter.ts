import { subjectOf, type ChangeObject } from './change.ts';

/** The type for the service to filter by. It filters by one type at most; the client filters by several itself. */
export function typeToAskFor(types: readonly string[] | undefined): string | undefined {
  return types?.length === 1 ? types[0] : undefined;
}

/** @param types undefined: all */
export function isOfType(change: ChangeObject, types: readonly string[] | undefined): boolean {
  return types?.includes(subjectOf(change).type ?? '') !== false;
}
