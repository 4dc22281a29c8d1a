// Accessors for rows by the names of the schema, which are looked up once per query instead of once per row.
import type { Query, ResourceRecord, Selection } from '#application/model/query';
import type { Entity } from '#domain/entity';
import type { Value } from '#domain/kinds';
import { attributeKind, relationshipOf, type ResourceType } from '#domain/schema';
import type { MemoryStore } from './store.ts';

export type AttributeOf = (row: Entity) => Value | null;

export function attributeOf(type: ResourceType, attribute: string): AttributeOf {
  attributeKind(type, attribute);
  return attribute === 'id' ? ({ id }) => id : ({ attributes }) => attributes[attribute] ?? null;
}

export type LinkedIdsOf = (row: Entity) => readonly string[];

/** Related identifiers, ascending. */
export function linkageOf(store: MemoryStore, type: ResourceType, name: string): LinkedIdsOf {
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

/** How many resources a relationship leads to. */
function linkageCount(store: MemoryStore, type: ResourceType, name: string): (row: Entity) => number {
  const { cardinality, to, inverse } = relationshipOf(type, name);
  if (cardinality === 'one') return () => 1;
  const index = store.index(to, inverse);
  return ({ id }) => index.countOf(id);
}

export function recordOf(
  store: MemoryStore,
  type: ResourceType,
  selection: Selection & Pick<Query, 'version' | 'longestLinkage' | 'related'>,
): (row: Entity) => ResourceRecord {
  const { attributes, linkage, version: hasVersion = false, longestLinkage = Infinity, related = [] } = selection;
  const attributesRead = attributes.map((name) => ({ name, valueOf: attributeOf(type, name) }));
  const linkageRead = linkage.map((name) => {
    const included = related.find(({ relationship }) => relationship === name);
    return {
      name,
      idsOf: linkageOf(store, type, name),
      countOf: linkageCount(store, type, name),
      longest: included === undefined ? longestLinkage : (included.most ?? Infinity),
    };
  });
  return (row) => {
    const values: Record<string, Value | null> = {};
    for (const { name, valueOf } of attributesRead) values[name] = valueOf(row);
    const linked: Record<string, readonly string[]> = {};
    const omitted: string[] = [];
    for (const { name, idsOf, countOf, longest } of linkageRead)
      if (countOf(row) > longest) omitted.push(name);
      else linked[name] = idsOf(row);
    return {
      type,
      id: row.id,
      attributes: values,
      linkage: linked,
      ...(omitted.length > 0 && { omitted }),
      ...(hasVersion && { version: row.version }),
    };
  };
}
