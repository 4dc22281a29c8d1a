import type { Positions } from '../../../application/ports/positions.ts';
import type { Attempt } from '../../../application/writing/attempts.ts';
import type { ResourceType } from '../../../domain/schema.ts';
import type { Entity } from '../../../domain/entity.ts';
import { precondition } from '../conditions/precondition.ts';
import type { Once } from '../idempotency/once.ts';
import { CONSISTENCY_TOKEN, writeToken } from '../consistency/consistency-token.ts';
import { ApiError } from '../jsonapi/documents/errors.ts';
import type { Answer, Api, ApiRequest, Handler } from './handler.ts';
import { toAnswer, type WriteAnswer } from './write-answer.ts';

/**
 * Checks the query string and the document of a request that writes, without the storage.
 * @throws ApiError
 */
export type PrepareWrite = (request: ApiRequest) => PreparedWrite;

/**
 * Runs the use case and renders what it stored, so that what cannot be rendered is not stored. Has no other effect: a collision runs it again.
 */
export type PreparedWrite = (attempt: Attempt, guard?: WriteGuard) => Promise<WriteAnswer>;

/** As `Guard`; called with undefined by a write that has no target. */
export type WriteGuard = (target: Entity | undefined) => void;

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
    const run = (attempt: Attempt): Promise<WriteAnswer> => write(attempt, guard);
    const writeOnce = async (): Promise<Answer> =>
      request.keyed === undefined
        ? toAnswer(await use.runWrite(run), mark)
        : once(request.keyed, run, (written) => toAnswer(written, mark));
    const answer = await writeOnce().catch((error: unknown) => refuse(error, use.positions));
    return { ...answer, headers: { ...answer.headers, ...(await tokenHeader(use.positions)) } };
  };
}

/** Whoever reads again after a 412 has to see the change that it is about. */
async function refuse(error: unknown, positions: Positions | undefined): Promise<never> {
  if (!(error instanceof ApiError) || error.status !== 412) throw error;
  throw new ApiError(error.errors, { ...error.headers, ...(await tokenHeader(positions)) }, error.omitted);
}

/** A repeated answer gets a new one, too: what it shows is no older. */
async function tokenHeader(positions: Positions | undefined): Promise<Readonly<Record<string, string>>> {
  const position = await positions?.position();
  return position === undefined ? {} : { [CONSISTENCY_TOKEN]: writeToken(position) };
}
