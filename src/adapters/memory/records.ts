// The part of the rows that a query reads.
import type { Bound, BoundedMembers, Query, ResourceRecord, Selection } from '#application/model/query';
import type { Entity } from '#domain/entity';
import type { Value } from '#domain/kinds';
import type { ResourceType } from '#domain/schema';
import { boundedLinkageOf } from './bounded-linkage.ts';
import type { Reach } from './reach.ts';
import { attributeOf } from './rows.ts';

/** Makes records from rows. */
export function recordOf(
  reach: Reach,
  type: ResourceType,
  selection: Selection & Pick<Query, 'version' | 'longestLinkage' | 'related'>,
): (row: Entity) => ResourceRecord {
  const { attributes, linkage, bounds = {}, version: hasVersion = false, longestLinkage = Infinity } = selection;
  const { related = [] } = selection;
  const attributesRead = attributes.map((name) => ({ name, valueOf: attributeOf(type, name) }));
  const linkageRead = linkage.map((name) => {
    const included = related.find(({ relationship }) => relationship === name);
    const longest = included === undefined ? longestLinkage : (included.most ?? Infinity);
    return { name, readLinkage: linkageReader(reach, type, name, bounds[name], longest) };
  });
  return (row) => {
    const values: Record<string, Value | null> = {};
    for (const { name, valueOf } of attributesRead) values[name] = valueOf(row);
    const linked: Record<string, readonly string[]> = {};
    const members: Record<string, BoundedMembers> = {};
    const omitted: string[] = [];
    for (const { name, readLinkage } of linkageRead) {
      const { ids, members: known } = readLinkage(row);
      if (ids === undefined) omitted.push(name);
      else linked[name] = ids;
      if (known !== undefined) members[name] = known;
    }
    return {
      type,
      id: row.id,
      attributes: values,
      linkage: linked,
      ...(Object.keys(members).length > 0 && { members }),
      ...(omitted.length > 0 && { omitted }),
      ...(hasVersion && { version: row.version }),
    };
  };
}

/** Reads the linkage of a row in one relationship. It is too long if there are no `ids`. */
type ReadLinkage = (row: Entity) => { readonly ids?: readonly string[]; readonly members?: BoundedMembers };

function linkageReader(
  reach: Reach,
  type: ResourceType,
  name: string,
  bound: Bound | undefined,
  longest: number,
): ReadLinkage {
  if (bound === undefined) {
    const [idsOf, countOf] = [reach.linkageOf(type, name), reach.countOf(type, name)];
    return (row) => (countOf(row) > longest ? {} : { ids: idsOf(row) });
  }
  const boundedOf = boundedLinkageOf(reach, type, name, bound);
  return (row) => {
    const { ids, pageInfo, total } = boundedOf(row);
    const counted = total === undefined ? {} : { total };
    if (ids.length > longest) return { members: counted };
    return { ids, members: { ...(pageInfo && { pageInfo }), ...counted } };
  };
}
