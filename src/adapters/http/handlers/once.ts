import type { StoredAnswer } from '#application/ports/idempotency-store';
import type { Attempt, RunWrite } from '#application/writing/attempts';
import type { Answer } from '../answer/answer.ts';
import type { WriteAnswer } from '../answer/write-answer.ts';
import { ApiError, errorObject } from '../api/errors.ts';
import type { KeyLimits } from '../api/limits.ts';
import { MEDIA_TYPE } from '../api/media-types.ts';
import type { KeyedRequest } from '../request/idempotency-key.ts';
import type { KeyedOutcome } from './handler.ts';

/**
 * Runs a write and stores its answer in the same transaction, or gives the answer that is stored already.
 * @throws ApiError 409 while the same key is in use, 422 if it was used for another request; whatever `write` throws: nothing is stored then
 */
export type RunOnce = (
  keyed: KeyedRequest,
  write: (attempt: Attempt) => Promise<WriteAnswer>,
  toAnswer: (written: WriteAnswer) => Answer,
) => Promise<Answer>;

/** One for all routes: a key is one key wherever it is sent. */
export function runnerByKey(
  runWrite: RunWrite,
  { idempotencyTtlSeconds, idempotencyMaxAnswerBytes }: KeyLimits,
  onOutcome: (outcome: KeyedOutcome) => void,
): RunOnce {
  // Keys in use by this process are refused without waiting for a connection; the storage knows those of the others.
  const inFlight = new Set<string>();

  function answer(...[{ key, request }, run, toAnswer]: Parameters<RunOnce>): Promise<Outcome> {
    return runWrite(async (attempt) => {
      const claim = await attempt.answers.claim(key, request);
      switch (claim.kind) {
        case 'in use':
          throw inUse();
        case 'reused':
          throw reused();
        case 'answered':
          return { outcome: 'replayed', answer: replay(claim.answer) };
        case 'new': {
          const written = await run(attempt);
          const given = toAnswer(written);
          await claim.keep(toStore(written, given, idempotencyMaxAnswerBytes), idempotencyTtlSeconds);
          return { outcome: 'stored', answer: given };
        }
      }
    });
  }

  return async (keyed, run, toAnswer) => {
    if (inFlight.has(keyed.key)) throw inUse();
    inFlight.add(keyed.key);
    try {
      const { outcome, answer: given } = await answer(keyed, run, toAnswer);
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
function toStore(written: WriteAnswer, answer: Answer, maxBytes: number): StoredAnswer {
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
function replay({ status, location, etag, contentType, body }: StoredAnswer): Answer {
  const headers = {
    ...(location !== undefined && { Location: location }),
    ...(etag !== undefined && { ETag: etag }),
    ...(contentType !== undefined && { 'Content-Type': contentType }),
    'Idempotent-Replayed': 'true',
  };
  return body === undefined ? { status: 204, headers } : { status: status === 201 ? 201 : 200, headers, text: body };
}
