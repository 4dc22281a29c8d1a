import type { ListRequest } from '../../../application/model/view.ts';
import type { Cursors } from '../jsonapi/cursor/cursors.ts';
import type { LinkTo } from '../jsonapi/documents/links.ts';
import type { Renderer } from '../jsonapi/documents/render-document.ts';
import { resourceRenderer } from '../jsonapi/documents/render-resource.ts';
import { memoize } from '../jsonapi/query/memoize.ts';
import { parseQuery, type ParsedQuery } from '../jsonapi/query/parse-query.ts';
import { present, type PrimaryData } from '../jsonapi/query/presentation.ts';
import type { QueryString } from '../jsonapi/query/query-string.ts';
import type { Resource } from '../jsonapi/resources/resource.ts';
import type { Api } from './handler.ts';

/** What a list needs of its query string. */
export interface ListQuery {
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
export function cursorListQuery(api: Api, resource: Resource, sent: QueryString, cursors: Cursors): ListQuery {
  const query = parseQuery(sent, resource, 'list', { ...api.limits, cursors });
  return listQuery(api, resource, query, { kind: 'resources' });
}

function listQuery(api: Api, resource: Resource, query: ParsedQuery, primary: PrimaryData): ListQuery {
  const { filter, sort, page, total } = query;
  const renderer = rendererOf(api, resource, query, primary);
  const { view } = renderer.presentation;
  return { query, request: { type: resource.type, filter, sort, page, total, view }, renderer };
}

/** Makes a renderer of a parsed query string. */
export function rendererOf(
  { linkTo }: { readonly linkTo: LinkTo },
  resource: Resource,
  query: ParsedQuery,
  primary: PrimaryData,
): Renderer {
  const presentation = present(resource, query, primary);
  return { presentation, renderResource: resourceRenderer(presentation, linkTo), linkTo };
}
