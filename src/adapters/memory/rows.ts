// Accessors for rows by the names of the schema, which are looked up once per query instead of once per row.
import type { Entity } from '#domain/entity';
import type { Value } from '#domain/kinds';
import { attributeKind, relationshipOf, type ResourceType } from '#domain/schema';
import type { LinkIndex } from './link-index.ts';

export type AttributeOf = (row: Entity) => Value | null;

export function attributeOf(type: ResourceType, attribute: string): AttributeOf {
  attributeKind(type, attribute);
  return attribute === 'id' ? ({ id }) => id : ({ attributes }) => attributes[attribute] ?? null;
}

/** Finds related rows for conditions. */
export interface RowSource {
  get(type: ResourceType, id: string): Entity | undefined;
  /** See `MemoryStore.index`. */
  index(type: ResourceType, relationship: string): Pick<LinkIndex, 'sourcesOf'>;
}

export type LinkedIdsOf = (row: Entity) => readonly string[];

/** Related identifiers, ascending. */
export function storedLinkageOf(store: RowSource, type: ResourceType, name: string): LinkedIdsOf {
  const { cardinality, to, inverse } = relationshipOf(type, name);
  switch (cardinality) {
    case 'one':
      return ({ targets }) => {
        const id = targets[name] ?? null;
        return id === null ? [] : [id];
      };
    case 'many': {
      const index = store.index(to, inverse);
      return ({ id }) => index.sourcesOf(id);
    }
  }
}
