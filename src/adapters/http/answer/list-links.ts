import type { CursorPage, NumberedPage } from '#application/model/query';
import { writeQueryString } from '../api/links.ts';
import type { Parameter } from '../request/syntax/query-string.ts';

/**
 * The links of a list: itself and, if there are several pages, the pagination links, which keep all other parameters.
 * @param list link of the list without parameters
 */
export function listLinks(
  list: string,
  parameters: readonly Parameter[],
  page: NumberedPage | undefined,
  total: number,
): Readonly<Record<string, string>> {
  const self = withQuery(list, parameters);
  if (page === undefined || total <= page.size) return { self };
  const last = Math.ceil(total / page.size);
  const to = (number: number): string => withQuery(list, atPage(parameters, number));
  return {
    self,
    first: to(1),
    last: to(last),
    ...(page.number > 1 && { prev: to(Math.min(page.number - 1, last)) }),
    ...(page.number < last && { next: to(page.number + 1) }),
  };
}

export function withQuery(link: string, parameters: readonly Parameter[]): string {
  return parameters.length === 0 ? link : `${link}?${writeQueryString(parameters)}`;
}

function atPage(parameters: readonly Parameter[], number: number): readonly Parameter[] {
  const page = { name: 'page[number]', value: String(number) };
  return parameters.some(({ name }) => name === page.name)
    ? parameters.map((parameter) => (parameter.name === page.name ? page : parameter))
    : [...parameters, page];
}

type CursorLinks = Readonly<Record<'self' | 'first' | 'last', string> & Record<'prev' | 'next', string | null>>;

/**
 * The links of a cursor page, which keep all other parameters. The link to a page known not to exist is null.
 * @param list link of the list without parameters
 */
export function cursorLinks(
  list: string,
  parameters: readonly Parameter[],
  page: CursorPage,
  { first, last, hasMore }: { readonly first: string; readonly last: string; readonly hasMore: boolean },
): CursorLinks {
  const after = (cursor: string): string => withQuery(list, replaced(parameters, 'page[after]', cursor));
  const before = (cursor: string): string => withQuery(list, replaced(parameters, 'page[before]', cursor));
  const ends = { self: withQuery(list, parameters), first: after(''), last: before('') };
  const isFromEnd = page.position === undefined;
  return page.direction === 'after'
    ? { ...ends, prev: isFromEnd ? null : before(first), next: hasMore ? after(last) : null }
    : { ...ends, prev: hasMore ? before(first) : null, next: isFromEnd ? null : after(last) };
}

/** Replaces the cursor in parameters, or appends one. */
export function replaced(parameters: readonly Parameter[], name: string, value: string): readonly Parameter[] {
  const cursor = { name, value };
  const isCursor = (parameter: Parameter): boolean => ['page[after]', 'page[before]'].includes(parameter.name);
  return parameters.some(isCursor)
    ? parameters.map((parameter) => (isCursor(parameter) ? cursor : parameter))
    : [...parameters, cursor];
}
