// Decides how a list is paged: by cursor if one is given or the profile is requested, otherwise by number.
import type { CursorPage, NumberedPage, Page, ListPosition, SortKey } from '#application/model/query';
import type { ResourceType } from '#domain/schema';
import type { ErrorObject } from '../../api/errors.ts';
import type { QueryLimits } from '../../api/limits.ts';
import { CURSOR_PROFILE } from '../../api/media-types.ts';
import type { PageParameterKind } from '../../api/parameters.ts';
import { combined, mapped, parsed, type Parsed } from '../syntax/parsed.ts';
import { parameterProblem, type Parameter } from '../syntax/query-string.ts';
import type { Cursors } from './cursors.ts';

/** The requested part of a list. */
export interface Pages {
  /** Undefined: no paging. */
  readonly page: Page | undefined;
  /** True to count the matches over all pages. */
  readonly total: boolean;
}

export function parsePages(parameters: PageParameters, list: PagedList, limits: QueryLimits): Parsed<Pages> {
  const { size, number, after, before } = parameters;
  const isByCursor = after !== undefined || before !== undefined || (list.cursors?.isNegotiated === true && !number);
  const page: Parsed<Page | undefined> = isByCursor
    ? parseCursorPage(parameters, list, limits)
    : parsePage(size, number, limits);
  return combined({ page, total: parseTotal(parameters.total, isByCursor) });
}

/** The pages of a relationship on its own route: by cursor, or none. */
export function parseMemberPages(parameters: PageParameters, list: PagedList, limits: QueryLimits): Parsed<Pages> {
  const isByCursor = [parameters.size, parameters.after, parameters.before].some((each) => each !== undefined);
  const page = isByCursor ? parseCursorPage(parameters, list, limits) : { value: undefined };
  return combined({ page, total: parseTotal(parameters.total, isByCursor) });
}

/** True if a query string names a cursor. */
export function hasCursor(parameters: readonly Parameter[]): boolean {
  return parameters.some(({ name }) => name === 'page[after]' || name === 'page[before]');
}

function parseTotal(parameter: Parameter | undefined, isByCursor: boolean): Parsed<boolean> {
  if (parameter === undefined) return { value: true };
  const { name, value } = parameter;
  const problems = [
    ...(value === 'true' || value === 'false' ? [] : [parameterProblem(name, `${name} must be true or false`)]),
    ...(isByCursor ? [] : [parameterProblem(name, `${name} is only for cursor pages`)]),
  ];
  return parsed(value !== 'false', problems);
}

/**
 * Parses `page[size]` and `page[number]`; either may be missing.
 * @returns undefined for `page[size]=0`, no paging; the number is checked even then
 * @example parsePage({ name: 'page[size]', value: '50' }, undefined, limits).value; // { kind: 'numbered', size: 50, number: 1 }
 */
function parsePage(
  size: Parameter | undefined,
  number: Parameter | undefined,
  limits: QueryLimits,
): Parsed<NumberedPage | undefined> {
  const { maxPageSize = Infinity, allowUnpaged, defaultPageSize } = limits;
  const parts = combined({
    size: size
      ? parseWholeNumber(size, allowUnpaged ? 0 : 1, maxPageSize)
      : { value: Math.min(defaultPageSize, maxPageSize) },
    number: number ? parseWholeNumber(number, 1, Infinity) : { value: 1 },
  });
  return mapped(parts, (page) => (page.size === 0 ? undefined : { kind: 'numbered', ...page }));
}

/** @param most Infinity: up to the largest exact integer */
export function parseWholeNumber({ name, value }: Parameter, least: number, most: number): Parsed<number> {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  const greatest = Math.min(most, Number.MAX_SAFE_INTEGER);
  if (number >= least && number <= greatest) return { value: number };
  const detail = `${name} must be a whole number from ${least} to ${greatest}, in decimal digits`;
  return { problems: [parameterProblem(name, detail, most === Infinity ? undefined : { max: most })] };
}

interface PagedList {
  readonly type: ResourceType;
  readonly sort: Parsed<readonly SortKey[]>;
  /** Undefined if the request has no cursor and does not ask for any. */
  readonly cursors: Cursors | undefined;
}

type PageParameters = Readonly<Record<PageParameterKind, Parameter | undefined>>;

/** Parses the parameters of a cursor page. */
function parseCursorPage(
  { size, number, after, before }: PageParameters,
  list: PagedList,
  limits: QueryLimits,
): Parsed<CursorPage> {
  const { maxPageSize = Infinity, defaultPageSize } = limits;
  const parts = combined({
    after: parseCursor(after, list),
    before: parseCursor(before, list),
    range: parsed(undefined, after && before ? [rangeProblem(before)] : []),
    number: parsed(undefined, number ? [numberProblem(number)] : []),
    size: size ? parseSize(size, maxPageSize) : { value: Math.min(defaultPageSize, maxPageSize) },
  });
  const direction = before === undefined ? 'after' : 'before';
  return mapped(parts, (values) => ({
    kind: 'cursor',
    size: values.size,
    direction,
    position: values.after ?? values.before,
  }));
}

/** Undefined for an empty cursor, which stands for an end of the list. No cursor is read if the sort is invalid. */
function parseCursor(
  cursor: Parameter | undefined,
  { type, sort, cursors }: PagedList,
): Parsed<ListPosition | undefined> {
  if (cursor === undefined || cursor.value === '' || 'problems' in sort) return { value: undefined };
  if (cursors === undefined) throw new Error('a cursor without a codec to read it');
  const value = cursors.codec({ type, sort: sort.value }).decode(cursor.value);
  const detail = `${cursor.name} must be a cursor from a response with the same type and sort, or empty`;
  return value === undefined ? { problems: [parameterProblem(cursor.name, detail)] } : { value };
}

function parseSize(size: Parameter, most: number): Parsed<number> {
  const { name, value } = size;
  if (!/^\d+$/.test(value) || Number(value) <= most) return parseWholeNumber(size, 1, most);
  const problem = parameterProblem(name, `${name} must be at most ${most}`, { max: most, page: { maxSize: most } });
  return { problems: [{ ...problem, links: cursorErrorType('max-size-exceeded') }] };
}

function rangeProblem({ name }: Parameter): ErrorObject {
  const problem = parameterProblem(name, 'page[after] and page[before] cannot be combined: leave one of them out');
  return { ...problem, links: cursorErrorType('range-pagination-not-supported') };
}

function numberProblem({ name }: Parameter): ErrorObject {
  return parameterProblem(name, 'a cursor page has no number: leave page[number] out');
}

/** `links.type` of an error. */
function cursorErrorType(name: 'max-size-exceeded' | 'range-pagination-not-supported'): {
  readonly type: string;
} {
  return { type: CURSOR_PROFILE + name };
}
