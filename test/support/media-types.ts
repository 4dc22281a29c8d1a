// JSON:API's media type, and what it is with the extension and the profile that the service knows.

export const MEDIA_TYPE = 'application/vnd.api+json';

/** The extension Atomic Operations. */
export const ATOMIC = 'https://jsonapi.org/ext/atomic';

/** The profile Cursor Pagination. */
export const CURSORS = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/** Of operations and their results. */
export const ATOMIC_TYPE = `${MEDIA_TYPE};ext="${ATOMIC}"`;

/** Of a page whose request negotiated the profile. */
export const CURSOR_TYPE = `${MEDIA_TYPE};profile="${CURSORS}"`;
