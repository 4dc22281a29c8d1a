import type { IncomingMessage } from 'node:http';
import { namesCursorProfile } from '../jsonapi/cursor/cursor-profile.ts';
import { ApiError, errorObject } from '../jsonapi/documents/errors.ts';
import {
  accepts,
  acceptsDocument,
  hasMediaTypeParameters,
  isBare,
  isPlainMediaType,
  JSON_TYPE,
  MEDIA_TYPE,
  type MediaRange,
} from '../jsonapi/documents/media-type.ts';

/**
 * What a route answers with, as far as the `Accept` header decides: a JSON:API document, also one with pages by cursor, plain JSON, or a file
 * that is sent whatever the header says.
 */
export type Offer = 'document' | 'list' | 'json' | 'file';

/**
 * Content negotiation (JSON:API 1.0, Server Responsibilities).
 * @throws ApiError 406 when the client does not accept what is offered; 415 for media type parameters, or another type of a body that is read
 */
export function negotiate({ headers }: IncomingMessage, offer: Offer, readsBody: boolean): void {
  const isDocument = offer === 'document' || offer === 'list';
  const isAcceptable = (range: MediaRange): boolean => isBare(range) || (offer === 'list' && namesCursorProfile(range));
  if (isDocument && !acceptsDocument(headers.accept, isAcceptable)) {
    const detail = `The service answers with ${MEDIA_TYPE}; the Accept header must allow it without media type parameters`;
    throw new ApiError([errorObject('not-acceptable', detail)]);
  }
  if (offer === 'json' && !accepts(headers.accept, JSON_TYPE)) {
    throw new ApiError([errorObject('not-acceptable', `This is ${JSON_TYPE}; the Accept header must allow it`)]);
  }
  const type = headers['content-type'] ?? '';
  const isSupported = readsBody ? isPlainMediaType(type) : !hasMediaTypeParameters(type);
  if (!isSupported) {
    const detail = `Content-Type must be exactly ${MEDIA_TYPE}, without parameters`;
    throw new ApiError([errorObject('unsupported-media-type', detail)]);
  }
}
