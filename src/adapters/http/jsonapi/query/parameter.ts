import { errorObject, type ErrorObject } from '../documents/errors.ts';

/** One `name=value` of a query string, decoded. */
export interface Parameter {
  readonly name: string;
  readonly value: string;
}

/** The result of parsing a parameter. The value is meaningless if there are problems. */
export interface Parsed<Value> {
  readonly value: Value;
  readonly problems: readonly ErrorObject[];
}

/** A problem with the parameter of that (decoded) name. */
export function parameterProblem(parameter: string, detail: string, meta?: ErrorObject['meta']): ErrorObject {
  return errorObject('invalid-parameter', detail, { parameter }, meta);
}

/**
 * The distinct items of a comma-separated value, in order. An empty value has none; an empty item is a problem.
 * @example splitItems({ name: 'sort', value: 'name,-id,name' }).value; // ['name', '-id']
 */
export function splitItems({ name, value }: Parameter): Parsed<readonly string[]> {
  if (value === '') return { value: [], problems: [] };
  const items = new Set(value.split(','));
  const problems = items.delete('') ? [parameterProblem(name, 'the list has an empty item: a comma too many')] : [];
  return { value: [...items], problems };
}
