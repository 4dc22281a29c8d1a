// What every kind of route does, for any resource: read the request, call a use case, render its result. No Koa: a request is data, an
// answer is data. Checks run in the order of the contract: query string, then document, then what the use case finds.
import type { ViewedResource, View } from '../../application/model/view.ts';
import type { FindResource } from '../../application/reading/find-resource.ts';
import type { FindResources } from '../../application/reading/find-resources.ts';
import type { StreamResources, UnpagedList } from '../../application/reading/stream-resources.ts';
import { throwIfAny } from './jsonapi/errors.ts';
import { resourcePath, type LinkTo } from './jsonapi/links.ts';
import { memoize } from './jsonapi/query/memoize.ts';
import { parseQuery, type ParsedQuery } from './jsonapi/query/parse-query.ts';
import type { QueryLimits } from './jsonapi/query/query-limits.ts';
import { refuseParameters } from './jsonapi/query/refuse-parameters.ts';
import { present, type PrimaryData } from './jsonapi/query/view.ts';
import { readPrimaryLinkage, readResource, type Identity, type SentResource } from './jsonapi/read-document.ts';
import type { Json } from './jsonapi/read-json.ts';
import { typeConflicts, type LinkageForm, type SentLinkage } from './jsonapi/read-linkage.ts';
import {
  renderDeleted,
  renderList,
  renderOne,
  renderRelationship,
  type Rendering,
  type Style,
} from './jsonapi/render-document.ts';
import { resourceRenderer } from './jsonapi/render-resource.ts';
import { relationshipFieldOf, type Resource } from './jsonapi/resources/resource.ts';
import { resources } from './jsonapi/resources/resources.ts';
import { streamDocument } from './jsonapi/stream-document.ts';

export interface ApiRequest {
  readonly path: string;
  /** The identifier in the path, as it was sent; empty where the path has none. */
  readonly id: string;
  /** What stands after the `?`. */
  readonly queryString: string;
  /**
   * The body, parsed.
   * @throws ApiError when it is not JSON
   */
  readonly document: () => Json;
}

export type Answer =
  /** With the text of a document. */
  | { readonly status: 200 | 201; readonly document: string; readonly location?: string }
  /** The same, made as it is taken. */
  | { readonly status: 200; readonly pieces: AsyncIterable<string> };

export type Handler = (request: ApiRequest) => Promise<Answer>;

/** What all handlers work with. */
export interface Api {
  readonly findResource: FindResource;
  readonly findResources: FindResources;
  readonly streamResources: StreamResources;
  readonly limits: QueryLimits;
  readonly linkTo: LinkTo;
}

/** GET on a list. */
export function list(api: Api, resource: Resource): Handler {
  const listQueryOf = listQueries(api, resource);
  return async ({ path, queryString }) => {
    const { query, style } = listQueryOf(queryString);
    const request = { type: resource.type, ...query, view: style.presentation.view };
    const shown = { ...style, path };
    if (query.page === undefined) return unpaged(await api.streamResources.execute(request), query, shown);
    return ok(renderList(await api.findResources.execute(request), query, shown));
  };
}

/** GET on the list of what is related to one resource. */
export function relatedList(api: Api, parent: Resource, relationship: string): Handler {
  const { stored, to } = relationshipField(parent, relationship);
  const listQueryOf = listQueries(api, resources[to]);
  return async ({ path, id, queryString }) => {
    const { query, style } = listQueryOf(queryString);
    const request = { type: to, ...query, view: style.presentation.view };
    const from = { type: parent.type, id, relationship: stored };
    const shown = { ...style, path };
    if (query.page === undefined) return unpaged(await api.streamResources.executeRelated(from, request), query, shown);
    return ok(renderList(await api.findResources.executeRelated(from, request), query, shown));
  };
}

/** GET on one resource. */
export function detail(api: Api, resource: Resource): Handler {
  const styleOf = styles(api, resource, { kind: 'resources' });
  return async ({ path, id, queryString }) => {
    const style = styleOf(queryString);
    const found = await api.findResource.execute(resource.type, id, style.presentation.view);
    return ok(renderOne(found, { ...style, path }));
  };
}

