import { relationshipNames, relationshipOf, resourceTypes, type ResourceType } from '../../domain/schema.ts';

/**
 * The one order in which writes lock: the types that others refer to before those that refer to them, and the resources of each type in the order of
 * their identifiers. So writes that touch the same rows queue up instead of deadlocking.
 */
export const lockOrder: readonly ResourceType[] = orderOf(resourceTypes);

/** @throws Error if the to-one relationships form a cycle: then no order has what is referred to first */
function orderOf(types: readonly ResourceType[]): readonly ResourceType[] {
  const ordered: ResourceType[] = [];
  const isNext = (type: ResourceType): boolean =>
    !ordered.includes(type) && targetTypesOf(type).every((target) => ordered.includes(target));
  while (ordered.length < types.length) {
    const next = types.find(isNext);
    if (next === undefined)
      throw new Error(
        `the to-one relationships of ${types.filter((each) => !ordered.includes(each)).join(', ')} form a cycle`,
      );
    ordered.push(next);
  }
  return ordered;
}

function targetTypesOf(type: ResourceType): readonly ResourceType[] {
  return relationshipNames(type, 'one').map((name) => relationshipOf(type, name).to);
}
