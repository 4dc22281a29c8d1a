import type { ListPosition, NumberedPage, ResourceIdentifier, ResourceRecord } from '#application/model/query';
import type { EndPart, ViewedList, ViewedResource } from '#application/model/view';
import type { Value } from '#domain/kinds';
import { perType, type Attributes, type ResourceType } from '#domain/schema';
import type { ErrorObject } from '../api/errors.ts';
import { relationshipLinks, resourcePath, type LinkTo, type RelationshipLinks } from '../api/links.ts';
import { plainFormat, type JsonApiMember } from '../api/media-types.ts';
import type { NamedRelationship } from '../api/operations.ts';
import type { ApiConfig } from '../api/api-config.ts';
import type { RelationshipField } from '../api/resource-description.ts';
import type { Presentation, SelectedFields } from '../request/query/presentation.ts';
import type { Read } from '../request/read.ts';
import { listLinks } from './list-links.ts';

/** A JSON:API document as plain data. */
export interface Document {
  readonly data?: ResourceObject | readonly ResourceObject[] | Linkage;
  readonly included?: readonly ResourceObject[];
  readonly errors?: readonly ErrorObject[];
  readonly 'atomic:results'?: readonly AtomicResult[];
  readonly links?: Readonly<Record<string, string | null>> | RelationshipLinks;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly jsonapi: JsonApiMember;
}

/** The result of an operation of a list: the resource that it added or changed, if any. */
export type AtomicResult = Pick<Document, 'data'>;

/** Renders resources with the fields of a read, and links below an address. */
export interface Rendering {
  readonly read: Presentation;
  readonly linkTo: LinkTo;
}

/** Renders the document at a path. */
export interface DocumentRendering extends Rendering {
  readonly read: Read;
  readonly path: string;
}

export const { jsonapi } = plainFormat;

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
      links: listLinks(linkTo(path), read.parameters, page, total),
      meta: { count: total },
      jsonapi,
    }),
  };
}

export function renderList(
  { records, included, total, pageInfo }: ViewedList,
  { item, end }: ListForm,
  rendering: Rendering,
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
export function endOfOne({ path, linkTo }: Pick<DocumentRendering, 'path' | 'linkTo'>): Document {
  return { links: { self: linkTo(path) }, jsonapi };
}

/** The document for an empty to-one relationship: `data` is null. */
export function renderNone(rendering: DocumentRendering): Document {
  const included = rendering.read.view.include === undefined ? undefined : [];
  return { data: null, ...renderIncluded(included, rendering), ...endOfOne(rendering) };
}

/** The linkage of a relationship as primary data. */
export function renderRelationship(
  { record, included }: ViewedResource,
  { name, field }: NamedRelationship,
  rendering: Rendering,
): Document {
  const data = renderLinkage(record, field);
  return { data, ...renderIncluded(included, rendering), ...endOfRelationship(record, name, rendering) };
}

/** The members after the linkage of a relationship and its included resources. */
export function endOfRelationship(record: ResourceRecord, name: string, { read, linkTo }: Rendering): Document {
  return { links: relationshipLinks(linkTo(resourcePath(read.fields[record.type], record)), name), jsonapi };
}

/** The document for a DELETE. */
export function renderDeleted(): Document {
  return { meta: { message: 'Object successfully deleted' }, jsonapi };
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
): Document {
  const links = perType((type) => linkTo(resources[type].path));
  const linksToPages = Object.fromEntries(Object.entries(pages).map(([page, path]) => [page, linkTo(path)]));
  const meta = { name, version, resources: links, ...linksToPages, ...others };
  return { meta, links: { self: linkTo('/') }, jsonapi };
}

/** The document of errors, with the number of those left out. */
export function renderErrors(errors: readonly ErrorObject[], omitted = 0, dialect = plainFormat): Document {
  return { errors, ...(omitted > 0 && { meta: { omitted } }), jsonapi: dialect.jsonapi };
}

function renderIncluded(
  included: readonly ResourceRecord[] | undefined,
  rendering: Rendering,
): Pick<Document, 'included'> {
  return included === undefined ? {} : { included: included.map((record) => renderResource(record, rendering)) };
}

export interface ResourceObject {
  readonly type: ResourceType;
  readonly id: string;
  readonly attributes: Attributes;
  readonly relationships: Readonly<Record<string, RelationshipObject>>;
  readonly links: { readonly self: string };
  readonly meta?: { readonly page: { readonly cursor: string } };
}

interface RelationshipObject {
  readonly links: RelationshipLinks;
  readonly data?: Linkage;
}

type Linkage = readonly ResourceIdentifier[] | ResourceIdentifier | null;

/** Renders a record as a resource object: the fields that its description lists and the query selects, and no others. */
export function renderResource(record: ResourceRecord, { read, linkTo }: Rendering): ResourceObject {
  const { type, id } = record;
  const { path, attributes: shown, relationships: linked }: SelectedFields = read.fields[type];
  const self = linkTo(resourcePath({ path }, record));
  const attributes: Record<string, Value | null> = {};
  for (const { name, render } of shown) attributes[name] = render(record.attributes);
  const relationships: Record<string, RelationshipObject> = {};
  for (const field of linked) {
    const links = relationshipLinks(self, field.name);
    relationships[field.name] = field.linked ? { links, data: renderLinkage(record, field) } : { links };
  }
  return { type, id, attributes, relationships, links: { self } };
}

/** The linkage of one relationship of a record. */
function renderLinkage({ linkage }: ResourceRecord, { stored, to, cardinality }: RelationshipField): Linkage {
  const identifiers = (linkage[stored] ?? []).map((id) => ({ type: to, id }));
  return cardinality === 'many' ? identifiers : (identifiers[0] ?? null);
}
