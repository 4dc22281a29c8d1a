import { perType } from '#application/model/schema';
import type { NumberedPage, ResourceRecord } from '#application/model/query';
import type { ViewedList, ViewedResource } from '#application/model/view';
import type { ParsedQuery } from '../query/parse-query.ts';
import type { Presentation } from '../query/presentation.ts';
import { requireRelationship } from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';
import { plain, type JsonApiMember } from './dialect.ts';
import type { ErrorObject } from './errors.ts';
import { listLinks, relationshipLinks, resourcePath, type LinkTo, type RelationshipLinks } from './links.ts';
import { renderLinkage, type Linkage, type RenderResource, type ResourceObject } from './render-resource.ts';

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

export const { jsonapi } = plain;

/** A page by number; undefined: the whole list. */
interface ListedPage extends Pick<ParsedQuery, 'parameters'> {
  readonly page: NumberedPage | undefined;
}

/** A list, with links to the other pages and the number of matches over all pages. */
export function renderList(
  { records, included, total = records.length }: ViewedList,
  query: ListedPage,
  renderer: DocumentRenderer,
): Document {
  return {
    data: records.map(renderer.renderResource),
    ...renderIncluded(included, renderer),
    ...renderListEnd(total, query, renderer),
  };
}

/** The members after the resources of a list. */
export function renderListEnd(
  total: number,
  { parameters, page }: ListedPage,
  { path, linkTo }: DocumentRenderer,
): Document {
  return { links: listLinks(linkTo(path), parameters, page, total), meta: { count: total }, jsonapi };
}

export function renderOne({ record, included }: ViewedResource, renderer: DocumentRenderer): Document {
  const { path, renderResource, linkTo } = renderer;
  const links = { self: linkTo(path) };
  return { data: renderResource(record), ...renderIncluded(included, renderer), links, jsonapi };
}

/** The document for an empty to-one relationship: `data` is null. */
export function renderNone(renderer: DocumentRenderer): Document {
  const { path, presentation, linkTo } = renderer;
  const included = presentation.view.include === undefined ? undefined : [];
  return { data: null, ...renderIncluded(included, renderer), links: { self: linkTo(path) }, jsonapi };
}

/** The linkage of a relationship as primary data. */
export function renderRelationship(
  { record, included }: ViewedResource,
  relationship: string,
  renderer: Renderer,
): Document {
  const resource = resources[record.type];
  const links = relationshipLinks(renderer.linkTo(resourcePath(resource, record)), relationship);
  const data = renderLinkage(record, requireRelationship(resource, relationship));
  return { data, ...renderIncluded(included, renderer), links, jsonapi };
}

/** The answer to a DELETE. */
export function renderDeleted(): Document {
  return { meta: { message: 'Object successfully deleted' }, jsonapi };
}

/**
 * The entry point: the name of the service, and links to its resources and pages.
 * @param pages paths, by the member of `meta` that links to each
 */
export function renderRoot(
  { name, version }: { readonly name: string; readonly version: string },
  linkTo: LinkTo,
  pages: Readonly<Record<string, string>>,
): Document {
  const links = perType((type) => linkTo(resources[type].path));
  const linksToPages = Object.fromEntries(Object.entries(pages).map(([page, path]) => [page, linkTo(path)]));
  const meta = { name, version, resources: links, ...linksToPages };
  return { meta, links: { self: linkTo('/') }, jsonapi };
}

export function renderErrors(errors: readonly ErrorObject[], dialect = plain): Document {
  return { errors, jsonapi: dialect.jsonapi };
}

export function renderIncluded(
  included: readonly ResourceRecord[] | undefined,
  { renderResource }: Renderer,
): Pick<Document, 'included'> {
  return included === undefined ? {} : { included: included.map(renderResource) };
}
