import { throwIfAny } from '../errors.ts';
import { admit } from './known-parameters.ts';
import { readQueryString } from './query-string.ts';

/**
 * Checks the query string of a route that takes no parameters.
 * @throws ApiError with all that is wrong with it
 */
export function refuseParameters(text: string): void {
  const read = readQueryString(text);
  throwIfAny([...read.problems, ...admit(read.parameters, 'none').problems]);
}
