import { lockOrder } from '#application/writing/lock-order';
import { relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';

/** The types in an order in which resources can be added: each type comes after those that it requires. */
export const requiredFirst: readonly ResourceType[] = order();

function order(): readonly ResourceType[] {
  const ordered = new Set<ResourceType>();
  const add = (type: ResourceType): void => {
    for (const name of relationshipNames(type, 'one')) {
      const { to, isRequired } = relationshipOf(type, name);
      if (isRequired && !ordered.has(to)) add(to);
    }
    ordered.add(type);
  };
  for (const type of lockOrder) add(type);
  return [...ordered];
}
