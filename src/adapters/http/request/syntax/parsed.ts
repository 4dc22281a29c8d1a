import { ApiError, type ErrorObject } from '../../api/errors.ts';

/** The result of parsing: a value, or else problems. */
export type Parsed<Value> = { readonly value: Value } | Refused;

interface Refused {
  /** At least one. */
  readonly problems: readonly ErrorObject[];
}

/** @param value discarded if there are problems */
export function parsed<Value>(value: Value, problems: readonly ErrorObject[]): Parsed<Value> {
  return problems.length === 0 ? { value } : { problems };
}

export function problemsOf(result: Parsed<unknown>): readonly ErrorObject[] {
  return 'problems' in result ? result.problems : [];
}

/** @throws ApiError with the problems */
export function requireParsed<Value>(result: Parsed<Value>): Value {
  if ('problems' in result) throw new ApiError(result.problems);
  return result.value;
}

/** The values of all parts, or all of their problems. */
export function combined<const Parts extends Readonly<Record<string, Parsed<unknown>>>>(
  parts: Parts,
): Parsed<ValuesOf<Parts>> {
  const problems = Object.values(parts).flatMap(problemsOf);
  const values = Object.entries(parts).map(([name, part]) => [name, 'value' in part ? part.value : undefined]);
  return parsed(Object.fromEntries(values) as ValuesOf<Parts>, problems);
}

/** Converts the value; problems stay as they are. */
export function mapped<Value, Made>(result: Parsed<Value>, make: (value: Value) => Made): Parsed<Made> {
  return 'problems' in result ? result : { value: make(result.value) };
}

type ValuesOf<Parts extends Readonly<Record<string, Parsed<unknown>>>> = {
  readonly [Name in keyof Parts]: Parts[Name] extends Parsed<infer Value> ? Value : never;
};
