import type { IncomingMessage } from 'node:http';
import { ApiError, errorObject } from '../jsonapi/documents/errors.ts';
import {
  acceptsDocument,
  hasMediaTypeParameters,
  isPlainMediaType,
  MEDIA_TYPE,
} from '../jsonapi/documents/media-type.ts';

/**
 * Content negotiation (JSON:API 1.0, Server Responsibilities).
 * @throws ApiError 406 when the client accepts no JSON:API document; 415 for media type parameters, or another type of a body that is read
 */
export function negotiate({ headers }: IncomingMessage, readsBody: boolean): void {
  if (!acceptsDocument(headers.accept)) {
    const detail = `The service answers with ${MEDIA_TYPE}; the Accept header must allow it without media type parameters`;
    throw new ApiError([errorObject('not-acceptable', detail)]);
  }
  const type = headers['content-type'] ?? '';
  const isSupported = readsBody ? isPlainMediaType(type) : !hasMediaTypeParameters(type);
  if (!isSupported) {
    const detail = `Content-Type must be exactly ${MEDIA_TYPE}, without parameters`;
    throw new ApiError([errorObject('unsupported-media-type', detail)]);
  }
}
