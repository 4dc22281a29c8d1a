// Answers as they are stored with their writes, and as they are repeated.
import type { StoredAnswer } from '../../../application/ports/answer-store.ts';
import type { Answer } from '../handlers/handler.ts';
import type { WriteAnswer } from '../answer/write-answer.ts';
import { MEDIA_TYPE } from '../jsonapi/documents/media-type.ts';

/** An answer that is too long is replaced by a document that says so. */
export function toStore(written: WriteAnswer, answer: Answer, maxBytes: number): StoredAnswer {
  const { status, headers = {} } = answer;
  const { Location: location, ETag: etag, 'Content-Type': type = MEDIA_TYPE } = headers;
  if (written.status === 204 || !('text' in answer))
    return { status, location, etag, contentType: undefined, body: undefined };
  if (Buffer.byteLength(answer.text) <= maxBytes)
    return { status, location, etag, contentType: type, body: answer.text };
  const instead = { meta: { message: 'Already done; read the resource' }, jsonapi: written.document.jsonapi };
  return { status, location, etag: undefined, contentType: type, body: JSON.stringify(instead) };
}

/** The answer to a repetition. */
export function replay({ status, location, etag, contentType, body }: StoredAnswer): Answer {
  const headers = {
    ...(location !== undefined && { Location: location }),
    ...(etag !== undefined && { ETag: etag }),
    ...(contentType !== undefined && { 'Content-Type': contentType }),
    'Idempotent-Replayed': 'true',
  };
  return body === undefined ? { status: 204, headers } : { status: status === 201 ? 201 : 200, headers, text: body };
}
