// Requests that ask for JSON:API 1.1.
import { type RequestOptions } from '../../support/api-client.ts';
import { MODERN_TYPE } from '../../support/media-types.ts';

export const modern: RequestOptions = { headers: { Accept: MODERN_TYPE } };

/** The link to the OpenAPI document. */
export const described = { describedby: '/openapi.json' };

/** A path with its brackets escaped, as in links. */
export function asInLinks(path: string): string {
  return path.replaceAll('[', '%5B').replaceAll(']', '%5D');
}
