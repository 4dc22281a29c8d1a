import { isObject, memberOf } from './json.ts';
import type { ErrorObject } from './operations.ts';

export interface ErrorDocument {
  /** Empty if something other than the service responded, such as a proxy. */
  readonly errors: readonly ErrorObject[];
  /** The number of further errors that the service left out. */
  readonly omitted: number;
}

/** Reads the errors in a response body, which is parsed if it is JSON. */
export function errorsIn(body: unknown): ErrorDocument {
  const errors = memberOf(body, 'errors');
  const omitted = memberOf(memberOf(body, 'meta'), 'omitted');
  return {
    errors: Array.isArray(errors) ? errors.filter((error): error is ErrorObject => isObject(error)) : [],
    omitted: typeof omitted === 'number' ? omitted : 0,
  };
}
