// Entities of any type, for tests of the domain's pure functions.
import type { Entity } from '#domain/entity';
import type { Entities } from '#domain/relationships';
import { perType, type ResourceType } from '#domain/schema';
import { exampleOf } from '../contract/rows-of-types.ts';

/** An entity with all attributes set. Its version is its identifier. */
export function anEntity(type: ResourceType, id: string, targets: Entity['targets'] = {}): Entity {
  const example = exampleOf(type, Number(id));
  return { ...example, id, version: Number(id), targets: { ...example.targets, ...targets } };
}

export function entitiesOf(entities: readonly Entity[]): Entities {
  return perType((type) => new Map(entities.flatMap((each) => (each.type === type ? [[each.id, each] as const] : []))));
}
