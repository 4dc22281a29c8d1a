import type { ResourceRecord } from '../../../application/query/query.ts';
import type { ViewedList, ViewedResource } from '../../../application/query/view.ts';
import { version, type DataDocument, type ErrorDocument, type MetaDocument, type ResourceObject } from './document.ts';
import type { ErrorObject } from './errors.ts';
import { listLinks, type LinkTo } from './links.ts';
import type { ParsedQuery } from './query/parse-query.ts';
import type { Presentation } from './query/view.ts';
import { linkageOf, renderResource } from './render-resource.ts';
import { resources } from './resources/resources.ts';

/** Where a document is served from, and how its resources are shown. */
export interface Rendering {
  readonly path: string;
  readonly presentation: Presentation;
  readonly linkTo: LinkTo;
}

/** A list: `data`, what is included, the number of matches over all pages and the ways to the other pages. */
export function renderList(
  list: ViewedList,
  { parameters, page }: Pick<ParsedQuery, 'parameters' | 'page'>,
  rendering: Rendering,
): DataDocument {
  const { path, presentation, linkTo } = rendering;
  const links = Object.entries(listLinks(path, parameters, page, list.total));
  return {
    data: list.records.map((record) => renderResource(record, presentation, linkTo)),
    ...renderIncluded(list.included, rendering),
    links: Object.fromEntries(links.map(([name, link]) => [name, linkTo(link)])),
    meta: { count: list.total },
    jsonapi: version,
  };
}

/** One resource. */
export function renderOne({ record, included }: ViewedResource, rendering: Rendering): DataDocument {
  const { path, presentation, linkTo } = rendering;
  return {
    data: renderResource(record, presentation, linkTo),
    ...renderIncluded(included, rendering),
    links: { self: linkTo(path) },
    jsonapi: version,
  };
}

/** The answer where a to-one relationship leads nowhere. */
export function renderNone(rendering: Rendering): DataDocument {
  const included = rendering.presentation.view.include === undefined ? undefined : [];
  return {
    data: null,
    ...renderIncluded(included, rendering),
    links: { self: rendering.linkTo(rendering.path) },
    jsonapi: version,
  };
}

/** The linkage of a relationship as primary data. */
export function renderRelationship(
  { record, included }: ViewedResource,
  relationship: string,
  rendering: Rendering,
): DataDocument {
  const { linkTo } = rendering;
  const owner = linkTo(`${resources[record.type].path}/${record.id}`);
  return {
    data: linkageOf(record, relationship),
    ...renderIncluded(included, rendering),
    links: { self: `${owner}/relationships/${relationship}`, related: `${owner}/${relationship}` },
    jsonapi: version,
  };
}

/** The answer to a deletion. */
export function renderDeleted(): MetaDocument {
  return { meta: { message: 'Object successfully deleted' }, jsonapi: version };
}

/** The entry point: what the service is and where its resources are. */
export function renderRoot(service: { readonly name: string; readonly version: string }, linkTo: LinkTo): MetaDocument {
  const paths = Object.values(resources).map(({ type, path }) => [type, linkTo(path)]);
  return {
    meta: { name: service.name, version: service.version, resources: Object.fromEntries(paths) },
    links: { self: linkTo('/') },
    jsonapi: version,
  };
}

export function renderErrors(errors: readonly ErrorObject[]): ErrorDocument {
  return { errors, jsonapi: version };
}

function renderIncluded(
  included: readonly ResourceRecord[] | undefined,
  { presentation, linkTo }: Rendering,
): { readonly included?: readonly ResourceObject[] } {
  if (included === undefined) return {};
  return { included: included.map((record) => renderResource(record, presentation, linkTo)) };
}
