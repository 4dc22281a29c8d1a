// A cursor page as a document.
import type { CursorPage } from '#application/model/query';
import { formatOf } from './document-format.ts';
import { cursorLinks } from './list-links.ts';
import type { DocumentRendering, ListForm } from './render-document.ts';
import { renderResource } from './render-resource.ts';
import { topLevelLinks } from './top-level-links.ts';

/** A cursor page, with a cursor in each resource. */
export function cursorForm(page: CursorPage, rendering: DocumentRendering): ListForm {
  const { read, path, linkTo } = rendering;
  if (read.cursors === undefined) throw new Error('a cursor page without a codec for its cursors');
  const { encode } = read.cursors.codec(read);
  return {
    item: (record, position) => {
      if (position === undefined) throw new Error('a resource of a cursor page without its position');
      return { ...renderResource(record, rendering), meta: { page: { cursor: encode(position) } } };
    },
    end: ({ total, hasMore = false, first, last }) => ({
      ...topLevelLinks(
        cursorLinks(linkTo(path), read.parameters, page, {
          first: first === undefined ? '' : encode(first),
          last: last === undefined ? '' : encode(last),
          hasMore,
        }),
        formatOf(read),
        linkTo,
      ),
      ...(total !== undefined && { meta: { count: total, page: { total } } }),
      jsonapi: formatOf(read).jsonapi,
    }),
  };
}
