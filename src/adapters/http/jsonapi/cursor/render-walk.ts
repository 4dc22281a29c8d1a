// A cursor page as a document.
import type { CursorPage, Walk } from '#application/model/query';
import type { ViewedList } from '#application/model/view';
import { withQuery } from '../documents/links.ts';
import { jsonapi, renderIncluded, type Document, type DocumentRenderer } from '../documents/render-document.ts';
import type { Parameter } from '../query/parameter.ts';
import type { CursorScope } from './cursor-codec.ts';
import { CURSOR_PROFILE } from './cursor-profile.ts';
import type { Cursors } from './cursors.ts';

export interface WalkQuery extends CursorScope {
  readonly parameters: readonly Parameter[];
  readonly page: CursorPage;
}

export function renderWalk(
  { records, included, total, walk }: ViewedList,
  query: WalkQuery,
  { codec, isNegotiated }: Cursors,
  renderer: DocumentRenderer,
): Document {
  if (walk === undefined) throw new Error('a cursor page without positions');
  const cursors = walk.positions.map(codec(query).encode);
  return {
    data: records.map((record, index) => ({
      ...renderer.renderResource(record),
      meta: { page: { cursor: cursors[index] ?? '' } },
    })),
    ...renderIncluded(included, renderer),
    links: walkLinks(renderer.linkTo(renderer.path), query, cursors, walk),
    ...(total !== undefined && { meta: { count: total, page: { total } } }),
    jsonapi: isNegotiated ? { version: '1.1', profile: [CURSOR_PROFILE] } : jsonapi,
  };
}

/** The links of a cursor page, which keep all other parameters. A page that is known not to exist is null. */
function walkLinks(
  list: string,
  { parameters, page }: WalkQuery,
  cursors: readonly string[],
  { hasMore }: Walk,
): Readonly<Record<string, string | null>> {
  const after = (cursor: string): string => withQuery(list, replaced(parameters, 'page[after]', cursor));
  const before = (cursor: string): string => withQuery(list, replaced(parameters, 'page[before]', cursor));
  const ends = { self: withQuery(list, parameters), first: after(''), last: before('') };
  const isFromEnd = page.position === undefined;
  const [first, last] = [cursors[0] ?? '', cursors.at(-1) ?? ''];
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
