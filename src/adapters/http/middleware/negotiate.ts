import type { IncomingMessage } from 'node:http';
import { ApiError, errorObject } from '../jsonapi/documents/errors.ts';
import {
  acceptsDocument,
  hasMediaTypeParameters,
  isPlainMediaType,
  MEDIA_TYPE,
} from '../jsonapi/documents/media-type.ts';

/**
 * Content negotiation.
 * @throws ApiError 406 when the client takes no JSON:API document; 415 when it sends something else, where a body is read
 */
export function negotiate({ headers }: IncomingMessage, readsBody: boolean): void {
  if (!acceptsDocument(headers.accept)) throw notAcceptable();
  const type = headers['content-type'];
  if (type !== undefined && hasMediaTypeParameters(type)) throw unsupported();
  if (readsBody && !isPlainMediaType(type ?? '')) throw unsupported();
}

function notAcceptable(): ApiError {
  const detail = `The service answers with ${MEDIA_TYPE}; the Accept header must allow it without media type parameters`;
  return new ApiError([errorObject('not-acceptable', detail)]);
}

function unsupported(): ApiError {
  const detail = `Content-Type must be exactly ${MEDIA_TYPE}, without parameters`;
  return new ApiError([errorObject('unsupported-media-type', detail)]);
}
