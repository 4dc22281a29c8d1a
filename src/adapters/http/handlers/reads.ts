// GET, for any resource: read the query string, call a use case, render the result.
import type { UnpagedList } from '../../../application/reading/stream-resources.ts';
import {
  renderList,
  renderNone,
  renderOne,
  renderRelationship,
  renderRoot,
  type DocumentRenderer,
} from '../jsonapi/documents/render-document.ts';
import { streamDocument } from '../jsonapi/documents/stream-document.ts';
import { refuseParameters, type ParsedQuery } from '../jsonapi/query/parse-query.ts';
import { requireRelationship, type Resource } from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import { linkedPaths } from '../operations.ts';
import { okTagged, renderers, representedAt } from './represented.ts';
import { listQueries, ok, type Answer, type Api, type Handler } from './handler.ts';

/** The entry point, from which clients find all resources. */
export function root({ service, linkTo, hasPages }: Api): Handler {
  return async ({ queryString }) => {
    refuseParameters(queryString);
    return ok(renderRoot(service, linkTo, linkedPaths(hasPages)));
  };
}

/** All resources of a type. */
export function list(api: Api, resource: Resource): Handler {
  const { findResources, streamResources } = api.use;
  const listQueryOf = listQueries(api, resource);
  return async ({ path, queryString }) => {
    const { query, request, renderer } = listQueryOf(queryString);
    const atPath = { ...renderer, path };
    if (query.page === undefined) return unpaged(await streamResources.execute(request), query, atPath);
    return ok(renderList(await findResources.execute(request), query, atPath));
  };
}

/** The resources of a to-many relationship. */
export function relatedList(api: Api, parent: Resource, relationship: string): Handler {
  const { findResources, streamResources } = api.use;
  const { stored, to } = requireRelationship(parent, relationship);
  const listQueryOf = listQueries(api, resources[to]);
  return async ({ path, id, queryString }) => {
    const { query, request, renderer } = listQueryOf(queryString);
    const from = { type: parent.type, id, relationship: stored };
    const atPath = { ...renderer, path };
    if (query.page === undefined) return unpaged(await streamResources.executeRelated(from, request), query, atPath);
    return ok(renderList(await findResources.executeRelated(from, request), query, atPath));
  };
}

/** One resource. */
export function detail(api: Api, resource: Resource): Handler {
  const rendererOf = renderers(api, resource, { kind: 'resources' });
  return async ({ path, id, queryString }) => {
    const renderer = rendererOf(queryString);
    const found = await api.use.findResource.execute(resource.type, id, renderer.presentation.view);
    const document = renderOne(found, { ...renderer, path });
    return okTagged(api, document, representedAt(path, renderer, found.record, document));
  };
}

/** The resource of a to-one relationship, or null. */
export function related(api: Api, parent: Resource, relationship: string): Handler {
  const { stored, to } = requireRelationship(parent, relationship);
  const rendererOf = renderers(api, resources[to], { kind: 'resources' });
  return async ({ path, id, queryString }) => {
    const renderer = rendererOf(queryString);
    const from = { type: parent.type, id, relationship: stored };
    const found = await api.use.findResource.executeRelated(from, renderer.presentation.view);
    const atPath = { ...renderer, path };
    const document = found.related === undefined ? renderNone(atPath) : renderOne(found.related, atPath);
    const shown = found.related?.record ?? found.parent;
    return okTagged(api, document, representedAt(path, renderer, shown, document));
  };
}

/** The linkage of a relationship. */
export function linkage(api: Api, resource: Resource, relationship: string): Handler {
  const rendererOf = renderers(api, resource, { kind: 'linkage', relationship });
  return async ({ id, queryString }) => {
    const renderer = rendererOf(queryString);
    const found = await api.use.findResource.execute(resource.type, id, renderer.presentation.view);
    const document = renderRelationship(found, relationship, renderer);
    const showsOthers = document.included !== undefined;
    return okTagged(api, document, { resource: found.record, view: renderer.tagView, showsOthers });
  };
}

/** A list without pages: short ones as a document, long ones as a stream. */
function unpaged(list: UnpagedList, query: ParsedQuery, renderer: DocumentRenderer): Answer {
  if (list.kind === 'whole') return ok(renderList(list.list, query, renderer));
  return { status: 200, pieces: streamDocument(list.parts, query, renderer) };
}
