// The parameters that bound relationships: `page[PATH][size]`, `page[PATH][total]`, `includeSort` and `includeFilter`. A bound belongs to
// the relationship at the end of its path and applies wherever the document shows it, so a relationship takes only one of each kind.
import type { Bound, SortKey } from '#application/model/query';
import { everything, type Filter } from '#application/model/filter';
import type { ErrorObject } from '../../api/errors.ts';
import { quote } from '../../api/error-wording.ts';
import type { QueryLimits } from '../../api/limits.ts';
import type { BoundParameterKind, ParameterKind } from '../../api/parameters.ts';
import type { Resource } from '../../api/resource-description.ts';
import type { FilterCount } from '../filter/filter-target.ts';
import { parseFiltersByPath } from '../filter/filter.ts';
import { parsed, problemsOf, type Parsed } from '../syntax/parsed.ts';
import { parameterProblem, splitItems, type AcceptedParameter, type Parameter } from '../syntax/query-string.ts';
import { isFault, readMemberPath, type MemberPath } from './member-paths.ts';
import { parseWholeNumber } from './pages.ts';
import { notShown, shows, type Shown } from './shown-members.ts';
import { parseSort } from './sort.ts';

/** The bound of a relationship, with the path by which the request names the relationship. */
export interface RequestedBound extends MemberPath {
  readonly bound: Bound;
  /** As sent, for links. */
  readonly sent: { readonly keys: readonly string[]; readonly filters: readonly unknown[] };
}

/** The limit of `includeSort` and `includeFilter` together, in bytes. The links of each resource repeat both. */
export const MOST_BYTES_TOGETHER = 2048;

/** A parameter, or the part of one that concerns a single path. */
interface Setting {
  readonly parameter: string;
  /** Points to the path in the parameter's value. */
  readonly pointer?: string;
  readonly path: MemberPath;
  readonly kind: 'size' | 'total' | 'sort' | 'filter';
  /** Undefined if the value is invalid. The path is checked anyway. */
  readonly set:
    | undefined
    | { readonly kind: 'size'; readonly size: number }
    | { readonly kind: 'total'; readonly total: boolean }
    | { readonly kind: 'sort'; readonly sort: readonly SortKey[]; readonly keys: readonly string[] }
    | { readonly kind: 'filter'; readonly filter: Filter; readonly filters: readonly unknown[] };
}

/** The parts of a request and of the configuration that bounds depend on. */
export interface BoundContext {
  /** Where paths start. */
  readonly resource: Resource;
  /** Undefined if the include paths have problems. */
  readonly shown: Shown | undefined;
  readonly limits: QueryLimits;
  /** The maximum number of names in a path. */
  readonly maxNames: number;
  readonly count: FilterCount;
}

/** Parses the bounds of a request; ignores other parameters. */
export function parseBounds(
  parameters: readonly AcceptedParameter[],
  context: BoundContext,
): Parsed<readonly RequestedBound[]> {
  const settings: Setting[] = [];
  const problems: ErrorObject[] = [];
  for (const accepted of parameters) {
    const { kind } = accepted;
    if (!setsBound(kind)) continue;
    const found = READERS[kind](accepted, context);
    problems.push(...found.problems);
    settings.push(...found.settings);
  }
  return parsed(boundsOf(settings), [
    ...problems,
    ...settings.flatMap((setting) => hiddenProblem(setting, context.shown)),
    ...repeatedProblems(settings),
    ...lengthProblems(parameters),
  ]);
}

type ReadSettings = (accepted: AcceptedParameter, context: BoundContext) => Found;

/** The settings in one parameter, and its problems except those that depend on other parameters. */
interface Found {
  readonly settings: readonly Setting[];
  readonly problems: readonly ErrorObject[];
}

/** The reader of each kind of parameter that sets a bound. */
const READERS: Readonly<Record<BoundParameterKind, ReadSettings>> = {
  boundSize: (accepted, context) => atPath(accepted, context, 'size', readSize),
  boundTotal: (accepted, context) => atPath(accepted, context, 'total', readTotal),
  includeSort: ({ parameter }, context) => readIncludeSort(parameter, context),
  includeFilter: ({ parameter }, context) => readIncludeFilter(parameter, context),
};

function setsBound(kind: ParameterKind): kind is BoundParameterKind {
  return Object.hasOwn(READERS, kind);
}

/** Reads a parameter whose name contains the path. */
function atPath(
  { parameter, argument }: AcceptedParameter,
  { resource, limits, maxNames }: BoundContext,
  kind: Setting['kind'],
  read: (parameter: Parameter, limits: QueryLimits) => Parsed<Setting['set']>,
): Found {
  const { name } = parameter;
  const path = readMemberPath(argument, resource, maxNames);
  const set = read(parameter, limits);
  const problems = problemsOf(set);
  if (isFault(path)) return { settings: [], problems: [parameterProblem(name, path.detail, path.meta), ...problems] };
  return { settings: [{ parameter: name, path, kind, set: 'value' in set ? set.value : undefined }], problems };
}

function readSize(parameter: Parameter, { allowUnpaged, maxPageSize = Infinity }: QueryLimits): Parsed<Setting['set']> {
  const { name, value } = parameter;
  if (/^\d+$/.test(value) && Number(value) > maxPageSize) {
    const meta = { max: maxPageSize, page: { maxSize: maxPageSize } };
    return { problems: [parameterProblem(name, `${name} must be at most ${maxPageSize}`, meta)] };
  }
  const size = parseWholeNumber(parameter, allowUnpaged ? 0 : 1, maxPageSize);
  return 'problems' in size ? size : { value: { kind: 'size', size: size.value } };
}

