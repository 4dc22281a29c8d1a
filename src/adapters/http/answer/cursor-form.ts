// A cursor page as a document.
import type { CursorPage } from '#application/model/query';
import { CURSOR_PROFILE } from '../api/media-types.ts';
import type { Parameter } from '../request/syntax/query-string.ts';
import { withQuery } from './list-links.ts';
import { jsonapi, renderResource, type DocumentRendering, type ListForm } from './render-document.ts';

/** A cursor page, with a cursor in each resource. */
export function cursorForm(page: CursorPage, rendering: DocumentRendering): ListForm {
  const { read, path, linkTo } = rendering;
  if (read.cursors === undefined) throw new Error('a page by cursor, and nothing to write its cursors with');
  const { codec, isNegotiated } = read.cursors;
  const { encode } = codec(read);
  return {
    item: (record, position) => {
      if (position === undefined) throw new Error('a resource of a cursor page without its position');
      return { ...renderResource(record, rendering), meta: { page: { cursor: encode(position) } } };
    },
    end: ({ total, hasMore = false, first, last }) => ({
      links: cursorLinks(linkTo(path), read.parameters, page, {
        first: first === undefined ? '' : encode(first),
        last: last === undefined ? '' : encode(last),
        hasMore,
      }),
      ...(total !== undefined && { meta: { count: total, page: { total } } }),
      jsonapi: isNegotiated ? { version: '1.1', profile: [CURSOR_PROFILE] } : jsonapi,
    }),
  };
}

/** The links of a cursor page, which keep all other parameters. The link to a page known not to exist is null. */
function cursorLinks(
  list: string,
  parameters: readonly Parameter[],
  page: CursorPage,
  { first, last, hasMore }: { readonly first: string; readonly last: string; readonly hasMore: boolean },
): Readonly<Record<string, string | null>> {
  const after = (cursor: string): string => withQuery(list, replaced(parameters, 'page[after]', cursor));
  const before = (cursor: string): string => withQuery(list, replaced(parameters, 'page[before]', cursor));
  const ends = { self: withQuery(list, parameters), first: after(''), last: before('') };
  const isFromEnd = page.position === undefined;
  return page.direction === 'after'
    ? { ...ends, prev: isFromEnd ? null : before(first), next: hasMore ? after(last) : null }
    : { ...ends, prev: hasMore ? before(first) : null, next: isFromEnd ? null : after(last) };
}

function replaced(parameters: readonly Parameter[], name: string, value: string): readonly Parameter[] {
  const cursor = { name, value };
  const isCursor = (parameter: Parameter): boolean => ['page[after]', 'page[before]'].includes(parameter.name);
  return parameters.some(isCursor)
    ? parameters.map((parameter) => (isCursor(parameter) ? cursor : parameter))
    : [...parameters, cursor];
}
