import type { NumberedPage } from '#application/model/query';
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

/**
 * Encodes parameters for a link; the inverse of `readQueryString`. Escapes the characters that RFC 3986 forbids in a query and those with a meaning in a
 * form (`& = + # %`).
 * @example writeQueryString([{ name: 'page[number]', value: '2' }, { name: 'sort', value: '-id' }]); // 'page%5Bnumber%5D=2&sort=-id'
 */
export function writeQueryString(parameters: readonly Parameter[]): string {
  return parameters.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&');
}

// encodeURIComponent keeps the unreserved characters and ! ' ( ) *; RFC 3986 also allows these in a query.
const READABLE = /%(?:24|2C|2F|3A|3B|3F|40)/g;

function encode(text: string): string {
  return encodeURIComponent(text).replace(READABLE, decodeURIComponent);
}
