// The order of locks, and the order of reads that follows from it.
import {
  areInCircle,
  isManyToMany,
  perType,
  relationshipNames,
  relationshipOf,
  resourceTypes,
  type ResourceType,
} from '#domain/schema';

/**
 * The order in which all writes lock. A type comes before the types that refer to it; types that refer to each other are in declaration order.
 * Resources of a type are locked by identifier. Writes that touch the same rows therefore queue up instead of deadlocking.
 */
export const lockOrder: readonly ResourceType[] = orderOf(resourceTypes);

/** The cascading relationships. Unless they form a cycle, each comes after those that can delete its target. */
export const cascades = lockOrder.flatMap((type) =>
  relationshipNames(type, 'one').flatMap((relationship) => {
    const { to, onDelete } = relationshipOf(type, relationship);
    return onDelete === 'cascade' ? [{ type, relationship, to }] : [];
  }),
);

/** The to-one relationships to types that are locked earlier. Resources that refer to a target are read once it is locked. */
export const setsReadLate = perType((type) =>
  relationshipNames(type, 'one')
    .map((relationship) => ({ relationship, ...relationshipOf(type, relationship) }))
    .filter(({ to }) => isLockedBefore(to, type)),
);

/** The other to-many relationships. Their members are read before the locks are taken, and again afterwards. */
export const setsReadEarly = perType((type) =>
  relationshipNames(type, 'many').flatMap((name) => {
    const declared = relationshipOf(type, name);
    const { to, inverse, end } = declared;
    if (!isManyToMany(declared) && isLockedBefore(type, to)) return [];
    return [{ name, to, inverse, end, cascades: relationshipOf(to, inverse).onDelete === 'cascade' }];
  }),
);

function isLockedBefore(one: ResourceType, other: ResourceType): boolean {
  return lockOrder.indexOf(one) < lockOrder.indexOf(other);
}

function orderOf(types: readonly ResourceType[]): readonly ResourceType[] {
  const ordered: ResourceType[] = [];
  const isNext = (type: ResourceType): boolean => {
    const group = types.filter((other) => other === type || areInCircle(type, other));
    const targets = group.flatMap(targetTypesOf);
    return !ordered.includes(type) && targets.every((target) => group.includes(target) || ordered.includes(target));
  };
  while (ordered.length < types.length) {
    const next = types.find(isNext);
    if (next === undefined) throw new Error('cannot order the locks: no type can be locked next');
    ordered.push(next);
  }
  return ordered;
}

function targetTypesOf(type: ResourceType): readonly ResourceType[] {
  return relationshipNames(type, 'one').map((name) => relationshipOf(type, name).to);
}
