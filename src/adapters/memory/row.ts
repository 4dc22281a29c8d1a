import type { ResourceType } from '../../application/model/schema.ts';
import type { Entity } from '../../domain/entity.ts';

/** An entity of the domain and its type. Rows never change in place. */
export interface Row {
  readonly type: ResourceType;
  readonly id: string;
  readonly entity: StoredEntity;
}

/** An entity of whatever type, by the names of its properties. */
export type StoredEntity = Entity & Readonly<Record<string, string | number | null>>;

/** The row of an entity; shares nothing with it. */
export function rowOf(type: ResourceType, entity: Entity): Row {
  return { type, id: entity.id, entity: Object.freeze({ ...entity }) };
}

/** A text of an entity; `null` when it is unset. */
export function textOf({ entity }: Row, property: string): string | null {
  const value = entity[property];
  return typeof value === 'string' ? value : null;
}
