import { MEDIA_TYPE } from './media-type.ts';

/** What documents say of themselves. */
export interface Dialect {
  readonly mediaType: string;
  /** The member `jsonapi`. */
  readonly jsonapi: JsonApiMember;
}

export interface JsonApiMember {
  readonly version: string;
  readonly ext?: readonly string[];
  readonly profile?: readonly string[];
}

/** The URI of the Atomic Operations extension. */
export const ATOMIC = 'https://jsonapi.org/ext/atomic';

/** JSON:API 1.0, which knows neither extensions nor profiles. */
export const plain: Dialect = { mediaType: MEDIA_TYPE, jsonapi: { version: '1.0' } };

/** JSON:API 1.1 with Atomic Operations. */
export const atomic: Dialect = {
  mediaType: `${MEDIA_TYPE};ext="${ATOMIC}"`,
  jsonapi: { version: '1.1', ext: [ATOMIC] },
};
