// Reads rows by the names of the schema, which are looked up once per query, not once per row.
import type { Query, ResourceRecord, Selection } from '../../application/model/query.ts';
import { attributeKind, relationshipOf, type ResourceType } from '../../application/model/schema.ts';
import { toOne } from './link.ts';
import { textOf, type Row } from './row.ts';
import type { MemoryStore } from './store.ts';

export type AttributeOf = (row: Row) => string | null;

export function attributeOf(type: ResourceType, attribute: string): AttributeOf {
  attributeKind(type, attribute);
  return (row) => textOf(row, attribute);
}

export type LinkageOf = (row: Row) => readonly string[];

/** Related identifiers, ascending. */
export function linkageOf(store: MemoryStore, type: ResourceType, name: string): LinkageOf {
  const { cardinality, to, inverse } = relationshipOf(type, name);
  switch (cardinality) {
    case 'one': {
      const { property } = toOne(type, name, to);
      return (row) => {
        const id = textOf(row, property);
        return id === null ? [] : [id];
      };
    }
    case 'many': {
      const index = store.index(to, inverse);
      return ({ id }) => index.of(id);
    }
  }
}

/** How many resources a relationship leads to. */
function linkageCount(store: MemoryStore, type: ResourceType, name: string): (row: Row) => number {
  const { cardinality, to, inverse } = relationshipOf(type, name);
  if (cardinality === 'one') return () => 1;
  const index = store.index(to, inverse);
  return ({ id }) => index.countOf(id);
}

export function recordOf(
  store: MemoryStore,
  type: ResourceType,
  selection: Selection & Pick<Query, 'version' | 'longestLinkage' | 'related'>,
): (row: Row) => ResourceRecord {
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
    const values: Record<string, string | null> = {};
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
      ...(hasVersion && { version: row.entity.version }),
    };
  };
}
