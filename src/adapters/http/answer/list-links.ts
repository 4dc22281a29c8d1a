import type { NumberedPage } from '#application/model/query';
import { writeQueryString, type Parameter } from '../request/query-string.ts';

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
