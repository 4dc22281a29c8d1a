import type { ResourceType } from '../../application/model/schema.ts';
import type { Entity } from '../../domain/entity.ts';

/** An entity and its type. Rows never change in place. */
export interface Row {
  readonly type: ResourceType;
  readonly id: string;
  readonly entity: StoredEntity;
}

/** An entity of any type, by property. */
export type StoredEntity = Entity & Readonly<Record<string, string | number | null>>;

/** A frozen copy of an entity. */
export function rowOf(type: ResourceType, entity: Entity): Row {
  return { type, id: entity.id, entity: Object.freeze({ ...entity }) };
}

/** A text property; `null` if it is unset. */
export function textOf({ entity }: Row, property: string): string | null {
  const value = entity[property];
  return typeof value === 'string' ? value : null;
}
