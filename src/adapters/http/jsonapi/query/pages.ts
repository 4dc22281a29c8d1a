// The mode of a list: pages by cursor, where a cursor is given or its profile is asked for, else by number.
import type { Page } from '#application/model/query';
import { parseCursorPage, type PagedList, type PageParameters } from '../cursor/parse-cursor-page.ts';
import type { QueryLimits } from './known-parameters.ts';
import { parsePage } from './page.ts';
import { parameterProblem, type Parameter, type Parsed } from './parameter.ts';

/** What part of a list is wanted. */
export interface Pages {
  /** Undefined: no paging. */
  readonly page: Page | undefined;
  /** Whether to count the matches over all pages. */
  readonly total: boolean;
}

export function parsePages(parameters: PageParameters, list: PagedList, limits: QueryLimits): Parsed<Pages> {
  const { size, number, after, before } = parameters;
  const isByCursor = after !== undefined || before !== undefined || (list.cursors?.isNegotiated === true && !number);
  const total = parseTotal(parameters.total, isByCursor);
  const page = isByCursor ? parseCursorPage(parameters, list, limits) : parsePage(size, number, limits);
  return { value: { page: page.value, total: total.value }, problems: [...page.problems, ...total.problems] };
}

/** Whether a query string names a cursor. */
export function hasCursor(parameters: readonly Parameter[]): boolean {
  return parameters.some(({ name }) => name === 'page[after]' || name === 'page[before]');
}

function parseTotal(parameter: Parameter | undefined, isByCursor: boolean): Parsed<boolean> {
  if (parameter === undefined) return { value: true, problems: [] };
  const { name, value } = parameter;
  const problems = [
    ...(value === 'true' || value === 'false' ? [] : [parameterProblem(name, `${name} must be true or false`)]),
    ...(isByCursor ? [] : [parameterProblem(name, `${name} is for pages by cursor only`)]),
  ];
  return { value: value !== 'false', problems };
}
