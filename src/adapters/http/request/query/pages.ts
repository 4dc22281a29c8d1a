// The mode of a list: pages by cursor, where a cursor is given or its profile is asked for, else by number.
import type { CursorPage, NumberedPage, Page, ListPosition, SortKey } from '#application/model/query';
import type { ResourceType } from '#domain/schema';
import type { ErrorObject } from '../../api/errors.ts';
import type { QueryLimits } from '../../api/limits.ts';
import { CURSOR_PROFILE } from '../../api/media-types.ts';
import type { PageParameterKind } from '../../api/parameters.ts';
import { parameterProblem, type Parameter, type ParsedParameter } from '../query-string.ts';
import type { Cursors } from './cursors.ts';

/** What part of a list is wanted. */
export interface Pages {
  /** Undefined: no paging. */
  readonly page: Page | undefined;
  /** Whether to count the matches over all pages. */
  readonly total: boolean;
}

export function parsePages(parameters: PageParameters, list: PagedList, limits: QueryLimits): ParsedParameter<Pages> {
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

function parseTotal(parameter: Parameter | undefined, isByCursor: boolean): ParsedParameter<boolean> {
  if (parameter === undefined) return { value: true, problems: [] };
  const { name, value } = parameter;
  const problems = [
    ...(value === 'true' || value === 'false' ? [] : [parameterProblem(name, `${name} must be true or false`)]),
    ...(isByCursor ? [] : [parameterProblem(name, `${name} is for pages by cursor only`)]),
  ];
  return { value: value !== 'false', problems };
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
): ParsedParameter<NumberedPage | undefined> {
  const { maxPageSize = Infinity, allowUnpaged, defaultPageSize } = limits;
  const readSize = size && parseWholeNumber(size, allowUnpaged ? 0 : 1, maxPageSize);
  const readNumber = number && parseWholeNumber(number, 1, Infinity);
  const page = {
    kind: 'numbered',
    size: readSize?.value ?? Math.min(defaultPageSize, maxPageSize),
    number: readNumber?.value ?? 1,
  } as const;
  return {
    value: page.size === 0 ? undefined : page,
    problems: [...(readSize?.problems ?? []), ...(readNumber?.problems ?? [])],
  };
}

/** @param most Infinity: up to the largest exact integer */
function parseWholeNumber({ name, value }: Parameter, least: number, most: number): ParsedParameter<number> {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  const greatest = Math.min(most, Number.MAX_SAFE_INTEGER);
  if (number >= least && number <= greatest) return { value: number, problems: [] };
  const detail = `${name} must be a whole number from ${least} to ${greatest}, in decimal digits`;
  return { value: number, problems: [parameterProblem(name, detail, most === Infinity ? undefined : { max: most })] };
}

interface PagedList {
  readonly type: ResourceType;
  readonly sort: ParsedParameter<readonly SortKey[]>;
  /** Undefined if the request has no cursor and does not ask for any. */
  readonly cursors: Cursors | undefined;
}

type PageParameters = Readonly<Record<PageParameterKind, Parameter | undefined>>;

/** Parses the parameters of a page by cursor. */
function parseCursorPage(
  { size, number, after, before }: PageParameters,
  list: PagedList,
  limits: QueryLimits,
): ParsedParameter<CursorPage> {
  const { maxPageSize = Infinity, defaultPageSize } = limits;
  const readSize = size && parseSize(size, maxPageSize);
  const positions = [after, before].map((cursor) => parseCursor(cursor, list));
  return {
    value: {
      kind: 'cursor',
      size: readSize?.value ?? Math.min(defaultPageSize, maxPageSize),
      direction: before === undefined ? 'after' : 'before',
      position: positions.find(({ value }) => value !== undefined)?.value,
    },
    problems: [
      ...positions.flatMap(({ problems }) => problems),
      ...(after && before ? [rangeProblem(before)] : []),
      ...(number ? [parameterProblem(number.name, 'a page by cursor has no number: leave page[number] out')] : []),
      ...(readSize?.problems ?? []),
    ],
  };
}

/** An empty cursor is an end of the list. None can be read if the sort is invalid. */
function parseCursor(
  cursor: Parameter | undefined,
  { type, sort, cursors }: PagedList,
): ParsedParameter<ListPosition | undefined> {
  if (cursor === undefined || cursor.value === '' || sort.problems.length > 0)
    return { value: undefined, problems: [] };
  if (cursors === undefined) throw new Error('a cursor, and nothing to read it with');
  const value = cursors.codec({ type, sort: sort.value }).decode(cursor.value);
  const detail = `${cursor.name} must be a cursor that this service has given out for the same type and sort, or empty`;
  return { value, problems: value === undefined ? [parameterProblem(cursor.name, detail)] : [] };
}

function parseSize(size: Parameter, most: number): ParsedParameter<number> {
  const { name, value } = size;
  if (!/^\d+$/.test(value) || Number(value) <= most) return parseWholeNumber(size, 1, most);
  const problem = parameterProblem(name, `${name} must be at most ${most}`, { max: most, page: { maxSize: most } });
  return { value: most, problems: [{ ...problem, links: cursorErrorType('max-size-exceeded') }] };
}

function rangeProblem({ name }: Parameter): ErrorObject {
  const problem = parameterProblem(name, 'page[after] and page[before] cannot be combined: leave one of them out');
  return { ...problem, links: cursorErrorType('range-pagination-not-supported') };
}

/** `links.type` of an error. */
function cursorErrorType(name: 'max-size-exceeded' | 'range-pagination-not-supported'): {
  readonly type: string;
} {
  return { type: CURSOR_PROFILE + name };
}
