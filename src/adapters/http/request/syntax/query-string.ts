import { isUtf8 } from 'node:buffer';
import { quote, suggestion } from '../../api/error-wording.ts';
import { errorObject, throwIfAny, type ErrorObject } from '../../api/errors.ts';
import { knownParameters, type KnownParameter, type ParameterKind, type QueryScope } from '../../api/parameters.ts';

/** A decoded query string. */
export interface QueryString {
  /** As sent, without the `?`. */
  readonly text: string;
  readonly parameters: readonly Parameter[];
  readonly problems: readonly ErrorObject[];
}

/**
 * Decodes a query string as `application/x-www-form-urlencoded`: `+` is a space, empty pairs are skipped.
 * @param text the part after the `?`, as Node gives it: bytes above 0x7F as the characters U+0080 to U+00FF
 * @returns the parameters in order, and a problem for each with a broken escape or invalid UTF-8
 * @example readQueryString('filter[name]=Ada+L%C3%B6we').parameters; // [{ name: 'filter[name]', value: 'Ada Löwe' }]
 */
export function readQueryString(text: string): QueryString {
  const parameters: Parameter[] = [];
  const problems: ErrorObject[] = [];
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
    const name = decode(pair.slice(0, end));
    const value = decode(pair.slice(end + 1));
    if (name.fault !== undefined)
      problems.push(parameterProblem(name.text, `the name of a parameter has ${name.fault}`));
    else if (value.fault !== undefined) problems.push(parameterProblem(name.text, `the value has ${value.fault}`));
    else parameters.push({ name: name.text, value: value.text });
  }
  return { text, parameters, problems };
}

/** @returns the text; with a fault, its readable part */
function decode(encoded: string): { readonly text: string; readonly fault: string | undefined } {
  const spaced = encoded.replaceAll('+', ' ');
  const unescaped = spaced.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const bytes = Buffer.from(unescaped, 'latin1');
  const text = bytes.toString('utf8');
  const broken = /%(?![0-9A-Fa-f]{2}).{0,2}/s.exec(spaced);
  if (broken !== null) return { text, fault: `a broken escape, ${JSON.stringify(broken[0])}` };
  const isText = /^[\0-\xff]*$/.test(unescaped) && isUtf8(bytes);
  return { text, fault: isText ? undefined : 'bytes that are not UTF-8' };
}

/** One `name=value` of a query string, decoded. */
export interface Parameter {
  readonly name: string;
  readonly value: string;
}

/** A problem with the parameter of that (decoded) name. */
export function parameterProblem(parameter: string, detail: string, meta?: ErrorObject['meta']): ErrorObject {
  return errorObject('invalid-parameter', detail, { parameter }, meta);
}

/**
 * The distinct items of a comma-separated value, in order. An empty value has none; an empty item is a problem.
 * @example splitItems({ name: 'sort', value: 'name,-id,name' }).items; // ['name', '-id']
 */
export function splitItems({ name, value }: Parameter): {
  readonly items: readonly string[];
  readonly problems: readonly ErrorObject[];
} {
  if (value === '') return { items: [], problems: [] };
  const items = new Set(value.split(','));
  const problems = items.delete('')
    ? [parameterProblem(name, 'the list has an empty item; remove the extra comma')]
    : [];
  return { items: [...items], problems };
}

/** A parameter that the route takes. */
export interface AcceptedParameter {
  readonly kind: ParameterKind;
  readonly parameter: Parameter;
  /** The TYPE or FIELD in the name; empty if it has none. */
  readonly argument: string;
}

/**
 * Accepts the parameters that the route takes. Unknown, misplaced and repeated ones are problems; of a repeated one, the first is accepted.
 * @param types to suggest in place of TYPE
 * @example
 * acceptParameters([{ name: 'fields[person]', value: 'name' }], 'resource').accepted;
 * // [{ kind: 'fields', parameter: { name: 'fields[person]', value: 'name' }, argument: 'person' }]
 */
export function acceptParameters(
  parameters: readonly Parameter[],
  scope: QueryScope,
  types: readonly string[] = [],
): { readonly accepted: readonly AcceptedParameter[]; readonly problems: readonly ErrorObject[] } {
  const accepted: AcceptedParameter[] = [];
  const problems: ErrorObject[] = [];
  const seen = new Set<string>();
  for (const parameter of parameters) {
    const { name } = parameter;
    const named = knownParameters.filter(({ pattern }) => pattern.test(name));
    // The same name can mean something else on another route.
    const known = named.find(({ takenBy }) => takenBy.includes(scope)) ?? named[0];
    const fault = faultOf(name, known, { scope, types, isRepeated: seen.has(name) });
    if (fault !== undefined) problems.push(parameterProblem(name, fault));
    else if (known !== undefined)
      accepted.push({ kind: known.kind, parameter, argument: known.pattern.exec(name)?.[1] ?? '' });
    seen.add(name);
  }
  return { accepted, problems };
}

/**
 * Checks the query string of a route that takes no parameters.
 * @throws ApiError (400) with every problem of the query string
 */
export function refuseParameters(text: string): void {
  const { parameters, problems } = readQueryString(text);
  throwIfAny([...problems, ...acceptParameters(parameters, 'none').problems]);
}

function faultOf(
  name: string,
  known: KnownParameter | undefined,
  {
    scope,
    types,
    isRepeated,
  }: { readonly scope: QueryScope; readonly types: readonly string[]; readonly isRepeated: boolean },
): string | undefined {
  const taken = knownParameters.filter(({ takenBy }) => takenBy.includes(scope));
  const offer =
    taken.length === 0
      ? 'This route takes no query parameters'
      : `Parameters of this route: ${taken.map(({ shape }) => shape).join(', ')}`;
  if (known === undefined) {
    return `unknown parameter ${quote(name)}${
      suggestion(
        name,
        taken.flatMap((each) => completeNames(each, types)),
      ) || '.'
    } ${offer}`;
  }
  if (!taken.includes(known)) return `this route does not take ${quote(name)}. ${offer}`;
  return isRepeated && known.mayRepeat !== true ? `${quote(name)} is given more than once` : undefined;
}

const PLACEHOLDER = /\[[A-Z]+\]/;

/** The names of a parameter that can be suggested, without placeholders. */
function completeNames({ kind, shape }: KnownParameter, types: readonly string[]): readonly string[] {
  if (kind === 'fields') return types.map((type) => `fields[${type}]`);
  return PLACEHOLDER.test(shape) ? [] : [shape];
}
