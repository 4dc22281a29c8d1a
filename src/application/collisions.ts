import type { CollisionError } from './errors.ts';

/** Whether a collision names persons whom no earlier one has named: the next attempt locks them too, so it gets further than this one. */
export function namesOthers({ personIds }: CollisionError, earlier: readonly CollisionError[]): boolean {
  return personIds.some((id) => !earlier.some(({ personIds: before }) => before.includes(id)));
}
