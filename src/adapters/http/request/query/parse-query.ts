import type { Filter } from '#application/model/filter';
import type { SortKey } from '#application/model/query';
import type { ResourceType } from '#domain/schema';
import { quote, unknownName } from '../../api/error-wording.ts';
import { throwIfAny } from '../../api/errors.ts';
import type { QueryLimits } from '../../api/limits.ts';
import type { ParameterKind, QueryScope } from '../../api/parameters.ts';
import { fieldOf, type Resource, type Resources } from '../../api/resource-description.ts';
import { resourceOf } from '../../api/resources.ts';
import { followRelationships, unknownField, unknownRelationship } from '../field-path.ts';
import { parseFilter } from '../filter/filter.ts';
import {
  acceptParameters,
  parameterProblem,
  readQueryString,
  splitItems,
  type Parameter,
  type ParsedParameter,
  type QueryString,
} from '../query-string.ts';
import type { Cursors } from './cursors.ts';
import { parsePages, type Pages } from './pages.ts';
import { parseSort } from './sort.ts';

/** A valid query string. `include` and `fields` have wire names, the others the domain's. */
export interface ParsedQuery extends Pages {
  /** As sent, for links. */
  readonly parameters: readonly Parameter[];
  /** Distinct paths in order. Undefined: not given; empty: given empty. */
  readonly include: readonly IncludePath[] | undefined;
  /** The sparse fieldsets; a type without an entry has none. */
  readonly fields: ReadonlyMap<ResourceType, ReadonlySet<string>>;
  readonly filter: Filter;
  readonly sort: readonly SortKey[];
}

/** Limits, and how to read cursors where a request can name some. */
export interface QueryOptions extends QueryLimits {
  readonly cursors?: Cursors | undefined;
}

/**
 * Parses the query string of a request.
 * @param resource the type of the primary data, where paths start
 * @throws ApiError (400) with every problem of the query string
 * @example
 * const sent = readQueryString('include=computers&sort=-name&page[size]=5');
 * const { include, sort, page } = parseQuery(sent, personResource, 'list', limits);
 * // [['computers']], [{ path: [], attribute: 'name', descending: true }], { kind: 'numbered', size: 5, number: 1 }
 */
export function parseQuery(
  { parameters, problems: encodingProblems }: QueryString,
  resource: Resource,
  scope: QueryScope,
  options: QueryOptions,
): ParsedQuery {
  const { accepted, problems: nameProblems } = acceptParameters(parameters, scope, Object.keys(resource.among));
  const first = (kind: ParameterKind): Parameter | undefined => accepted.find((each) => each.kind === kind)?.parameter;

  const include = parseInclude(first('include'), resource, options.maxIncludeNames);
  const fieldsets = accepted
    .filter(({ kind }) => kind === 'fields')
    .map(({ parameter, argument }) =>
      scope === 'export' && argument !== resource.type
        ? refuseFieldset(parameter, resource)
        : parseFieldset(parameter, argument, resource.among),
    );
  const filter = parseFilter(accepted, resource, options);
  const sort = parseSort(first('sort'), resource);
  const [size, number, after, before, total] = PAGE_PARAMETERS.map(first);
  const list = { type: resource.type, sort, cursors: options.cursors };
  const pages = parsePages({ size, number, after, before, total }, list, options);

  const valueProblems = [include, ...fieldsets, filter, sort, pages].flatMap(({ problems }) => problems);
  throwIfAny([...encodingProblems, ...nameProblems, ...valueProblems]);
  return {
    parameters,
    include: include.value,
    fields: new Map(fieldsets.flatMap(({ value }) => (value === undefined ? [] : [value]))),
    filter: filter.value,
    sort: sort.value,
    ...(scope === 'list' ? pages.value : { page: undefined, total: false }),
  };
}

const PAGE_PARAMETERS = ['size', 'number', 'after', 'before', 'total'] as const;

function refuseFieldset({ name }: Parameter, { type }: Resource): ReturnType<typeof parseFieldset> {
  return {
    value: undefined,
    problems: [parameterProblem(name, `this route takes fields[${type}] only: it has no other resources`)],
  };
}

/**
 * Checks the query string of a route that takes no parameters.
 * @throws ApiError (400) with every problem of the query string
 */
export function refuseParameters(text: string): void {
  const { parameters, problems } = readQueryString(text);
  throwIfAny([...problems, ...acceptParameters(parameters, 'none').problems]);
}

/** Relationships by their wire names. */
export type IncludePath = readonly string[];

/**
 * Parses `include`: the paths in order, which start at a resource.
 * @param maximum names in one path
 * @example parseInclude({ name: 'include', value: 'computers.owner' }, personResource, 5).value; // [['computers', 'owner']]
 */
function parseInclude(
  parameter: Parameter | undefined,
  resource: Resource,
  maximum: number,
): ParsedParameter<readonly IncludePath[] | undefined> {
  if (parameter === undefined) return { value: undefined, problems: [] };
  const items = splitItems(parameter);
  const paths = items.value.map((item) => item.split('.'));
  const problems = paths.flatMap((path) => {
    if (path.length > maximum) {
      const detail = `the path ${quote(path.join('.'))} has ${path.length} names, more than ${maximum}`;
      return [parameterProblem(parameter.name, detail, { max: maximum })];
    }
    const { relationships, resource: end, unknown } = followRelationships(path, resource);
    if (unknown === undefined) return [];
    const where = `, name ${relationships.length + 1} of ${quote(path.join('.'))}`;
    const hint = unknown.includes('__') ? '. Dots join the names of an include path' : '';
    return [parameterProblem(parameter.name, `${unknownRelationship(unknown, end, where)}${hint}`)];
  });
  return { value: paths, problems: [...items.problems, ...problems] };
}

/**
 * Parses `fields[TYPE]`, a sparse fieldset; undefined when there is no such type.
 * @example parseFieldset({ name: 'fields[person]', value: 'name,email' }, 'person', resources).value; // ['person', Set { 'name', 'email' }]
 */
function parseFieldset(
  parameter: Parameter,
  type: string,
  resources: Resources,
): ParsedParameter<readonly [ResourceType, ReadonlySet<string>] | undefined> {
  const resource = resourceOf(type, resources);
  if (resource === undefined) {
    const known = { heading: 'Types', names: Object.keys(resources) };
    return { value: undefined, problems: [parameterProblem(parameter.name, unknownName('type', type, '', known))] };
  }
  const items = splitItems(parameter);
  const unknown = items.value.filter((name) => fieldOf(resource, name) === undefined);
  const message = { where: '', heading: 'Fields', isListed: () => true };
  const problems = unknown.map((name) => parameterProblem(parameter.name, unknownField(name, resource, message)));
  return { value: [resource.type, new Set(items.value)], problems: [...items.problems, ...problems] };
}
