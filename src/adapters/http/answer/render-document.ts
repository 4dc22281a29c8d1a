import type { ListPosition, NumberedPage, ResourceRecord } from '#application/model/query';
import type { EndPart, ViewedList, ViewedResource } from '#application/model/view';
import { perType } from '#domain/schema';
import type { ApiConfig } from '../api/api-config.ts';
import type { ErrorObject } from '../api/errors.ts';
import { relationshipLinks, resourcePath, type LinkTo } from '../api/links.ts';
import { INCLUDED_PROFILE, plainFormat, type DocumentFormat, type JsonApiMember } from '../api/media-types.ts';
import type { NamedRelationship } from '../api/operations.ts';
import type { RelationshipField } from '../api/resource-description.ts';
import type { Read } from '../request/read.ts';
import { formatOf } from './document-format.ts';
import { cursorLinks, listLinks, withQuery } from './list-links.ts';
import type { FeedObject } from './render-changes.ts';
import { topLevelLinks, type TopLevelLinks } from './top-level-links.ts';
import {
  codecOf,
  renderIdentifiers,
  renderLinkage,
  renderResource,
  type EncodePosition,
  type RenderedLinkage,
  type Rendering,
  type ResourceObject,
} from './render-resource.ts';

/** A JSON:API document as plain data. */
export interface Document {
  readonly data?: ResourceObject | readonly ResourceObject[] | readonly FeedObject[] | RenderedLinkage;
  readonly included?: readonly ResourceObject[];
  readonly errors?: readonly ErrorObject[];
  readonly 'atomic:results'?: readonly AtomicResult[];
  readonly links?: TopLevelLinks;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly jsonapi: JsonApiMember;
}

/** The result of an atomic operation: the resource that it added or changed, if any. */
export type AtomicResult = Pick<Document, 'data'>;

/** The context for rendering the document of a read. */
export interface ReadRendering extends Rendering {
  readonly read: Read;
}

/** The context for rendering the document at a path. */
export interface DocumentRendering extends ReadRendering {
  readonly path: string;
}

/** The form of a list: its resource objects, and the members after them. */
export interface ListForm {
  /** @param position of the resource, if the list is a cursor page */
  readonly item: (record: ResourceRecord, position?: ListPosition) => ResourceObject;
  readonly end: (list: ListEnd) => Document;
}

/** The facts known once all resources of a list are read; the positions are those of a cursor page. */
export interface ListEnd extends Pick<EndPart, 'total' | 'hasMore'> {
  readonly first?: ListPosition | undefined;
  readonly last?: ListPosition | undefined;
}

/** A list without pages, or a page by number, with links to the other pages and the number of matches over all pages. */
export function numberedForm(page: NumberedPage | undefined, rendering: DocumentRendering): ListForm {
  const { read, path, linkTo } = rendering;
  return {
    item: (record) => renderResource(record, rendering),
    end: ({ total = 0 }) => ({
      ...topLevelLinks(listLinks(linkTo(path), read.parameters, page, total), formatOf(read), linkTo),
      meta: { count: total },
      jsonapi: formatOf(read).jsonapi,
    }),
  };
}

export function renderList(
  { records, included, total, pageInfo }: ViewedList,
  { item, end }: ListForm,
  rendering: ReadRendering,
): Document {
  const { positions = [], hasMore } = pageInfo ?? {};
  return {
    data: records.map((record, index) => item(record, positions[index])),
    ...renderIncluded(included, rendering),
    ...end({ total, hasMore, first: positions.at(0), last: positions.at(-1) }),
  };
}

export function renderOne({ record, included }: ViewedResource, rendering: DocumentRendering): Document {
  return { data: renderResource(record, rendering), ...renderIncluded(included, rendering), ...endOfOne(rendering) };
}

/** The members after the resources of `renderOne`. */
export function endOfOne({ read, path, linkTo }: DocumentRendering): Document {
  const format = formatOf(read);
  const self = read.dialect.version === '1.0' ? linkTo(path) : withQuery(linkTo(path), read.parameters);
  return { ...topLevelLinks({ self }, format, linkTo), jsonapi: format.jsonapi };
}

/** The document for an empty to-one relationship: `data` is null. */
export function renderNone(rendering: DocumentRendering): Document {
  const included = rendering.read.view.include === undefined ? undefined : [];
  return { data: null, ...renderIncluded(included, rendering), ...endOfOne(rendering) };
}

