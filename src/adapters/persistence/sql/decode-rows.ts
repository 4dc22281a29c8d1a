import type {
  Bound,
  BoundedMembers,
  Bounds,
  FindResult,
  ListPosition,
  PageInfo,
  ResourceRecord,
  SortKey,
} from '#application/model/query';
import type { KindName, Value } from '#domain/kinds';
import { attributeKind, endOf, relationshipOf, type ResourceType } from '#domain/schema';
import type { Rows } from '../connection/driver/send-statement.ts';
import { readValue } from '../tables/kinds.ts';
import { isImpliedByRelated, type TypedSelection } from './selection.ts';

/**
 * Decodes the rows of a selection. The columns are the identifier, the attributes, the linkage, the related rows (JSON) and the version, in the order
 * of the selection. Linkage is comma-separated identifiers. With a bound, it is JSON: the members with their sort keys. If the bound asks for a
 * total, the next column has it. Members that related rows imply have no column. Further columns and rows without an identifier are ignored.
 */
export function decodeRows(selection: TypedSelection, rows: Rows): Pick<FindResult, 'records' | 'related'> {
  const layout = layoutOf(selection);
  const related = layout.related.map(() => new Map<string, ResourceRecord>());
  const records = recordsOf(layout, rows, related);
  if (selection.related === undefined) return { records };
  return { records, related: related.flatMap((each) => [...each.values()]) };
}

/**
 * Decodes the positions of the records of a cursor page. The last columns are the sort keys, `true` if there are more
 * rows, and the total if the query asks for it.
 */
export function decodePageInfo(
  { type, sort, total }: { readonly type: ResourceType; readonly sort: readonly SortKey[]; readonly total: boolean },
  rows: Rows,
): PageInfo {
  const kinds = kindsOf(sort, type);
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
interface RowLayout extends Pick<TypedSelection, 'type' | 'longestLinkage'> {
  readonly attributes: readonly { readonly name: string; readonly kind: KindName }[];
  readonly linkage: readonly LinkageLayout[];
  readonly hasVersion: boolean;
  readonly related: readonly RelatedLayout[];
}

interface LinkageLayout {
  readonly name: string;
  readonly bound: BoundLayout | undefined;
  /** True if related rows imply the members. */
  readonly isImplied: boolean;
}

interface BoundLayout extends Pick<Bound, 'page' | 'total'> {
  /** The position of a member: its identifier, and its sort keys in the last columns. */
  readonly positionIn: (row: Rows[number]) => ListPosition;
}

interface RelatedLayout extends RowLayout {
  readonly bound: BoundLayout | undefined;
  /** The relationship whose linkage the related rows imply. */
  readonly linksTo: string | undefined;
  readonly most: number | undefined;
}

/** @param related receives the related records of each relationship by identifier. In a many-to-many one, several rows can have the same record. */
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
    const members: Record<string, BoundedMembers> = {};
    const omitted: string[] = [];
    /** Stores linkage, or marks it as omitted if it is too long. Returns true if it was stored. */
    const link = (name: string, ids: readonly string[], most = Infinity): boolean => {
      if (ids.length > most) omitted.push(name);
      else linked[name] = ids;
      return ids.length <= most;
    };
    const linkPage = (name: string, bound: BoundLayout, page: MemberPage, most: number | undefined): void => {
      const { rows: shown, hasMore } = page;
      const isRead = link(name, shown.map(idIn), most);
      if (isRead && bound.page !== undefined)
        members[name] = { ...members[name], pageInfo: { positions: shown.map(bound.positionIn), hasMore } };
    };
    for (const { name, bound, isImplied } of linkage) {
      if (bound !== undefined) {
        members[name] = {};
        if (!isImplied) linkPage(name, bound, pageOf(bound, parseRows(row[column++])), longestLinkage);
        if (bound.total) members[name] = { total: Number(row[column++]), ...members[name] };
      } else if (!isImplied) link(name, identifiers(row[column++] ?? ''), longestLinkage);
    }
    for (const [index, layout] of layouts.entries()) {
      const { linksTo, bound, most } = layout;
      const page = pageOf(bound, parseRows(row[column++]));
      for (const record of recordsOf(layout, page.rows, [])) related[index]?.set(record.id, record);
      if (linksTo === undefined) continue;
      if (bound === undefined) link(linksTo, page.rows.map(idIn), most);
      else linkPage(linksTo, bound, page, most);
    }
    records.push({
      type,
      id,
      attributes: values,
      linkage: linked,
      ...(Object.keys(members).length > 0 && { members }),
      ...(omitted.length > 0 && { omitted: linkage.map(({ name }) => name).filter((name) => omitted.includes(name)) }),
      ...(hasVersion && { version: Number(row[column]) }),
    });
  }
  return records;
}

function layoutOf(selection: TypedSelection): RowLayout {
  const { type, attributes, linkage, bounds, longestLinkage, version = false, related = [] } = selection;
  const isImplied = (name: string): boolean => isImpliedByRelated(selection, name);
  return {
    type,
    attributes: withKinds(type, attributes),
    linkage: linkage.map((name) => ({ name, bound: boundLayoutOf(type, name, bounds), isImplied: isImplied(name) })),
    longestLinkage,
    hasVersion: version,
    related: related.map(({ relationship, ...each }) => {
      const { to } = relationshipOf(type, relationship);
      return {
        type: to,
        attributes: withKinds(to, each.attributes),
        linkage: each.linkage.map((name) => ({ name, bound: boundLayoutOf(to, name, each.bounds), isImplied: false })),
        longestLinkage,
        related: [],
        hasVersion: false,
        most: each.most,
        bound: boundLayoutOf(type, relationship, bounds),
        linksTo: linkage.includes(relationship) && isImplied(relationship) ? relationship : undefined,
      };
    }),
  };
}

function boundLayoutOf(type: ResourceType, name: string, bounds: Bounds = {}): BoundLayout | undefined {
  const bound = bounds[name];
  if (bound === undefined) return undefined;
  const { page, total, sort } = bound;
  const kinds = kindsOf(sort, relationshipOf(type, name).to);
  const positionIn = (row: Rows[number]): ListPosition => {
    const start = row.length - kinds.length;
    return { keys: kinds.map((kind, index) => readValue(kind, row[start + index])), id: idIn(row) };
  };
  return { page, total, positionIn };
}

/** The members that a bound shows. The statement reads them in the direction of reading, plus one beyond the page if there are more. */
function pageOf(bound: BoundLayout | undefined, read: Rows): MemberPage {
  if (bound?.page === undefined) return { rows: read, hasMore: false };
  const { size, direction } = bound.page;
  const rows = read.slice(0, size);
  return { rows: direction === 'before' ? rows.reverse() : rows, hasMore: read.length > size };
}

interface MemberPage {
  readonly rows: Rows;
  readonly hasMore: boolean;
}

function parseRows(json: string | null | undefined): Rows {
  return JSON.parse(json ?? '[]') as Rows;
}

function idIn([id]: Rows[number]): string {
  return id ?? '';
}

function kindsOf(sort: readonly SortKey[], type: ResourceType): readonly KindName[] {
  return sort.map(({ path, attribute }) => attributeKind(endOf(path, type), attribute));
}

function withKinds(type: ResourceType, attributes: readonly string[]): RowLayout['attributes'] {
  return attributes.map((name) => ({ name, kind: attributeKind(type, name) }));
}

function identifiers(list: string): readonly string[] {
  return list === '' ? [] : list.split(',');
}
