// Resource objects, with their relationships and linkage.
import type { BoundedMembers, ListPosition, ResourceIdentifier, ResourceRecord } from '#application/model/query';
import type { Value } from '#domain/kinds';
import type { Attributes, ResourceType } from '#domain/schema';
import { relationshipLinks, resourcePath, type LinkTo, type RelationshipLinks } from '../api/links.ts';
import type { RelationshipField } from '../api/resource-description.ts';
import type { Cursors } from '../request/query/cursors.ts';
import type { Presentation, SelectedFields, ShownMembers } from '../request/query/presentation.ts';
import type { Read } from '../request/read.ts';

/** The context for rendering resources: the fields of a read, and the prefix of links. */
export interface Rendering {
  readonly read: Presentation & { readonly cursors?: Read['cursors'] };
  readonly linkTo: LinkTo;
}

export interface ResourceObject {
  readonly type: ResourceType;
  readonly id: string;
  readonly attributes: Attributes;
  readonly relationships: Readonly<Record<string, RelationshipObject>>;
  readonly links: { readonly self: string };
  readonly meta?: CursorMeta;
}

interface RelationshipObject {
  readonly links: RelationshipLinks & { readonly prev?: null; readonly next?: string | null };
  readonly data?: RenderedLinkage;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export type RenderedLinkage = readonly MemberIdentifier[] | ResourceIdentifier | null;

/** Renders a record as a resource object: the fields that its description lists and the query selects, and no others. */
export function renderResource(record: ResourceRecord, rendering: Rendering): ResourceObject {
  const { read, linkTo } = rendering;
  const { type, id } = record;
  const { path, attributes: shown, relationships: linked }: SelectedFields = read.fields[type];
  const self = linkTo(resourcePath({ path }, record));
  const attributes: Record<string, Value | null> = {};
  for (const { name, render } of shown) attributes[name] = render(record.attributes);
  const relationships: Record<string, RelationshipObject> = {};
  for (const field of linked) {
    const links = relationshipLinks(self, field.name);
    const known = record.members?.[field.stored];
    if (!field.linked) relationships[field.name] = { links };
    else if (field.members === undefined || known === undefined)
      relationships[field.name] = { links, data: renderLinkage(record, field) };
    else {
      const { pages, meta } = renderMembers(known, links.self, field.members, rendering);
      relationships[field.name] = { links: { ...links, ...pages }, data: renderLinkage(record, field), ...meta };
    }
  }
  return { type, id, attributes, relationships, links: { self } };
}

/** The parts of a relationship object that a bound adds: links to other pages, completeness and total. */
function renderMembers(
  { pageInfo, total }: BoundedMembers,
  self: string,
  { scope, next, isFiltered }: ShownMembers,
  { read: { cursors } }: Rendering,
): {
  readonly pages: Pick<RelationshipObject['links'], 'prev' | 'next'>;
  readonly meta: Pick<RelationshipObject, 'meta'>;
} {
  const last = pageInfo?.hasMore === true ? pageInfo.positions.at(-1) : undefined;
  const cursor = last === undefined ? undefined : codecOf(cursors)(scope).encode(last);
  const pages =
    next === undefined ? {} : { prev: null, next: cursor === undefined ? null : `${self}?${next}${cursor}` };
  const meta = {
    ...((isFiltered || pageInfo?.hasMore === true) && { complete: false }),
    ...(total !== undefined && { count: total, page: { total } }),
  };
  return { pages, meta: Object.keys(meta).length === 0 ? {} : { meta } };
}

/** The linkage of one relationship of a record. */
export function renderLinkage(
  { linkage }: ResourceRecord,
  { stored, to, cardinality }: RelationshipField,
): RenderedLinkage {
  const identifiers = (linkage[stored] ?? []).map((id) => ({ type: to, id }));
  return cardinality === 'many' ? identifiers : (identifiers[0] ?? null);
}

/** Writes a position as a cursor. */
export type EncodePosition = (position: ListPosition) => string;

/** The members of a linkage, each with the cursor of its position, if it has one. */
export function renderIdentifiers(
  type: ResourceType,
  ids: readonly string[],
  positions: readonly ListPosition[],
  encode: EncodePosition,
): readonly MemberIdentifier[] {
  return ids.map((id, index) => {
    const position = positions[index];
    return position === undefined ? { type, id } : { type, id, meta: { page: { cursor: encode(position) } } };
  });
}

interface MemberIdentifier extends ResourceIdentifier {
  readonly meta?: CursorMeta;
}

interface CursorMeta {
  readonly page: { readonly cursor: string };
}

export function codecOf(cursors: Cursors | undefined): Cursors['codec'] {
  if (cursors === undefined) throw new Error('a cursor page without a codec for its cursors');
  return cursors.codec;
}
