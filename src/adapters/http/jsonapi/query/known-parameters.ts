// Which parameters there are, which routes take them, and how much may be asked for.
import type { ErrorObject } from '../documents/errors.ts';
import { resources } from '../resources/resources.ts';
import { quote, suggestion } from '../documents/messages.ts';
import { parameterProblem, type Parameter } from './parameter.ts';

/** What a route takes. `list`: all parameters; `resource`: `include` and `fields` only; `none`: no parameter at all. */
export type QueryScope = 'list' | 'resource' | 'none';

/** What one query string may ask for. Beyond it the answer is 400. */
export interface QueryLimits {
  /** Page size when none is asked for. */
  readonly defaultPageSize: number;
  /** The largest page size; undefined: any. */
  readonly maxPageSize: number | undefined;
  /** Whether `page[size]=0` (everything at once) is allowed. */
  readonly allowUnpaged: boolean;
  /** Names in one include path. */
  readonly maxIncludeNames: number;
  /** Nesting of filter objects, booleans, `any` / `has` and `__` steps. */
  readonly maxFilterLevels: number;
  /** Filter objects and `filter[FIELD]` parameters together. */
  readonly maxFilterObjects: number;
  /** Values of one `in_` or `notin_`. */
  readonly maxListValues: number;
}

export type ParameterKind = 'include' | 'fields' | 'filter' | 'condition' | 'sort' | 'size' | 'number';

interface KnownParameter {
  readonly kind: ParameterKind;
  /** Its name; capitals in brackets stand for what the client fills in. */
  readonly shape: string;
  readonly takenBy: readonly QueryScope[];
  readonly mayRepeat: boolean;
}

const known: readonly KnownParameter[] = [
  { kind: 'include', shape: 'include', takenBy: ['resource', 'list'], mayRepeat: false },
  { kind: 'fields', shape: 'fields[TYPE]', takenBy: ['resource', 'list'], mayRepeat: false },
  { kind: 'filter', shape: 'filter', takenBy: ['list'], mayRepeat: false },
  { kind: 'condition', shape: 'filter[FIELD]', takenBy: ['list'], mayRepeat: true },
  { kind: 'sort', shape: 'sort', takenBy: ['list'], mayRepeat: false },
  { kind: 'size', shape: 'page[size]', takenBy: ['list'], mayRepeat: false },
  { kind: 'number', shape: 'page[number]', takenBy: ['list'], mayRepeat: false },
];

/** A parameter that the route takes. */
export interface Admitted {
  readonly kind: ParameterKind;
  readonly parameter: Parameter;
  /** What stands in the brackets of its name; empty when there are none. */
  readonly argument: string;
}

/** Sorts out parameters that nothing knows, that the route does not take, and that are given twice (of which the first stays). */
export function admit(
  parameters: readonly Parameter[],
  scope: QueryScope,
): { readonly admitted: readonly Admitted[]; readonly problems: readonly ErrorObject[] } {
  const admitted: Admitted[] = [];
  const problems: ErrorObject[] = [];
  const seen = new Set<string>();
  for (const parameter of parameters) {
    const { name } = parameter;
    const entry = known.find(({ shape }) => hasShape(name, shape));
    const complaint = complaintAbout(name, entry, scope, seen.has(name));
    if (complaint !== undefined) problems.push(parameterProblem(name, complaint));
    else if (entry !== undefined) admitted.push({ kind: entry.kind, parameter, argument: inBrackets(name) });
    seen.add(name);
  }
  return { admitted, problems };
}

function complaintAbout(
  name: string,
  entry: KnownParameter | undefined,
  scope: QueryScope,
  isRepeated: boolean,
): string | undefined {
  const taken = known.filter(({ takenBy }) => takenBy.includes(scope));
  const offer =
    taken.length === 0
      ? 'This route takes no query parameters'
      : `Parameters of this route: ${taken.map(({ shape }) => shape).join(', ')}`;
  if (entry === undefined) {
    return `unknown parameter ${quote(name)}${suggestion(name, taken.flatMap(wholeNames)) || '.'} ${offer}`;
  }
  if (!taken.includes(entry)) return `this route does not take ${quote(name)}. ${offer}`;
  return isRepeated && !entry.mayRepeat ? `${quote(name)} is given more than once` : undefined;
}

/** The names of a parameter that can be suggested. */
function wholeNames({ kind, shape }: KnownParameter): readonly string[] {
  if (kind === 'condition') return [];
  return kind === 'fields' ? Object.keys(resources).map((type) => `fields[${type}]`) : [shape];
}

function hasShape(name: string, shape: string): boolean {
  const isFilledIn = /\[[A-Z]+\]$/.test(shape);
  if (!isFilledIn) return name === shape;
  return name.startsWith(shape.slice(0, shape.indexOf('[') + 1)) && name.endsWith(']') && inBrackets(name) !== '';
}

function inBrackets(name: string): string {
  return name.includes('[') ? name.slice(name.indexOf('[') + 1, -1) : '';
}
