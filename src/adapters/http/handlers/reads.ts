// GET on anything but a list, for any resource: read the query string, call a use case, render the result.
import { renderNone, renderOne, renderRelationship, renderRoot } from '../jsonapi/documents/render-document.ts';
import { refuseParameters } from '../jsonapi/query/parse-query.ts';
import { requireRelationship, type Resource } from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import { linkedPaths } from '../operations.ts';
import { okTagged, renderers, representedAt } from './represented.ts';
import { ok, type Api, type Handler } from './handler.ts';

/** The entry point, from which clients find all resources. */
export function root({ service, linkTo, hasPages }: Api): Handler {
  return async ({ queryString }) => {
    refuseParameters(queryString);
    return ok(renderRoot(service, linkTo, linkedPaths(hasPages)));
  };
}

/** One resource. */
export function detail(api: Api, resource: Resource): Handler {
  const rendererOf = renderers(api, resource, { kind: 'resources' });
  return async ({ path, id, queryString, since }) => {
    const renderer = rendererOf(queryString);
    const mark = await api.epochMark();
    const found = await api.use.reading(since).findResource.execute(resource.type, id, renderer.presentation.view);
    const document = renderOne(found, { ...renderer, path });
    return okTagged(mark, document, representedAt(path, renderer, found.record, document));
  };
}

/** The resource of a to-one relationship, or null. */
export function related(api: Api, parent: Resource, relationship: string): Handler {
  const { stored, to } = requireRelationship(parent, relationship);
  const rendererOf = renderers(api, resources[to], { kind: 'resources' });
  return async ({ path, id, queryString, since }) => {
    const renderer = rendererOf(queryString);
    const from = { type: parent.type, id, relationship: stored };
    const mark = await api.epochMark();
    const found = await api.use.reading(since).findResource.executeRelated(from, renderer.presentation.view);
    const atPath = { ...renderer, path };
    const document = found.related === undefined ? renderNone(atPath) : renderOne(found.related, atPath);
    const shown = found.related?.record ?? found.parent;
    return okTagged(mark, document, representedAt(path, renderer, shown, document));
  };
}

/** The linkage of a relationship. */
export function linkage(api: Api, resource: Resource, relationship: string): Handler {
  const rendererOf = renderers(api, resource, { kind: 'linkage', relationship });
  return async ({ id, queryString, since }) => {
    const renderer = rendererOf(queryString);
    const mark = await api.epochMark();
    const found = await api.use.reading(since).findResource.execute(resource.type, id, renderer.presentation.view);
    const document = renderRelationship(found, relationship, renderer);
    const showsOthers = document.included !== undefined;
    return okTagged(mark, document, { resource: found.record, view: renderer.tagView, showsOthers });
  };
}