function readTotal({ name, value }: Parameter): Parsed<Setting['set']> {
  if (value === 'true' || value === 'false') return { value: { kind: 'total', total: value === 'true' } };
  return { problems: [parameterProblem(name, `${name} must be true or false`)] };
}

/** Reads keys such as `-computers.serial`: a path, a dot, and a key as in `sort`. */
function readIncludeSort(parameter: Parameter, { resource, limits, maxNames }: BoundContext): Found {
  const { name } = parameter;
  const { items, problems: listProblems } = splitItems(parameter);
  const problems: ErrorObject[] = [...listProblems];
  const keysByPath = new Map<string, string[]>();
  for (const item of items) {
    const [, sign = '', text = '', key = ''] = /^(-?)(?:(.*)\.)?(.*)$/s.exec(item) ?? [];
    if (text === '' || key === '' || key.startsWith('-')) {
      const detail = `${quote(item)} must have the form PATH.KEY or -PATH.KEY`;
      problems.push(parameterProblem(name, detail));
      continue;
    }
    const keys = keysByPath.get(text) ?? [];
    keysByPath.set(text, keys);
    keys.push(`${sign}${key}`);
  }
  const settings: Setting[] = [];
  for (const [text, keys] of keysByPath) {
    const path = readMemberPath(text, resource, maxNames);
    if (isFault(path)) {
      problems.push(parameterProblem(name, path.detail, path.meta));
      continue;
    }
    const sort = parseSort({ name, value: keys.join(',') }, path.to, limits.maxIncludeNames);
    problems.push(...problemsOf(sort));
    const set = 'value' in sort ? ({ kind: 'sort', sort: sort.value, keys } as const) : undefined;
    settings.push({ parameter: name, path, kind: 'sort', set });
  }
  return { settings, problems };
}

function readIncludeFilter(parameter: Parameter, { resource, limits, maxNames, count }: BoundContext): Found {
  const read = (text: string): ReturnType<typeof readMemberPath> => readMemberPath(text, resource, maxNames);
  const { filters, problems } = parseFiltersByPath(parameter, read, limits, count);
  const settings = filters.map(({ path, pointer, filter, filters: sent }): Setting => {
    return { parameter: parameter.name, pointer, path, kind: 'filter', set: { kind: 'filter', filter, filters: sent } };
  });
  return { settings, problems };
}

/** Identifies the relationship at the end of a path. */
function relationshipAt({ from, relationship }: MemberPath): string {
  return `${from.type}.${relationship.stored}`;
}

function boundsOf(settings: readonly Setting[]): readonly RequestedBound[] {
  const groups = Map.groupBy(settings, ({ path }) => relationshipAt(path));
  return [...groups.values()].flatMap((group): readonly RequestedBound[] => {
    const [first] = group;
    if (first === undefined) return [];
    let bound: Bound = { filter: everything, sort: [], page: undefined, total: false };
    let sent: RequestedBound['sent'] = { keys: [], filters: [] };
    for (const { set } of group) {
      switch (set?.kind) {
        case undefined:
          break;
        case 'size':
          if (set.size > 0) bound = { ...bound, page: firstPage(set.size) };
          break;
        case 'total':
          bound = { ...bound, total: set.total };
          break;
        case 'sort':
          bound = { ...bound, sort: set.sort };
          sent = { ...sent, keys: set.keys };
          break;
        case 'filter':
          bound = { ...bound, filter: set.filter };
          sent = { ...sent, filters: set.filters };
          break;
      }
    }
    const requested = { ...first.path, bound, sent };
    return isNothing(requested) ? [] : [requested];
  });
}

function firstPage(size: number): Bound['page'] {
  return { kind: 'cursor', size, direction: 'after', position: undefined };
}

/** True if the bound has no effect. It then counts as not given. */
function isNothing({ bound: { page, total }, sent: { keys, filters } }: RequestedBound): boolean {
  return filters.length === 0 && keys.length === 0 && page === undefined && !total;
}

/** A problem at the place of a setting. */
function problemAt({ parameter, pointer }: Setting, detail: string): ErrorObject {
  return parameterProblem(parameter, detail, pointer === undefined ? undefined : { path: pointer });
}

function hiddenProblem(setting: Setting, shown: Shown | undefined): readonly ErrorObject[] {
  const { path } = setting;
  if (shown === undefined || shows(shown, path)) return [];
  return [problemAt(setting, notShown(shown, path))];
}

/** Reports each repeated bound: a relationship takes only one of each kind, whether by the same path or by different ones. */
function repeatedProblems(settings: readonly Setting[]): readonly ErrorObject[] {
  const first = new Map<string, Setting>();
  return settings.flatMap((setting) => {
    const { path, kind } = setting;
    const key = `${kind} ${relationshipAt(path)}`;
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, setting);
      return [];
    }
    const [one, other] = [earlier.path, path].map(({ names }) => quote(names.join('.')));
    const what = `the relationship ${path.names.at(-1) ?? ''} of ${path.from.type}, which takes only one ${kind}`;
    const detail = one === other ? `${one} is given more than once` : `${one} and ${other} are paths to ${what}`;
    return [problemAt(setting, detail)];
  });
}

function lengthProblems(parameters: readonly AcceptedParameter[]): readonly ErrorObject[] {
  const long = parameters.filter(({ kind }) => kind === 'includeSort' || kind === 'includeFilter');
  const bytes = long.reduce((sum, { parameter }) => sum + Buffer.byteLength(parameter.value), 0);
  const later = long.at(-1);
  if (later === undefined || bytes <= MOST_BYTES_TOGETHER) return [];
  const detail = `includeSort and includeFilter together have ${bytes} bytes, more than ${MOST_BYTES_TOGETHER}`;
  return [parameterProblem(later.parameter.name, detail, { max: MOST_BYTES_TOGETHER })];
}
