// GET, for any resource: read the query string, ask a use case, render what it finds.
import type { ListRequest } from '../../../application/reading/find-resources.ts';
import type { UnpagedList } from '../../../application/reading/stream-resources.ts';
import type { ParsedQuery } from '../jsonapi/query/parse-query.ts';
import { refuseParameters } from '../jsonapi/query/parse-query.ts';
import {
  renderList,
  renderNone,
  renderOne,
  renderRelationship,
  renderRoot,
  type Rendering,
  type Style,
} from '../jsonapi/documents/render-document.ts';
import { requireRelationship, type Resource } from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import { streamDocument } from '../jsonapi/documents/stream-document.ts';
import { listQueries, ok, styles, type Answer, type Api, type Handler } from './handler.ts';

/** The entry point, from which a client finds everything else. */
export function root({ service, linkTo }: Api): Handler {
  return async ({ queryString }) => {
    refuseParameters(queryString);
    return ok(renderRoot(service, linkTo));
  };
}

/** A list. */
export function list(api: Api, resource: Resource): Handler {
  const { findResources, streamResources } = api.use;
  const listQueryOf = listQueries(api, resource);
  return async ({ path, queryString }) => {
    const { query, style } = listQueryOf(queryString);
    const request = listRequest(resource, query, style);
    const shown = { ...style, path };
    if (query.page === undefined) return unpaged(await streamResources.execute(request), query, shown);
    return ok(renderList(await findResources.execute(request), query, shown));
  };
}

/** The list of what is related to one resource. */
export function relatedList(api: Api, parent: Resource, relationship: string): Handler {
  const { findResources, streamResources } = api.use;
  const { stored, to } = requireRelationship(parent, relationship);
  const listQueryOf = listQueries(api, resources[to]);
  return async ({ path, id, queryString }) => {
    const { query, style } = listQueryOf(queryString);
    const request = listRequest(resources[to], query, style);
    const from = { type: parent.type, id, relationship: stored };
    const shown = { ...style, path };
    if (query.page === undefined) return unpaged(await streamResources.executeRelated(from, request), query, shown);
    return ok(renderList(await findResources.executeRelated(from, request), query, shown));
  };
}

/** One resource. */
export function detail(api: Api, resource: Resource): Handler {
  const styleOf = styles(api, resource, { kind: 'resources' });
  return async ({ path, id, queryString }) => {
    const style = styleOf(queryString);
    const found = await api.use.findResource.execute(resource.type, id, style.presentation.view);
    return ok(renderOne(found, { ...style, path }));
  };
}

/** The resource that a to-one relationship leads to: none is an answer, too. */
export function related(api: Api, parent: Resource, relationship: string): Handler {
  const { stored, to } = requireRelationship(parent, relationship);
  const styleOf = styles(api, resources[to], { kind: 'resources' });
  return async ({ path, id, queryString }) => {
    const style = styleOf(queryString);
    const from = { type: parent.type, id, relationship: stored };
    const found = await api.use.findRelated.execute(from, style.presentation.view);
    const shown = { ...style, path };
    return ok(found === undefined ? renderNone(shown) : renderOne(found, shown));
  };
}

/** A relationship. */
export function linkage(api: Api, resource: Resource, relationship: string): Handler {
  const styleOf = styles(api, resource, { kind: 'linkage', relationship });
  return async ({ path, id, queryString }) => {
    const style = styleOf(queryString);
    const found = await api.use.findResource.execute(resource.type, id, style.presentation.view);
    return ok(renderRelationship(found, relationship, { ...style, path }));
  };
}

function listRequest({ type }: Resource, query: ParsedQuery, { presentation }: Style): ListRequest {
  return { type, filter: query.filter, sort: query.sort, page: query.page, view: presentation.view };
}

/** A list without pages: as a document while it is short, else as the text of one. */
function unpaged(list: UnpagedList, query: ParsedQuery, shown: Rendering): Answer {
  if (list.kind === 'whole') return ok(renderList(list.list, query, shown));
  return { status: 200, pieces: streamDocument(list.parts, query, shown) };
}
