// GET on a list: pages by number or by cursor, or no pages.
import type { ViewedList } from '../../../application/model/view.ts';
import type { UnpagedList } from '../../../application/reading/stream-resources.ts';
import { CURSOR_MEDIA_TYPE } from '../jsonapi/cursor/cursor-profile.ts';
import type { Cursors } from '../jsonapi/cursor/cursors.ts';
import { renderWalk } from '../jsonapi/cursor/render-walk.ts';
import { renderList } from '../jsonapi/documents/render-document.ts';
import { streamDocument } from '../jsonapi/documents/stream-document.ts';
import { memoize } from '../jsonapi/query/memoize.ts';
import { hasCursor } from '../jsonapi/query/pages.ts';
import { readQueryString } from '../jsonapi/query/query-string.ts';
import { requireRelationship, type Resource } from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import type { Reading } from '../use-cases.ts';
import { cursorListQuery, listQueries, ok, type Answer, type Api, type Handler, type ListQuery } from './handler.ts';

/** All resources of a type. */
export function list(api: Api, resource: Resource): Handler {
  return listHandler(api, resource, {
    find: ({ findResources }, _, { request }) => findResources.execute(request),
    stream: ({ streamResources }, _, { request }) => streamResources.execute(request),
  });
}

/** The resources of a to-many relationship. */
export function relatedList(api: Api, parent: Resource, relationship: string): Handler {
  const { stored, to } = requireRelationship(parent, relationship);
  const from = (id: string) => ({ type: parent.type, id, relationship: stored });
  return listHandler(api, resources[to], {
    find: ({ findResources }, id, { request }) => findResources.executeRelated(from(id), request),
    stream: ({ streamResources }, id, { request }) => streamResources.executeRelated(from(id), request),
  });
}

/** @param id the identifier in the path */
interface ListReads {
  readonly find: (reading: Reading, id: string, query: ListQuery) => Promise<ViewedList>;
  readonly stream: (reading: Reading, id: string, query: ListQuery) => Promise<UnpagedList>;
}

function listHandler(api: Api, resource: Resource, { find, stream }: ListReads): Handler {
  const numberedQueryOf = listQueries(api, resource);
  return async ({ path, id, queryString, since, asksForCursors = false }) => {
    const reading = api.use.reading(since);
    const cursors = await cursorsFor(api, queryString, asksForCursors);
    const query = cursors ? cursorListQuery(api, resource, queryString, cursors) : numberedQueryOf(queryString);
    if (query.request.page === undefined) return unpaged(await stream(reading, id, query), query, path);
    return paged(await find(reading, id, query), query, cursors, path);
  };
}

/** Undefined where no cursor can be read or written: then nothing is asked of the storage for it. */
async function cursorsFor(api: Api, queryString: string, isNegotiated: boolean): Promise<Cursors | undefined> {
  if (!isNegotiated && !namesCursor(queryString).isFound) return undefined;
  return { codec: await api.openCursors(), isNegotiated };
}

const namesCursor = memoize((text) => ({ isFound: hasCursor(readQueryString(text).parameters) }));

function paged(
  found: ViewedList,
  { query, request, renderer }: ListQuery,
  cursors: Cursors | undefined,
  path: string,
): Answer {
  const { parameters, sort, page } = query;
  const atPath = { ...renderer, path };
  if (page?.kind !== 'cursor') return ok(renderList(found, { parameters, page }, atPath));
  if (cursors === undefined) throw new Error('a page by cursor, and nothing to write its cursors with');
  const document = renderWalk(found, { type: request.type, sort, parameters, page }, cursors, atPath);
  return { ...ok(document), ...(cursors.isNegotiated && { headers: { 'Content-Type': CURSOR_MEDIA_TYPE } }) };
}

/** A list without pages: short ones as a document, long ones as a stream. */
function unpaged(found: UnpagedList, { query, renderer }: ListQuery, path: string): Answer {
  const { parameters } = query;
  const atPath = { ...renderer, path };
  if (found.kind === 'whole') return ok(renderList(found.list, { parameters, page: undefined }, atPath));
  return { status: 200, pieces: streamDocument(found.parts, { parameters }, atPath) };
}
