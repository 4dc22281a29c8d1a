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

export function recordOf(
  store: MemoryStore,
  type: ResourceType,
  { attributes, linkage, version: hasVersion = false }: Selection & Pick<Query, 'version'>,
): (row: Row) => ResourceRecord {
  const attributesRead = attributes.map((name) => ({ name, valueOf: attributeOf(type, name) }));
  const linkageRead = linkage.map((name) => ({ name, idsOf: linkageOf(store, type, name) }));
  return (row) => {
    const values: Record<string, string | null> = {};
    for (const { name, valueOf } of attributesRead) values[name] = valueOf(row);
    const related: Record<string, readonly string[]> = {};
    for (const { name, idsOf } of linkageRead) related[name] = idsOf(row);
    const record = { type, id: row.id, attributes: values, linkage: related };
    return hasVersion ? { ...record, version: row.entity.version } : record;
  };
}
