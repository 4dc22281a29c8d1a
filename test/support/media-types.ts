// The media type of JSON:API, alone and with parameters.

export const MEDIA_TYPE = 'application/vnd.api+json';

/** The extension Atomic Operations. */
export const ATOMIC = 'https://jsonapi.org/ext/atomic';

/** The profile Cursor Pagination. */
export const CURSORS = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/** The Included Sets profile. */
export const INCLUDED = 'urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17';

/** Of operations and their results. */
export const ATOMIC_TYPE = `${MEDIA_TYPE};ext="${ATOMIC}"`;

/** Of a page whose request negotiated the profile. */
export const CURSOR_TYPE = `${MEDIA_TYPE};profile="${CURSORS}"`;

/** Of documents with included sets whose request negotiated the profile, without and with Cursor Pagination. */
export const INCLUDED_TYPE = `${MEDIA_TYPE};profile="${INCLUDED}"`;
export const INCLUDED_CURSOR_TYPE = `${MEDIA_TYPE};profile="${INCLUDED} ${CURSORS}"`;

/** A profile that no server knows. */
export const UNKNOWN_PROFILE = 'https://example.com/none';

/** Asks for JSON:API 1.1 and nothing else: servers ignore unknown profiles. */
export const MODERN_TYPE = `${MEDIA_TYPE};profile="${UNKNOWN_PROFILE}"`;
