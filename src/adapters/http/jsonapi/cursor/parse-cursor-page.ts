import type { CursorPage, Position, SortKey } from '#application/model/query';
import type { ResourceType } from '#domain/schema';
import type { ErrorObject } from '../documents/errors.ts';
import type { PageParameterKind, QueryLimits } from '../query/known-parameters.ts';
import { parseWholeNumber } from '../query/page.ts';
import { parameterProblem, type Parameter, type Parsed } from '../query/parameter.ts';
import { cursorErrorType } from './cursor-profile.ts';
import type { Cursors } from './cursors.ts';

export interface PagedList {
  readonly type: ResourceType;
  readonly sort: Parsed<readonly SortKey[]>;
  /** Undefined where no request can name a cursor. */
  readonly cursors: Cursors | undefined;
}

export type PageParameters = Readonly<Record<PageParameterKind, Parameter | undefined>>;

/** Parses the parameters of a page by cursor. */
export function parseCursorPage(
  { size, number, after, before }: PageParameters,
  list: PagedList,
  limits: QueryLimits,
): Parsed<CursorPage> {
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

/** Empty is an end of the list. With a sort that is not valid no cursor can be read. */
function parseCursor(cursor: Parameter | undefined, { type, sort, cursors }: PagedList): Parsed<Position | undefined> {
  if (cursor === undefined || cursor.value === '' || sort.problems.length > 0)
    return { value: undefined, problems: [] };
  if (cursors === undefined) throw new Error('a cursor, and nothing to read it with');
  const value = cursors.codec({ type, sort: sort.value }).decode(cursor.value);
  const detail = `${cursor.name} must be a cursor that this service has given out for the same type and sort, or empty`;
  return { value, problems: value === undefined ? [parameterProblem(cursor.name, detail)] : [] };
}

function parseSize(size: Parameter, most: number): Parsed<number> {
  const { name, value } = size;
  if (!/^\d+$/.test(value) || Number(value) <= most) return parseWholeNumber(size, 1, most);
  const problem = parameterProblem(name, `${name} must be at most ${most}`, { max: most, page: { maxSize: most } });
  return { value: most, problems: [{ ...problem, links: cursorErrorType('max-size-exceeded') }] };
}

function rangeProblem({ name }: Parameter): ErrorObject {
  const problem = parameterProblem(name, 'page[after] and page[before] cannot be combined: leave one of them out');
  return { ...problem, links: cursorErrorType('range-pagination-not-supported') };
}