/** The linkage of a relationship as primary data. */
export function renderRelationship(
  { record, included }: ViewedResource,
  relationship: NamedRelationship,
  rendering: ReadRendering,
): Document {
  const { field } = relationship;
  const encode = encoderOfMembers(field, rendering);
  const positions = record.members?.[field.stored]?.pageInfo?.positions ?? [];
  const identifiers = encode && renderIdentifiers(field.to, record.linkage[field.stored] ?? [], positions, encode);
  return {
    data: identifiers ?? renderLinkage(record, field),
    ...renderIncluded(included, rendering),
    ...endOfRelationship(record, relationship, rendering),
  };
}

/** Encodes the cursors of members on the relationship's own route; undefined if they have none. */
export function encoderOfMembers(
  { to }: RelationshipField,
  { read: { members, cursors } }: ReadRendering,
): EncodePosition | undefined {
  if (members?.page === undefined) return undefined;
  return codecOf(cursors)({ type: to, sort: members.sort }).encode;
}

/** The members after the linkage of a relationship and its included resources. */
export function endOfRelationship(
  { type, id, members: known = {} }: ResourceRecord,
  { name, field }: NamedRelationship,
  rendering: ReadRendering,
): Document {
  const { read, linkTo } = rendering;
  const format = formatOf(read);
  const { jsonapi } = format;
  const links = relationshipLinks(linkTo(resourcePath(read.fields[type], { id })), name);
  const { version } = read.dialect;
  if (read.members === undefined) {
    const self = version === '1.0' ? links.self : withQuery(links.self, read.parameters);
    return { ...topLevelLinks({ ...links, self }, format, linkTo), jsonapi };
  }
  const { pageInfo, total } = known[field.stored] ?? {};
  const { page } = read.members;
  const encode = encoderOfMembers(field, rendering);
  const counted = total === undefined ? {} : { meta: { count: total, ...(page && { page: { total } }) } };
  if (page === undefined || encode === undefined)
    return {
      ...topLevelLinks({ ...links, self: withQuery(links.self, read.parameters) }, format, linkTo),
      ...counted,
      jsonapi,
    };
  const { positions = [], hasMore = false } = pageInfo ?? {};
  const cursorOf = (position: ListPosition | undefined): string => (position === undefined ? '' : encode(position));
  const [first, last] = [cursorOf(positions.at(0)), cursorOf(positions.at(-1))];
  const { self, ...others } = cursorLinks(links.self, read.parameters, page, { first, last, hasMore });
  return { ...topLevelLinks({ self, related: links.related, ...others }, format, linkTo), ...counted, jsonapi };
}

/** The document for a DELETE. */
export function renderDeleted(format: DocumentFormat, linkTo: LinkTo): Document {
  const meta = { message: 'Object successfully deleted' };
  return { ...topLevelLinks(undefined, format, linkTo), meta, jsonapi: format.jsonapi };
}

/**
 * The entry point: the name of the service, and links to its resources and pages.
 * @param pages paths, by the member of `meta` that links to each
 * @param others further members of `meta`
 */
export function renderRoot(
  { service: { name, version }, resources, linkTo }: Pick<ApiConfig, 'service' | 'resources' | 'linkTo'>,
  pages: Readonly<Record<string, string>>,
  others: Readonly<Record<string, unknown>>,
  format: DocumentFormat,
): Document {
  const links = perType((type) => linkTo(resources[type].path));
  const linksToPages = Object.fromEntries(Object.entries(pages).map(([page, path]) => [page, linkTo(path)]));
  const profiles = { included: INCLUDED_PROFILE };
  const meta = { name, version, resources: links, ...linksToPages, profiles, ...others };
  return { meta, ...topLevelLinks({ self: linkTo('/') }, format, linkTo), jsonapi: format.jsonapi };
}

/** An error document, with the number of omitted errors. */
export function renderErrors(
  errors: readonly ErrorObject[],
  omitted = 0,
  format = plainFormat,
  linkTo: LinkTo = (path) => path,
): Document {
  const meta = omitted > 0 ? { meta: { omitted } } : {};
  return { errors, ...topLevelLinks(undefined, format, linkTo), ...meta, jsonapi: format.jsonapi };
}

function renderIncluded(
  included: readonly ResourceRecord[] | undefined,
  rendering: ReadRendering,
): Pick<Document, 'included'> {
  const records = included ?? (needsIncluded(rendering.read) ? [] : undefined);
  return records === undefined ? {} : { included: records.map((record) => renderResource(record, rendering)) };
}

/** True if a document must have `included`, even if empty: JSON:API 1.1 requires it when the client sends `include`. */
export function needsIncluded({ dialect, includesUnasked }: Read): boolean {
  return dialect.version === '1.1' && !includesUnasked;
}
