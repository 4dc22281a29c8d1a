// The part of the rows that a query reads.
import type { Query, ResourceRecord, Selection } from '#application/model/query';
import type { Entity } from '#domain/entity';
import type { Value } from '#domain/kinds';
import type { ResourceType } from '#domain/schema';
import type { Reach } from './reach.ts';
import { attributeOf } from './rows.ts';

/** Makes records of rows. */
export function recordOf(
  reach: Reach,
  type: ResourceType,
  selection: Selection & Pick<Query, 'version' | 'longestLinkage' | 'related'>,
): (row: Entity) => ResourceRecord {
  const { attributes, linkage, version: hasVersion = false, longestLinkage = Infinity, related = [] } = selection;
  const attributesRead = attributes.map((name) => ({ name, valueOf: attributeOf(type, name) }));
  const linkageRead = linkage.map((name) => {
    const included = related.find(({ relationship }) => relationship === name);
    return {
      name,
      idsOf: reach.linkageOf(type, name),
      countOf: reach.countOf(type, name),
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
