import type { FindResult, PageInfo, ResourceRecord, SortKey } from '#application/model/query';
import type { KindName, Value } from '#domain/kinds';
import { attributeKind, endOf, relationshipOf, type ResourceType } from '#domain/schema';
import type { Rows } from '../connection/driver/send-statement.ts';
import { readValue } from '../tables/kinds.ts';
import { isImpliedByRelated, type TypedSelection } from './selection.ts';

/**
 * Decodes the rows of a selection. The columns are the identifier, the attributes, the linkage (comma-separated
 * identifiers; no column where related rows imply it), the related rows (JSON) and the version, in the order of the
 * selection. Further columns are ignored, and so are rows without an identifier.
 */
export function decodeRows(selection: TypedSelection, rows: Rows): Pick<FindResult, 'records' | 'related'> {
  const layout = layoutOf(selection);
  const related = layout.related.map(() => new Map<string, ResourceRecord>());
  const records = recordsOf(layout, rows, related);
  if (selection.related === undefined) return { records };
  return { records, related: related.flatMap((each) => [...each.values()]) };
}

/**
 * Decodes the positions of the records of a cursor page. The last columns are the sort keys, whether there are more
 * rows, and the total if the query asks for it.
 */
export function decodePageInfo(
  { type, sort, total }: { readonly type: ResourceType; readonly sort: readonly SortKey[]; readonly total: boolean },
  rows: Rows,
): PageInfo {
  const kinds = sort.map(({ path, attribute }) => attributeKind(endOf(path, type), attribute));
  const totalColumns = Number(total);
  const end = sort.length + 1 + totalColumns;
  const positions = rows.flatMap((row) => {
    const [id] = row;
    if (id === null || id === undefined) return [];
    const start = row.length - end;
    return [{ keys: kinds.map((kind, index) => readValue(kind, row[start + index])), id }];
  });
  return { positions, hasMore: rows[0]?.at(-1 - totalColumns) === 'true' };
}

/** The columns of a row, in order. */
interface RowLayout extends Pick<TypedSelection, 'type' | 'linkage' | 'longestLinkage'> {
  readonly attributes: readonly { readonly name: string; readonly kind: KindName }[];
  readonly hasVersion: boolean;
  readonly related: readonly RelatedLayout[];
}

interface RelatedLayout extends RowLayout {
  /** The relationship whose linkage the related rows imply. */
  readonly implies: string | undefined;
  readonly most: number | undefined;
}

/** @param related receives the related records of each relationship by identifier. In a many-to-many one, a record comes with each row that has it. */
function recordsOf(
  { type, attributes, linkage, longestLinkage, related: layouts, hasVersion }: RowLayout,
  rows: Rows,
  related: readonly Map<string, ResourceRecord>[],
): ResourceRecord[] {
  const records: ResourceRecord[] = [];
  for (const row of rows) {
    const [id] = row;
    if (id === null || id === undefined) continue;
    let column = 1;
    const values: Record<string, Value | null> = {};
    for (const { name, kind } of attributes) values[name] = readValue(kind, row[column++]);
    const linked: Record<string, readonly string[]> = {};
    const omitted: string[] = [];
    const link = (name: string, ids: readonly string[], most = Infinity): void => {
      if (ids.length > most) omitted.push(name);
      else linked[name] = ids;
    };
    for (const name of linkage) link(name, identifiers(row[column++] ?? ''), longestLinkage);
    for (const [index, layout] of layouts.entries()) {
      const found = recordsOf(layout, JSON.parse(row[column++] ?? '[]') as Rows, []);
      for (const record of found) related[index]?.set(record.id, record);
      if (layout.implies !== undefined)
        link(
          layout.implies,
          found.map((record) => record.id),
          layout.most,
        );
    }
    records.push({
      type,
      id,
      attributes: values,
      linkage: linked,
      ...(omitted.length > 0 && { omitted }),
      ...(hasVersion && { version: Number(row[column]) }),
    });
  }
  return records;
}

function layoutOf(selection: TypedSelection): RowLayout {
  const { type, attributes, linkage, longestLinkage, version = false, related = [] } = selection;
  const isImplied = (name: string): boolean => isImpliedByRelated(selection, name);
  return {
    type,
    attributes: withKinds(type, attributes),
    linkage: linkage.filter((name) => !isImplied(name)),
    longestLinkage,
    hasVersion: version,
    related: related.map(({ relationship, ...each }) => ({
      type: relationshipOf(type, relationship).to,
      attributes: withKinds(relationshipOf(type, relationship).to, each.attributes),
      linkage: each.linkage,
      longestLinkage,
      related: [],
      hasVersion: false,
      most: each.most,
      implies: linkage.includes(relationship) && isImplied(relationship) ? relationship : undefined,
    })),
  };
}

function withKinds(type: ResourceType, attributes: readonly string[]): RowLayout['attributes'] {
  return attributes.map((name) => ({ name, kind: attributeKind(type, name) }));
}

function identifiers(list: string): readonly string[] {
  return list === '' ? [] : list.split(',');
}
