import type { ErrorObject } from './operations.ts';

export interface ErrorDocument {
  /** None if something else than the service answered, such as a proxy. */
  readonly errors: readonly ErrorObject[];
  /** How many more errors there are, which the service left out. */
  readonly omitted: number;
}

/** Reads the errors of an answer from its body, parsed if it is JSON. */
export function errorsIn(body: unknown): ErrorDocument {
  const { errors, meta } = objectOf(body);
  const { omitted } = objectOf(meta);
  return {
    errors: Array.isArray(errors) ? errors.filter((error): error is ErrorObject => isObject(error)) : [],
    omitted: typeof omitted === 'number' ? omitted : 0,
  };
}

function objectOf(value: unknown): Partial<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
