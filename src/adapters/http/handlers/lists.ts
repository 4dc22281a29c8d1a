// GET on a list: pages by number or by cursor, or no pages. Long ones are streamed.
import type { Viewed, ViewedList } from '../../../application/model/view.ts';
import { primaryOf, relationshipIn, resourceIn, type Operation } from '../api/operations.ts';
import { cursorForm } from '../jsonapi/cursor/cursor-form.ts';
import { CURSOR_MEDIA_TYPE } from '../jsonapi/cursor/cursor-profile.ts';
import type { Cursors } from '../jsonapi/cursor/cursors.ts';
import {
  numberedForm,
  renderList,
  type DocumentRenderer,
  type ListForm,
} from '../jsonapi/documents/render-document.ts';
import { streamList } from '../jsonapi/documents/stream-document.ts';
import { memoize } from '../jsonapi/query/memoize.ts';
import { hasCursor } from '../jsonapi/query/pages.ts';
import { readQueryString, type QueryString } from '../jsonapi/query/query-string.ts';
import type { Resource } from '../jsonapi/resources/resource.ts';
import type { Reading } from '../../../application/use-cases.ts';
import { ok, type Api, type Handler } from './handler.ts';
import { cursorListQuery, numberedQueries, type ListQuery } from './list-query.ts';

/** All resources of a type. */
export function list(api: Api, operation: Operation): Handler {
  return listHandler(api, primaryOf(operation), ({ findResources }, _, { request }) => findResources.execute(request));
}

/** The resources of a to-many relationship. */
export function relatedList(api: Api, operation: Operation): Handler {
  const { type } = resourceIn(operation);
  const { stored } = relationshipIn(operation).field;
  return listHandler(api, primaryOf(operation), ({ findResources }, id, { request }) =>
    findResources.executeRelated({ type, id, relationship: stored }, request),
  );
}

/** @param id the identifier in the path */
type FindList = (reading: Reading, id: string, query: ListQuery) => Promise<Viewed<ViewedList>>;

function listHandler(api: Api, resource: Resource, find: FindList): Handler {
  const decode = memoize(readQueryString);
  const numberedQueryOf = numberedQueries(api, resource, 'list');
  return async ({ path, id, queryString, since, asksForCursors = false }) => {
    const sent = decode(queryString);
    const cursors = await cursorsFor(api, sent, asksForCursors);
    const query = cursors ? cursorListQuery(api, resource, sent, cursors) : numberedQueryOf(queryString, sent);
    const found = await find(api.use.reading(since), id, query);
    const renderer = { ...query.renderer, path };
    const form = formOf(query, cursors, renderer);
    const isProfiled = query.query.page?.kind === 'cursor' && cursors?.isNegotiated === true;
    const headers = isProfiled ? { headers: { 'Content-Type': CURSOR_MEDIA_TYPE } } : {};
    return found.kind === 'whole'
      ? { ...ok(renderList(found.whole, form, renderer)), ...headers }
      : { status: 200, pieces: streamList(found.parts, form, renderer), ...headers };
  };
}

/** Undefined where no cursor can be read or written: then nothing is asked of the storage for it. */
async function cursorsFor(api: Api, sent: QueryString, isNegotiated: boolean): Promise<Cursors | undefined> {
  if (!isNegotiated && !hasCursor(sent.parameters)) return undefined;
  return { codec: await api.openCursors(), isNegotiated };
}

function formOf(
  { query: { parameters, sort, page }, request: { type } }: ListQuery,
  cursors: Cursors | undefined,
  renderer: DocumentRenderer,
): ListForm {
  if (page?.kind !== 'cursor') return numberedForm({ parameters, page }, renderer);
  if (cursors === undefined) throw new Error('a page by cursor, and nothing to write its cursors with');
  return cursorForm({ type, sort, parameters, page }, cursors, renderer);
}
