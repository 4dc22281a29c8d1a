import { changedEntity, type Change } from '#domain/changes';
import { compareIdentifiers } from '#domain/identifier';
import { lockOrder } from './lock-order.ts';

/**
 * Sorts the changes of a transaction for the feed: first the created and updated resources, in the order in which all writes lock; then the deleted
 * ones, with the types in the opposite order. So a resource is created after the resources that it refers to, and deleted before them.
 */
export function inOrder(changes: readonly Change[]): readonly Change[] {
  const [kept, deleted] = [changes.filter(({ after }) => after), changes.filter(({ after }) => !after)];
  return [...kept.toSorted(comparing(lockOrder)), ...deleted.toSorted(comparing(lockOrder.toReversed()))];
}

function comparing(types: typeof lockOrder): (one: Change, other: Change) => number {
  return (one, other) => {
    const [left, right] = [changedEntity(one), changedEntity(other)];
    return types.indexOf(left.type) - types.indexOf(right.type) || compareIdentifiers(left.id, right.id);
  };
}
