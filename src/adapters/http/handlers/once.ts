import type { StoredAnswer } from '#application/ports/idempotency-store';
import type { Attempt, RunWrite } from '#application/writing/attempts';
import type { Answer } from '../answer/answer.ts';
import type { WriteAnswer } from '../answer/write-answer.ts';
import { ApiError, errorObject } from '../api/errors.ts';
import type { KeyLimits } from '../api/limits.ts';
import { atomicFormat, MEDIA_TYPE, plainFormat, type JsonApiMember } from '../api/media-types.ts';
import type { KeyedRequest } from '../request/idempotency-key.ts';
import type { KeyedOutcome } from './handler.ts';

/**
 * Runs a write and stores its answer in the same transaction, or gives the answer that is stored already.
 * @throws ApiError 409 while the same key is in use, 422 if it was used for another request; whatever `write` throws: nothing is stored then
 */
export type RunOnce = (
  by: Writer,
  keyed: KeyedRequest,
  write: (attempt: Attempt) => Promise<WriteAnswer>,
  toAnswer: (written: WriteAnswer) => Answer,
) => Promise<Answer>;

/** Who writes. */
export interface Writer {
  readonly runWrite: RunWrite;
  /** A digest of what decides how much of an answer they may see; undefined: everything. */
  readonly viewer: string | undefined;
}

/** One for all routes: a key is one key wherever it is sent. */
export function runnerByKey(
  { idempotencyTtlSeconds, idempotencyMaxAnswerBytes }: KeyLimits,
  onOutcome: (outcome: KeyedOutcome) => void,
): RunOnce {
  // Keys in use by this process are refused without waiting for a connection; the storage knows those of the others.
  const inFlight = new Set<string>();

  function answer(...[{ runWrite, viewer }, { key, request }, run, toAnswer]: Parameters<RunOnce>): Promise<Outcome> {
    return runWrite(async (attempt) => {
      const claim = await attempt.answers.claim(key, request);
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
          const written = await run(attempt);
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
      onOutcome(outcome);
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
  const detail = 'A request with the same Idempotency-Key is being processed; repeat this one later';
  return new ApiError([errorObject('idempotency-key-in-use', detail)], { 'Retry-After': '1' });
}

function reused(): ApiError {
  const detail =
    'The Idempotency-Key was used for another request; a repetition has the same method, URL, body, If-Match and If-None-Match';
  return new ApiError([errorObject('idempotency-key-reused', detail)]);
}

// Answers as they are stored with their writes, and as they are repeated.

/** An answer that is too long is replaced by a document that says so. */
function toStore(written: WriteAnswer, answer: Answer, maxBytes: number): Omit<StoredAnswer, 'viewer'> {
  const { status, headers = {} } = answer;
  const { Location: location, ETag: etag, 'Content-Type': type = MEDIA_TYPE } = headers;
  if (written.status === 204 || !('text' in answer))
    return { status, location, etag, contentType: undefined, body: undefined };
  if (Buffer.byteLength(answer.text) <= maxBytes)
    return { status, location, etag, contentType: type, body: answer.text };
  return { status, location, etag: undefined, contentType: type, body: alreadyDone(written.document.jsonapi) };
}

function alreadyDone(jsonapi: JsonApiMember): string {
  return JSON.stringify({ meta: { message: 'Already done; read the resource' }, jsonapi });
}

/** An answer to somebody who could see something else when it was given. */
function shortened(answer: StoredAnswer): StoredAnswer {
  if (answer.body === undefined) return { ...answer, etag: undefined };
  const { jsonapi } = answer.contentType === atomicFormat.mediaType ? atomicFormat : plainFormat;
  return { ...answer, etag: undefined, body: alreadyDone(jsonapi) };
}

/** The answer to a repetition. */
function replay({ status, location, etag, contentType, body }: StoredAnswer): Answer {
  const headers = {
    ...(location !== undefined && { Location: location }),
    ...(etag !== undefined && { ETag: etag }),
    ...(contentType !== undefined && { 'Content-Type': contentType }),
    'Idempotent-Replayed': 'true',
  };
  return body === undefined ? { status: 204, headers } : { status: status === 201 ? 201 : 200, headers, text: body };
}