/** POST on a list: what `create` makes of the sent resource and the identifier in the path. */
export function creation(
  api: Api,
  resource: Resource,
  create: (sent: SentResource, view: View, id: string) => Promise<ViewedResource>,
): Handler {
  const styleOf = styles(api, resource, { kind: 'resources' });
  return async ({ id, queryString, document }) => {
    const style = styleOf(queryString);
    const sent = readResource(document(), resource, { kind: 'assigned' });
    const created = await create(sent, style.presentation.view, id);
    const path = resourcePath(resource, created.record);
    return {
      status: 201,
      document: renderOne(created, { ...style, path }),
      location: api.linkTo(path),
    };
  };
}

/** PATCH on one resource. `identityOf` tells from the path which id the body must have. */
export function change(
  api: Api,
  resource: Resource,
  identityOf: (id: string) => Identity,
  update: (sent: SentResource, view: View, id: string) => Promise<ViewedResource>,
): Handler {
  const styleOf = styles(api, resource, { kind: 'resources' });
  return async ({ path, id, queryString, document }) => {
    const style = styleOf(queryString);
    const sent = readResource(document(), resource, identityOf(id));
    const changed = await update(sent, style.presentation.view, id);
    return ok(renderOne(changed, { ...style, path }));
  };
}

/** DELETE on one resource. */
export function removal(remove: (id: string) => Promise<void>): Handler {
  return async ({ id, queryString }) => {
    refuseParameters(queryString);
    await remove(id);
    return ok(renderDeleted());
  };
}

/** GET on a relationship. */
export function linkage(api: Api, resource: Resource, relationship: string): Handler {
  const styleOf = styles(api, resource, { kind: 'linkage', relationship });
  return async ({ path, id, queryString }) => {
    const style = styleOf(queryString);
    const found = await api.findResource.execute(resource.type, id, style.presentation.view);
    return ok(renderRelationship(found, relationship, { ...style, path }));
  };
}

/** POST, PATCH and DELETE on a relationship: answered with the resource that has the relationship. */
export function linkageChange(
  api: Api,
  resource: Resource,
  relationship: string,
  form: LinkageForm,
  change: (id: string, sent: SentLinkage, view: View) => Promise<ViewedResource>,
): Handler {
  const { to } = relationshipField(resource, relationship);
  const styleOf = styles(api, resource, { kind: 'changed', relationship });
  return async ({ path, id, queryString, document }) => {
    const style = styleOf(queryString);
    const sent = readPrimaryLinkage(document(), form);
    throwIfAny(typeConflicts(sent, to));
    const changed = await change(id, sent, style.presentation.view);
    return ok(renderOne(changed, { ...style, path }));
  };
}

/** An answer to a request that succeeded. */
export function ok(document: string): Answer {
  return { status: 200, document };
}

/** A list without pages: as a document while it is short, else as the text of one. */
function unpaged(list: UnpagedList, query: ParsedQuery, shown: Rendering): Answer {
  if (list.kind === 'whole') return ok(renderList(list.list, query, shown));
  return { status: 200, pieces: streamDocument(list.parts, query, shown) };
}

/** How the answer to a request for a single resource or relationship is read and shown, by its query string. */
export function styles(api: Api, resource: Resource, primary: PrimaryData): (queryString: string) => Style {
  return memoize((text) => makeStyle(api, resource, parseQuery(text, resource, 'resource', api.limits), primary));
}

/** The same for a list, with what it lists. */
function listQueries(
  api: Api,
  resource: Resource,
): (queryString: string) => { readonly query: ParsedQuery; readonly style: Style } {
  return memoize((text) => {
    const query = parseQuery(text, resource, 'list', api.limits);
    return { query, style: makeStyle(api, resource, query, { kind: 'resources' }) };
  });
}

function makeStyle({ linkTo }: Api, resource: Resource, query: ParsedQuery, primary: PrimaryData): Style {
  const presentation = present(resource, query, primary);
  return { presentation, renderResource: resourceRenderer(presentation, linkTo), linkTo };
}

function relationshipField(resource: Resource, name: string): NonNullable<ReturnType<typeof relationshipFieldOf>> {
  const field = relationshipFieldOf(resource, name);
  if (field === undefined) throw new Error(`${resource.type} has no relationship ${name}`);
  return field;
}
