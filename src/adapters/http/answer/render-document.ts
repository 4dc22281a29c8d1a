import type { ListPosition, NumberedPage, ResourceIdentifier, ResourceRecord } from '#application/model/query';
import type { EndPart, ViewedList, ViewedResource } from '#application/model/view';
import type { Value } from '#domain/kinds';
import { perType, type Attributes, type ResourceType } from '#domain/schema';
import type { ErrorObject } from '../api/errors.ts';
import { relationshipLinks, resourcePath, type LinkTo, type RelationshipLinks } from '../api/links.ts';
import { plainFormat, type JsonApiMember } from '../api/media-types.ts';
import { requireRelationship, type RelationshipField } from '../api/resource-description.ts';
import { resources } from '../api/resources.ts';
import type { ParsedQuery } from '../request/query/parse-query.ts';
import type { Presentation, SelectedFields } from '../request/query/presentation.ts';
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

/** What an operation of a list has done: the resource that it added or changed, if any. */
export type AtomicResult = Pick<Document, 'data'>;

/** What to read for a query, and how to render it. */
export interface Renderer {
  readonly presentation: Presentation;
  readonly renderResource: RenderResource;
  readonly linkTo: LinkTo;
}

/** A renderer for the document at a path. */
export interface DocumentRenderer extends Renderer {
  readonly path: string;
}

export const { jsonapi } = plainFormat;

/** What a list is, besides its resources. */
export interface ListRenderer {
  /** @param position of the resource, if the list is a cursor page */
  readonly item: (record: ResourceRecord, position?: ListPosition) => ResourceObject;
  /** The members behind the resources. */
  readonly end: (list: ListEnd) => Document;
}

/** What is known once all resources of a list are read; the positions are those of a cursor page. */
export interface ListEnd extends Pick<EndPart, 'total' | 'hasMore'> {
  readonly first?: ListPosition | undefined;
  readonly last?: ListPosition | undefined;
}

/** A list without pages, or a page by number, with links to the other pages and the number of matches over all pages. */
export function numberedListRenderer(
  { parameters, page }: Pick<ParsedQuery, 'parameters'> & { readonly page: NumberedPage | undefined },
  { renderResource, path, linkTo }: DocumentRenderer,
): ListRenderer {
  return {
    item: renderResource,
    end: ({ total = 0 }) => ({
      links: listLinks(linkTo(path), parameters, page, total),
      meta: { count: total },
      jsonapi,
    }),
  };
}

export function renderList(
  { records, included, total, pageInfo }: ViewedList,
  { item, end }: ListRenderer,
  renderer: Renderer,
): Document {
  const { positions = [], hasMore } = pageInfo ?? {};
  return {
    data: records.map((record, index) => item(record, positions[index])),
    ...renderIncluded(included, renderer),
    ...end({ total, hasMore, first: positions.at(0), last: positions.at(-1) }),
  };
}

export function renderOne({ record, included }: ViewedResource, renderer: DocumentRenderer): Document {
  return { data: renderer.renderResource(record), ...renderIncluded(included, renderer), ...endOfOne(renderer) };
}

/** The members behind the resources of `renderOne`. */
export function endOfOne({ path, linkTo }: DocumentRenderer): Document {
  return { links: { self: linkTo(path) }, jsonapi };
}

/** The document for an empty to-one relationship: `data` is null. */
export function renderNone(renderer: DocumentRenderer): Document {
  const included = renderer.presentation.view.include === undefined ? undefined : [];
  return { data: null, ...renderIncluded(included, renderer), ...endOfOne(renderer) };
}

/** The linkage of a relationship as primary data. */
export function renderRelationship(
  { record, included }: ViewedResource,
  relationship: string,
  renderer: Renderer,
): Document {
  const data = renderLinkage(record, requireRelationship(resources[record.type], relationship));
  return { data, ...renderIncluded(included, renderer), ...endOfRelationship(record, relationship, renderer) };
}

/** The members behind the linkage of a relationship, and what is included with it. */
export function endOfRelationship(record: ResourceRecord, relationship: string, { linkTo }: Renderer): Document {
  return { links: relationshipLinks(linkTo(resourcePath(resources[record.type], record)), relationship), jsonapi };
}

/** The answer to a DELETE. */
export function renderDeleted(): Document {
  return { meta: { message: 'Object successfully deleted' }, jsonapi };
}

/**
 * The entry point: the name of the service, and links to its resources and pages.
 * @param pages paths, by the member of `meta` that links to each
 * @param others further members of `meta`
 */
export function renderRoot(
  { name, version }: { readonly name: string; readonly version: string },
  linkTo: LinkTo,
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
  { renderResource }: Renderer,
): Pick<Document, 'included'> {
  return included === undefined ? {} : { included: included.map(renderResource) };
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

/** Renders a record as a resource object: the fields that its description lists and the query selects, nothing else. */
type RenderResource = (record: ResourceRecord) => ResourceObject;

export function resourceRenderer({ fields }: Presentation, linkTo: LinkTo): RenderResource {
  const renderers = perType((type) => rendererOf(type, fields[type], linkTo));
  return (record) => renderers[record.type](record);
}

/** The linkage of one relationship of a record. */
function renderLinkage({ linkage }: ResourceRecord, { stored, to, cardinality }: RelationshipField): Linkage {
  const identifiers = (linkage[stored] ?? []).map((id) => ({ type: to, id }));
  return cardinality === 'many' ? identifiers : (identifiers[0] ?? null);
}

function rendererOf(type: ResourceType, fields: SelectedFields, linkTo: LinkTo): RenderResource {
  return (record) => {
    const self = linkTo(resourcePath(resources[type], record));
    const attributes: Record<string, Value | null> = {};
    for (const { name, render } of fields.attributes) attributes[name] = render(record.attributes);
    const relationships: Record<string, RelationshipObject> = {};
    for (const field of fields.relationships) {
      const links = relationshipLinks(self, field.name);
      relationships[field.name] = field.linked ? { links, data: renderLinkage(record, field) } : { links };
    }
    return { type, id: record.id, attributes, relationships, links: { self } };
  };
}
