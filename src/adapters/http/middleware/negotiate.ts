import type { IncomingMessage } from 'node:http';
import type { Offer } from '../api/operation-kind.ts';
import { namesCursorProfile } from '../jsonapi/cursor/cursor-profile.ts';
import { ApiError, errorObject } from '../jsonapi/documents/errors.ts';
import { ATOMIC, atomic } from '../jsonapi/documents/dialect.ts';
import {
  accepts,
  acceptsDocument,
  hasMediaTypeParameters,
  hasExtension,
  isBare,
  isExtendedMediaType,
  isPlainMediaType,
  JSON_TYPE,
  MEDIA_TYPE,
  type MediaRange,
} from '../jsonapi/documents/media-type.ts';

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
  if (offer === 'atomic' && !acceptsDocument(headers.accept, (range) => hasExtension(range, ATOMIC))) {
    const detail = `The service answers with ${atomic.mediaType}; the Accept header must allow it with this parameter`;
    throw new ApiError([errorObject('not-acceptable', detail)]);
  }
  if (isSupported(headers['content-type'] ?? '', offer, readsBody)) return;
  const detail =
    offer === 'atomic'
      ? `Content-Type must be ${atomic.mediaType}`
      : `Content-Type must be exactly ${MEDIA_TYPE}, without parameters`;
  throw new ApiError([errorObject('unsupported-media-type', detail)]);
}

function isSupported(type: string, offer: Offer, readsBody: boolean): boolean {
  if (offer === 'atomic') return isExtendedMediaType(type, ATOMIC);
  return readsBody ? isPlainMediaType(type) : !hasMediaTypeParameters(type);
}
