// The media types of the API, and what documents of each say of themselves.

export const MEDIA_TYPE = 'application/vnd.api+json';

/** The type of JSON that is not a JSON:API document. */
export const JSON_TYPE = 'application/json';

/** The URI of the profile "Cursor Pagination" of JSON:API 1.1. */
export const CURSOR_PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

export const CURSOR_MEDIA_TYPE = `${MEDIA_TYPE};profile="${CURSOR_PROFILE}"`;

/** The URI of the Atomic Operations extension. */
export const ATOMIC = 'https://jsonapi.org/ext/atomic';

/** A version of JSON:API as documents declare it. */
export interface DocumentFormat {
  readonly mediaType: string;
  /** The member `jsonapi`. */
  readonly jsonapi: JsonApiMember;
}

export interface JsonApiMember {
  readonly version: string;
  readonly ext?: readonly string[];
  readonly profile?: readonly string[];
}

/** JSON:API 1.0, which has neither extensions nor profiles. */
export const plainFormat: DocumentFormat = { mediaType: MEDIA_TYPE, jsonapi: { version: '1.0' } };

/** JSON:API 1.1 with Atomic Operations. */
export const atomicFormat: DocumentFormat = {
  mediaType: `${MEDIA_TYPE};ext="${ATOMIC}"`,
  jsonapi: { version: '1.1', ext: [ATOMIC] },
};
