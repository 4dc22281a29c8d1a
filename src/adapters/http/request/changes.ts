// The query string of the changes feed, as data.
import type { ChangeSubject } from '#application/ports/change-feed';
import { isIdentifier } from '#domain/identifier';
import { unknownName } from '../api/error-wording.ts';
import type { QueryLimits } from '../api/limits.ts';
import { resourceOf, type Resources } from '../api/resource-description.ts';
import { parseFieldsets, type Fieldsets } from './query/fieldsets.ts';
import { parseWholeNumber } from './query/pages.ts';
import { combined, parsed, requireParsed, type Parsed } from './syntax/parsed.ts';
import { acceptParameters, parameterProblem, readQueryString, type Parameter } from './syntax/query-string.ts';

export interface ChangesRequest {
  /** Only changes of this type, or of this resource. */
  readonly of: ChangeSubject | undefined;
  /** The place to start after, as sent. Empty for before the oldest change, `now` for the end, undefined if none was sent. */
  readonly after: string | undefined;
  readonly size: number;
  readonly fieldsets: Fieldsets;
  /** As sent, for links. */
  readonly parameters: readonly Parameter[];
}

/** The largest page, unless the configuration allows less. */
export const MOST_CHANGES = 1000;

/**
 * @param set the types that the actor may read
 * @param isPlace true if a text has the form of a place
 * @param scope a page, or a stream, which has no page size
 * @throws ApiError (400) with every problem of the query string
 */
export function parseChangesRequest(
  queryString: string,
  set: Resources,
  limits: QueryLimits,
  isPlace: (text: string) => boolean,
  scope: 'changes' | 'stream',
): ChangesRequest {
  const sent = readQueryString(queryString);
  const { accepted, problems } = acceptParameters(sent.parameters, scope, Object.keys(set));
  const first = (name: string): Parameter | undefined =>
    accepted.find(({ parameter }) => parameter.name === name)?.parameter;
  const parts = combined({
    names: parsed(undefined, [...sent.problems, ...problems]),
    after: parseAfter(first('page[after]'), isPlace),
    size: parseSize(first('page[size]'), limits),
    of: parseSubject(first('filter[type]'), first('filter[id]'), set),
    fieldsets: parseFieldsets(accepted, set),
  });
  const { after, size, of, fieldsets } = requireParsed(parts);
  return { after, size, of, fieldsets, parameters: sent.parameters };
}

function parseAfter(parameter: Parameter | undefined, isPlace: (text: string) => boolean): Parsed<string | undefined> {
  if (parameter === undefined) return { value: undefined };
  const { name, value } = parameter;
  if (value === '' || value === 'now' || isPlace(value)) return { value };
  return {
    problems: [parameterProblem(name, `${name} must be a position from a response of this service, now, or empty`)],
  };
}

function parseSize(
  parameter: Parameter | undefined,
  { defaultPageSize, maxPageSize = MOST_CHANGES }: QueryLimits,
): Parsed<number> {
  const most = Math.min(MOST_CHANGES, maxPageSize);
  return parameter === undefined ? { value: Math.min(defaultPageSize, most) } : parseWholeNumber(parameter, 1, most);
}

function parseSubject(
  type: Parameter | undefined,
  id: Parameter | undefined,
  set: Resources,
): Parsed<ChangeSubject | undefined> {
  if (type === undefined)
    return parsed(undefined, id === undefined ? [] : [parameterProblem(id.name, 'filter[id] requires filter[type]')]);
  const resource = resourceOf(type.value, set);
  if (resource === undefined) {
    const known = { heading: 'Types', names: Object.keys(set) };
    return { problems: [parameterProblem(type.name, unknownName('type', type.value, '', known))] };
  }
  // No resource has the identifier 0.
  const idOf = id && (isIdentifier(id.value) ? id.value : '0');
  return { value: { type: resource.type, ...(idOf !== undefined && { id: idOf }) } };
}
