// The query parameters of the API, which routes take them, and the limits of a query.
import type { ErrorObject } from '../documents/errors.ts';
import { resources } from '../resources/resources.ts';
import { quote, suggestion } from '../documents/messages.ts';
import { parameterProblem, type Parameter } from './parameter.ts';

/**
 * What a route takes. `list`: all parameters; `export`: those of a list without `include` and pages; `resource`: `include` and `fields` only;
 * `none`: no parameters.
 */
export type QueryScope = 'list' | 'export' | 'resource' | 'none';

/** Limits of one query string; exceeding one is a 400. */
export interface QueryLimits {
  readonly defaultPageSize: number;
  /** Undefined: no limit. */
  readonly maxPageSize: number | undefined;
  /** Whether `page[size]=0` (no paging) is allowed. */
  readonly allowUnpaged: boolean;
  readonly maxIncludeNames: number;
  /** Resources included in an answer that is no list. Longer lists are streamed. */
  readonly maxIncluded: number;
  /** Nesting of filter objects, booleans, `any` / `has` and `__` steps. */
  readonly maxFilterLevels: number;
  /** Filter objects and `filter[FIELD]` parameters together. */
  readonly maxFilterObjects: number;
  /** Values of one `in_` or `notin_`. */
  readonly maxListValues: number;
}

export type ParameterKind = 'include' | 'fields' | 'filter' | 'condition' | 'sort' | PageParameterKind;

export type PageParameterKind = 'size' | 'number' | 'after' | 'before' | 'total';

interface KnownParameter {
  readonly kind: ParameterKind;
  /** The name, for messages; capitals in brackets are a placeholder. */
  readonly shape: string;
  /** Captures what replaces the placeholder. */
  readonly pattern: RegExp;
  readonly takenBy: readonly QueryScope[];
  readonly mayRepeat?: boolean;
}

const knownParameters: readonly KnownParameter[] = [
  { kind: 'include', shape: 'include', pattern: /^include$/, takenBy: ['resource', 'list'] },
  { kind: 'fields', shape: 'fields[TYPE]', pattern: /^fields\[(.+)\]$/s, takenBy: ['resource', 'list', 'export'] },
  { kind: 'filter', shape: 'filter', pattern: /^filter$/, takenBy: ['list', 'export'] },
  {
    kind: 'condition',
    shape: 'filter[FIELD]',
    pattern: /^filter\[(.+)\]$/s,
    takenBy: ['list', 'export'],
    mayRepeat: true,
  },
  { kind: 'sort', shape: 'sort', pattern: /^sort$/, takenBy: ['list', 'export'] },
  { kind: 'size', shape: 'page[size]', pattern: /^page\[size\]$/, takenBy: ['list'] },
  { kind: 'number', shape: 'page[number]', pattern: /^page\[number\]$/, takenBy: ['list'] },
  { kind: 'after', shape: 'page[after]', pattern: /^page\[after\]$/, takenBy: ['list'] },
  { kind: 'before', shape: 'page[before]', pattern: /^page\[before\]$/, takenBy: ['list'] },
  { kind: 'total', shape: 'page[total]', pattern: /^page\[total\]$/, takenBy: ['list'] },
];

/** The kinds of parameters that routes of a scope take. */
export function kindsTakenBy(scope: QueryScope): readonly ParameterKind[] {
  return knownParameters.filter(({ takenBy }) => takenBy.includes(scope)).map(({ kind }) => kind);
}

/** A parameter that the route takes. */
export interface AcceptedParameter {
  readonly kind: ParameterKind;
  readonly parameter: Parameter;
  /** The part of the name in place of TYPE or FIELD; else empty. */
  readonly argument: string;
}

/**
 * Accepts the parameters that the route takes. Unknown, misplaced and repeated ones are problems; the first of a repeated one is accepted.
 * @example
 * acceptParameters([{ name: 'fields[person]', value: 'name' }], 'resource').accepted;
 * // [{ kind: 'fields', parameter: { name: 'fields[person]', value: 'name' }, argument: 'person' }]
 */
export function acceptParameters(
  parameters: readonly Parameter[],
  scope: QueryScope,
): { readonly accepted: readonly AcceptedParameter[]; readonly problems: readonly ErrorObject[] } {
  const accepted: AcceptedParameter[] = [];
  const problems: ErrorObject[] = [];
  const seen = new Set<string>();
  for (const parameter of parameters) {
    const { name } = parameter;
    const known = knownParameters.find(({ pattern }) => pattern.test(name));
    const fault = faultOf(name, known, scope, seen.has(name));
    if (fault !== undefined) problems.push(parameterProblem(name, fault));
    else if (known !== undefined)
      accepted.push({ kind: known.kind, parameter, argument: known.pattern.exec(name)?.[1] ?? '' });
    seen.add(name);
  }
  return { accepted, problems };
}

function faultOf(
  name: string,
  known: KnownParameter | undefined,
  scope: QueryScope,
  isRepeated: boolean,
): string | undefined {
  const taken = knownParameters.filter(({ takenBy }) => takenBy.includes(scope));
  const offer =
    taken.length === 0
      ? 'This route takes no query parameters'
      : `Parameters of this route: ${taken.map(({ shape }) => shape).join(', ')}`;
  if (known === undefined) {
    return `unknown parameter ${quote(name)}${suggestion(name, taken.flatMap(completeNames)) || '.'} ${offer}`;
  }
  if (!taken.includes(known)) return `this route does not take ${quote(name)}. ${offer}`;
  return isRepeated && known.mayRepeat !== true ? `${quote(name)} is given more than once` : undefined;
}

/** The names of a parameter that can be suggested, without placeholders. */
function completeNames({ kind, shape }: KnownParameter): readonly string[] {
  if (kind === 'condition') return [];
  return kind === 'fields' ? Object.keys(resources).map((type) => `fields[${type}]`) : [shape];
}
