// GET on a list: pages by number or by cursor, or no pages. Long ones are streamed.
import type { ListRequest, Viewed, ViewedList } from '#application/model/view';
import type { ReadUseCases } from '#application/use-cases';
import { okAnswer } from '../answer/answer.ts';
import { cursorListRenderer } from '../answer/cursor-list.ts';
import { memoize } from '../answer/memoize.ts';
import {
  numberedListRenderer,
  renderList,
  type DocumentRenderer,
  type ListRenderer,
  type Renderer,
} from '../answer/render-document.ts';
import { streamList } from '../answer/stream-document.ts';
import { rendererOf } from '../answer/tagged-renderers.ts';
import { CURSOR_MEDIA_TYPE } from '../api/media-types.ts';
import { primaryOf, relationshipIn, resourceIn, type Operation } from '../api/operations.ts';
import type { Resource } from '../api/resource-description.ts';
import { readQueryString, type QueryString } from '../request/query-string.ts';
import type { Cursors } from '../request/query/cursors.ts';
import { hasCursor } from '../request/query/pages.ts';
import { parseQuery, type ParsedQuery } from '../request/query/parse-query.ts';
import type { PrimaryData } from '../request/query/presentation.ts';
import type { Api, Handler } from './handler.ts';

/** All resources of a type. */
export function listResources(api: Api, operation: Operation): Handler {
  return listHandler(api, primaryOf(operation), ({ findResources }, _, { request }) => findResources.execute(request));
}

/** The resources of a to-many relationship. */
export function listRelated(api: Api, operation: Operation): Handler {
  const { type } = resourceIn(operation);
  const { stored } = relationshipIn(operation).field;
  return listHandler(api, primaryOf(operation), ({ findResources }, id, { request }) =>
    findResources.executeRelated({ type, id, relationship: stored }, request),
  );
}

/** @param id the identifier in the path */
type FindList = (reading: ReadUseCases, id: string, query: ListQuery) => Promise<Viewed<ViewedList>>;

function listHandler(api: Api, resource: Resource, find: FindList): Handler {
  const decode = memoize(readQueryString);
  const numberedQueryOf = numberedQueries(api, resource, 'list');
  return async ({ actor, path, id, queryString, since, asksForCursors = false }) => {
    const sent = decode(queryString);
    const cursors = await cursorsFor(api, sent, asksForCursors);
    const query = cursors ? cursorListQuery(api, resource, sent, cursors) : numberedQueryOf(queryString, sent);
    const found = await find(api.use.by(actor).reading(since), id, query);
    const renderer = { ...query.renderer, path };
    const form = formOf(query, cursors, renderer);
    const isProfiled = query.query.page?.kind === 'cursor' && cursors?.isNegotiated === true;
    const headers = isProfiled ? { headers: { 'Content-Type': CURSOR_MEDIA_TYPE } } : {};
    return found.kind === 'whole'
      ? { ...okAnswer(renderList(found.whole, form, renderer)), ...headers }
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
): ListRenderer {
  if (page?.kind !== 'cursor') return numberedListRenderer({ parameters, page }, renderer);
  if (cursors === undefined) throw new Error('a page by cursor, and nothing to write its cursors with');
  return cursorListRenderer({ type, sort, parameters, page }, cursors, renderer);
}

/** What a list needs of its query string. */
interface ListQuery {
  readonly query: ParsedQuery;
  readonly request: ListRequest;
  readonly renderer: Renderer;
}

/** Makes what a list with pages by number, or an export, needs of its query string, given as text and decoded. */
export function numberedQueries(
  api: Api,
  resource: Resource,
  scope: 'list' | 'export',
): (text: string, sent: QueryString) => ListQuery {
  const primary = { kind: scope === 'list' ? 'resources' : 'exported' } as const;
  return memoize((_, sent: QueryString) =>
    listQuery(api, resource, parseQuery(sent, resource, scope, api.limits), primary),
  );
}

/** Makes what a list with pages by cursor needs. Cursors are of the epoch, so nothing is kept. */
function cursorListQuery(api: Api, resource: Resource, sent: QueryString, cursors: Cursors): ListQuery {
  const query = parseQuery(sent, resource, 'list', { ...api.limits, cursors });
  return listQuery(api, resource, query, { kind: 'resources' });
}

function listQuery(api: Api, resource: Resource, query: ParsedQuery, primary: PrimaryData): ListQuery {
  const { filter, sort, page, total } = query;
  const renderer = rendererOf(api, resource, query, primary);
  const { view } = renderer.presentation;
  return { query, request: { type: resource.type, filter, sort, page, total, view }, renderer };
}
