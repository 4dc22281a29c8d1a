// GET on anything but a list, for any resource: read the query string, call a use case, render the result.
import type { ResourceRecord } from '../../../application/model/query.ts';
import type { Viewed, ViewedResource } from '../../../application/model/view.ts';
import { linkedPaths, primaryOf, relationshipIn, resourceIn, type Operation } from '../api/operations.ts';
import type { Represented } from '../conditions/entity-tag.ts';
import {
  renderNone,
  renderOne,
  renderRelationship,
  renderRoot,
  type DocumentRenderer,
} from '../jsonapi/documents/render-document.ts';
import { streamOne, streamRelationship } from '../jsonapi/documents/stream-document.ts';
import { refuseParameters } from '../jsonapi/query/parse-query.ts';
import { okTagged, renderers, representedAt, type TaggedRenderer } from './represented.ts';
import { streamTagged } from './stream-tagged.ts';
import { ok, type Answer, type Api, type Handler } from './handler.ts';

/** The entry point, from which clients find all resources. */
export function root({ service, linkTo, hasPages }: Api): Handler {
  return async ({ queryString }) => {
    refuseParameters(queryString);
    return ok(renderRoot(service, linkTo, linkedPaths(hasPages)));
  };
}

/** One resource. */
export function detail(api: Api, operation: Operation): Handler {
  const resource = primaryOf(operation);
  const rendererOf = renderers(api, resource, { kind: 'resources' });
  return async ({ path, id, queryString, since }) => {
    const renderer = { ...rendererOf(queryString), path };
    const mark = await api.epochMark();
    const { findResource } = api.use.reading(since);
    const found = await findResource.execute(resource.type, id, renderer.presentation.view, api.limits.maxIncluded);
    return answerOne(found, mark, renderer);
  };
}

/** The resource of a to-one relationship, or null. */
export function related(api: Api, operation: Operation): Handler {
  const { stored } = relationshipIn(operation).field;
  const rendererOf = renderers(api, primaryOf(operation), { kind: 'resources' });
  return async ({ path, id, queryString, since }) => {
    const renderer = { ...rendererOf(queryString), path };
    const from = { type: resourceIn(operation).type, id, relationship: stored };
    const mark = await api.epochMark();
    const { findResource } = api.use.reading(since);
    const found = await findResource.executeRelated(from, renderer.presentation.view, api.limits.maxIncluded);
    if (found.related !== undefined) return answerOne(found.related, mark, renderer);
    return okTagged(mark, renderNone(renderer), representedAt(renderer, found.parent));
  };
}

function answerOne(
  found: Viewed<ViewedResource>,
  mark: string,
  renderer: TaggedRenderer & DocumentRenderer,
): Answer | Promise<Answer> {
  if (found.kind === 'whole')
    return okTagged(mark, renderOne(found.whole, renderer), representedAt(renderer, found.whole.record));
  return streamTagged(mark, found.parts, (record, parts) => ({
    represented: representedAt(renderer, record),
    pieces: streamOne(parts, renderer),
  }));
}

/** The linkage of a relationship. */
export function linkage(api: Api, operation: Operation): Handler {
  const resource = primaryOf(operation);
  const relationship = relationshipIn(operation).name;
  const rendererOf = renderers(api, resource, { kind: 'linkage', relationship });
  return async ({ id, queryString, since }) => {
    const renderer = rendererOf(queryString);
    const mark = await api.epochMark();
    const { findResource } = api.use.reading(since);
    const found = await findResource.execute(resource.type, id, renderer.presentation.view, api.limits.maxIncluded);
    const showsOthers = renderer.presentation.view.include !== undefined;
    const represented = (record: ResourceRecord): Represented => ({
      resource: record,
      view: renderer.tagView,
      showsOthers,
    });
    if (found.kind === 'whole')
      return okTagged(mark, renderRelationship(found.whole, relationship, renderer), represented(found.whole.record));
    return streamTagged(mark, found.parts, (record, parts) => ({
      represented: represented(record),
      pieces: streamRelationship(parts, record, relationship, renderer),
    }));
  };
}
