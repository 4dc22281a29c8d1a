import { lockOrder } from '#application/writing/lock-order';
import { relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';

/** The types and the types that they need, in an order in which they can be created. */
export function withNeeded(
  types: Iterable<ResourceType>,
  isNeeded: (type: ResourceType, relationship: string) => boolean = isRequired,
): readonly ResourceType[] {
  const all = new Set(types);
  for (const type of all)
    for (const name of relationshipNames(type, 'one')) if (isNeeded(type, name)) all.add(relationshipOf(type, name).to);
  return lockOrder.filter((type) => all.has(type));
}

export function isRequired(type: ResourceType, relationship: string): boolean {
  return relationshipOf(type, relationship).isRequired;
}
