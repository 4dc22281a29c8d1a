import type { Position } from '../../../application/model/position.ts';
import type { Transaction } from '../../../application/ports/unit-of-work.ts';
import type { Guard } from '../../../application/writing.ts';
import type { ResourceType } from '../../../application/model/schema.ts';
import type { Entity } from '../../../domain/entity.ts';
import { precondition } from '../conditions/precondition.ts';
import type { Once } from '../idempotency/once.ts';
import { CONSISTENCY_TOKEN, writeToken } from '../consistency/consistency-token.ts';
import type { Answer, Api, ApiRequest, Handler } from './handler.ts';
import { toAnswer, type WriteAnswer } from './write-answer.ts';

/**
 * Checks the query string and the document of a request that writes, without the storage.
 * @throws ApiError
 */
export type PrepareWrite = (request: ApiRequest) => PreparedWrite;

/**
 * Runs the use case and renders what it stored, so that what cannot be rendered is not stored. Has no other effect: a collision runs it again.
 * @param guard called with the locked target; with undefined by a write that has none
 */
export type PreparedWrite = (transaction: Transaction, guard?: Guard<Entity | undefined>) => Promise<WriteAnswer>;

/**
 * Handles requests by a write in a transaction of its own. A request with a key is written once, however often it is sent.
 * @param target as of `precondition`
 */
export function inTransaction(
  { use, epochMark }: Api,
  once: Once,
  prepare: PrepareWrite,
  target: ResourceType | undefined,
): Handler {
  return async (request) => {
    const write = prepare(request);
    const mark = await epochMark();
    const guard = precondition(request.conditions, { type: target, mark });
    const run = (transaction: Transaction): Promise<WriteAnswer> => write(transaction, guard);
    const answer = await (request.keyed === undefined
      ? use.unitOfWork.write(run).then((written) => toAnswer(written, mark))
      : once(request.keyed, run, (written) => toAnswer(written, mark)));
    return withToken(answer, await use.unitOfWork.position());
  };
}

/** A repeated answer gets a new one, too: its write is older. */
function withToken(answer: Answer, position: Position | undefined): Answer {
  if (position === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, [CONSISTENCY_TOKEN]: writeToken(position) } };
}
