// The media types of the API, and the `jsonapi` member of the documents of each.

export const MEDIA_TYPE = 'application/vnd.api+json';

/** The type of JSON that is not a JSON:API document. */
export const JSON_TYPE = 'application/json';

/** The media type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

/** The URI of the profile "Cursor Pagination" of JSON:API 1.1. */
export const CURSOR_PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/** The URI of the profile "Included Sets", which docs/profiles/included-sets.md specifies. */
export const INCLUDED_PROFILE = 'urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17';

/** The URI of the Atomic Operations extension. */
export const ATOMIC = 'https://jsonapi.org/ext/atomic';

/** The media type of HTML forms, and of the query string in the body of a QUERY. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The version of JSON:API of a response, and the profiles that the client asks for. */
export interface JsonApiDialect {
  readonly version: '1.0' | '1.1';
  /** True if the client asks for cursor pages. */
  readonly cursors: boolean;
}

/** The dialect of clients that do not ask for another. */
export const plainDialect: JsonApiDialect = { version: '1.0', cursors: false };

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

/** JSON:API 1.1 without extensions or profiles. */
export const modernFormat: DocumentFormat = { mediaType: MEDIA_TYPE, jsonapi: { version: '1.1' } };

/** The format of documents without extensions or profiles. */
export function bareFormat({ version }: Pick<JsonApiDialect, 'version'>): DocumentFormat {
  return version === '1.0' ? plainFormat : modernFormat;
}

/** JSON:API 1.1 with these profiles. */
export function profiledFormat(profiles: readonly string[]): DocumentFormat {
  if (profiles.length === 0) return modernFormat;
  return {
    mediaType: `${MEDIA_TYPE};profile="${profiles.join(' ')}"`,
    jsonapi: { version: '1.1', profile: profiles },
  };
}

export const CURSOR_MEDIA_TYPE = profiledFormat([CURSOR_PROFILE]).mediaType;

/** JSON:API 1.1 with Atomic Operations. */
export const atomicFormat: DocumentFormat = {
  mediaType: `${MEDIA_TYPE};ext="${ATOMIC}"`,
  jsonapi: { version: '1.1', ext: [ATOMIC] },
};
