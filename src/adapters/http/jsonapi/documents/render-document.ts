import { perType } from '#application/model/schema';
import type { ResourceRecord } from '#application/model/query';
import type { ViewedList, ViewedResource } from '#application/model/view';
import type { ParsedQuery } from '../query/parse-query.ts';
import type { Presentation } from '../query/view.ts';
import { requireRelationship } from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';
import type { ErrorObject } from './errors.ts';
import { listLinks, relationshipLinks, resourcePath, type LinkTo, type RelationshipLinks } from './links.ts';
import { renderLinkage, type Linkage, type RenderResource, type ResourceObject } from './render-resource.ts';

/** A JSON:API document: plain data, which `JSON.stringify` makes text of. */
export interface Document {
  readonly data?: ResourceObject | readonly ResourceObject[] | Linkage;
  readonly included?: readonly ResourceObject[];
  readonly errors?: readonly ErrorObject[];
  readonly links?: Readonly<Record<string, string>> | RelationshipLinks;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly jsonapi: { readonly version: string };
}

/** How resources are shown. */
export interface Style {
  readonly presentation: Presentation;
  readonly renderResource: RenderResource;
  readonly linkTo: LinkTo;
}

/** How resources are shown in a document, and where that is served from. */
export interface Rendering extends Style {
  readonly path: string;
}

/** The member `jsonapi` of every document. */
const jsonapi = { version: '1.0' };

/** A list: `data`, what is included, the ways to the other pages and the number of matches over all of them. */
export function renderList(
  { records, included, total }: ViewedList,
  query: Pick<ParsedQuery, 'parameters' | 'page'>,
  rendering: Rendering,
): Document {
  return {
    data: records.map(rendering.renderResource),
    ...renderIncluded(included, rendering),
    ...renderListEnd(total, query, rendering),
  };
}

/** What stands in a list behind its resources. */
export function renderListEnd(
  total: number,
  { parameters, page }: Pick<ParsedQuery, 'parameters' | 'page'>,
  { path, linkTo }: Pick<Rendering, 'path' | 'linkTo'>,
): Document {
  return { links: listLinks(linkTo(path), parameters, page, total), meta: { count: total }, jsonapi };
}

/** One resource. */
export function renderOne({ record, included }: ViewedResource, rendering: Rendering): Document {
  const { path, renderResource, linkTo } = rendering;
  const links = { self: linkTo(path) };
  return { data: renderResource(record), ...renderIncluded(included, rendering), links, jsonapi };
}

/** The answer where a to-one relationship leads nowhere. */
export function renderNone(rendering: Rendering): Document {
  const { path, presentation, linkTo } = rendering;
  const included = presentation.view.include === undefined ? undefined : [];
  return { data: null, ...renderIncluded(included, rendering), links: { self: linkTo(path) }, jsonapi };
}

/** The linkage of a relationship as primary data. */
export function renderRelationship(
  { record, included }: ViewedResource,
  relationship: string,
  rendering: Rendering,
): Document {
  const resource = resources[record.type];
  const links = relationshipLinks(rendering.linkTo(resourcePath(resource, record)), relationship);
  const data = renderLinkage(record, requireRelationship(resource, relationship));
  return { data, ...renderIncluded(included, rendering), links, jsonapi };
}

/** The answer to a deletion. */
export function renderDeleted(): Document {
  return { meta: { message: 'Object successfully deleted' }, jsonapi };
}

/** The entry point: what the service is and where its resources are. */
export function renderRoot(service: { readonly name: string; readonly version: string }, linkTo: LinkTo): Document {
  const links = perType((type) => linkTo(resources[type].path));
  const meta = { name: service.name, version: service.version, resources: links };
  return { meta, links: { self: linkTo('/') }, jsonapi };
}

/** The answer to a request that failed. */
export function renderErrors(errors: readonly ErrorObject[]): Document {
  return { errors, jsonapi };
}

function renderIncluded(
  included: readonly ResourceRecord[] | undefined,
  { renderResource }: Rendering,
): Pick<Document, 'included'> {
  return included === undefined ? {} : { included: included.map(renderResource) };
}
