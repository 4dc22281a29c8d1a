// Requests that ask for JSON:API 1.1.
import { MEDIA_TYPE, type RequestOptions } from '../../support/api-client.ts';

/** JSON:API with a profile that no server knows. A server of JSON:API 1.1 ignores it; by naming it, a client asks for this version. */
export const NEWER_TYPE = `${MEDIA_TYPE};profile="https://example.com/none"`;

/** Asks for JSON:API 1.1, and for no profile that the service knows. */
export const newer: RequestOptions = { headers: { Accept: NEWER_TYPE } };

/** The link to the description of the service. */
export const described = { describedby: '/openapi.json' };

/** A path as links have it. */
export function asInLinks(path: string): string {
  return path.replaceAll('[', '%5B').replaceAll(']', '%5D');
}
