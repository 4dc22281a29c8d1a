import type { StoredAnswer } from '#application/ports/idempotency-store';
import type { KeyedOutcome, Observe } from '#application/ports/observation';
import type { WriteTransaction, RunWrite } from '#application/writing/write-transaction';
import type { Answer } from '../answer/answer.ts';
import type { Document } from '../answer/render-document.ts';
import type { WriteAnswer } from '../answer/write-answer.ts';
import { ApiError, errorObject } from '../api/errors.ts';
import type { KeyLimits } from '../api/limits.ts';
import { MEDIA_TYPE } from '../api/media-types.ts';
import type { KeyedRequest } from '../request/idempotency-key.ts';

/**
 * Runs a write and stores its response in the same transaction, or returns the response already stored.
 * @throws ApiError 409 while the same key is in use, 422 if it was used for another request; the error of `write`: then nothing is stored
 */
export type RunOnce = (
  by: Writer,
  keyed: KeyedRequest,
  write: (transaction: WriteTransaction) => Promise<WriteAnswer>,
  toAnswer: (written: WriteAnswer) => Answer,
) => Promise<Answer>;

/** The sender of a write. */
export interface Writer {
  readonly runWrite: RunWrite;
  /** A digest of the rules and claims that decide how much of a response they may see; undefined: everything. */
  readonly viewer: string | undefined;
}

/** Shared by all routes, because a key is the same key on every route. */
export function runnerByKey(
  { idempotencyTtlSeconds, idempotencyMaxAnswerBytes }: KeyLimits,
  observe: Observe,
): RunOnce {
  // Keys in use by this process are refused without waiting for a connection. The storage finds those of other processes.
  const inFlight = new Set<string>();

  function answer(...[{ runWrite, viewer }, { key, request }, run, toAnswer]: Parameters<RunOnce>): Promise<Outcome> {
    return runWrite(async (transaction) => {
      const claim = await transaction.answers.claim(key, request);
      switch (claim.kind) {
        case 'in use':
          throw inUse();
        case 'reused':
          throw reused();
        case 'answered':
          return {
            outcome: 'replayed',
            answer: replay(viewer === claim.answer.viewer ? claim.answer : shortened(claim.answer)),
          };
        case 'new': {
          const written = await run(transaction);
          const given = toAnswer(written);
          const stored = toStore(written, given, idempotencyMaxAnswerBytes);
          await claim.keep({ ...stored, viewer }, idempotencyTtlSeconds);
          return { outcome: 'stored', answer: given };
        }
      }
    });
  }

  return async (by, keyed, run, toAnswer) => {
    if (inFlight.has(keyed.key)) throw inUse();
    inFlight.add(keyed.key);
    try {
      const { outcome, answer: given } = await answer(by, keyed, run, toAnswer);
      observe({ kind: 'keyed answer', outcome });
      return given;
    } finally {
      inFlight.delete(keyed.key);
    }
  };
}

interface Outcome {
  readonly outcome: KeyedOutcome;
  readonly answer: Answer;
}

function inUse(): ApiError {
  const detail = 'A request with the same Idempotency-Key is still being processed; try again later';
  return new ApiError([errorObject('idempotency-key-in-use', detail)], { 'Retry-After': '1' });
}

function reused(): ApiError {
  const detail =
    'The Idempotency-Key was used for a different request; a retry must have the same method, URL, body, If-Match and If-None-Match';
  return new ApiError([errorObject('idempotency-key-reused', detail)]);
}

// Responses as they are stored with their writes, and as they are replayed.

/** Replaces a response that is too long with a document that tells the client to read the resource. */
function toStore(written: WriteAnswer, answer: Answer, maxBytes: number): Omit<StoredAnswer, 'viewer'> {
  const { status, headers = {} } = answer;
  const { Location: location, ETag: etag, 'Content-Type': type = MEDIA_TYPE } = headers;
  if (written.status === 204 || !('text' in answer))
    return { status, location, etag, contentType: undefined, body: undefined };
  if (Buffer.byteLength(answer.text) <= maxBytes)
    return { status, location, etag, contentType: type, body: answer.text };
  return { status, location, etag: undefined, contentType: type, body: alreadyDone(answer.text) };
}

/** A document in the same version of JSON:API that only confirms success. */
function alreadyDone(text: string): string {
  const { links, jsonapi } = JSON.parse(text) as Pick<Document, 'links' | 'jsonapi'>;
  const { describedby } = links ?? {};
  const meta = { message: 'Already done; read the resource' };
  return JSON.stringify({ meta, ...(describedby !== undefined && { links: { describedby } }), jsonapi });
}

/** The response to a sender whose permissions or claims have changed since it was stored: no tag, and a body that only confirms success. */
function shortened(answer: StoredAnswer): StoredAnswer {
  if (answer.body === undefined) return { ...answer, etag: undefined };
  return { ...answer, etag: undefined, body: alreadyDone(answer.body) };
}

/** The response to a repeated request. */
function replay({ status, location, etag, contentType, body }: StoredAnswer): Answer {
  const headers = {
    ...(location !== undefined && { Location: location }),
    ...(etag !== undefined && { ETag: etag }),
    ...(contentType !== undefined && { 'Content-Type': contentType }),
    'Idempotent-Replayed': 'true',
  };
  return body === undefined ? { status: 204, headers } : { status: status === 201 ? 201 : 200, headers, text: body };
}
