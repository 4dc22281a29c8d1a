import type { Positions } from '#application/ports/positions';
import type { Attempt } from '#application/writing/attempts';
import type { Answer } from '../answer/answer.ts';
import type { EpochMark } from '../answer/entity-tags.ts';
import { viewerOf } from '../answer/tagged-renderers.ts';
import { toAnswer, type WriteAnswer } from '../answer/write-answer.ts';
import { ApiError } from '../api/errors.ts';
import { CONSISTENCY_TOKEN, writeToken } from '../request/consistency-token.ts';
import type { Api, ReceivedRequest } from './handler.ts';
import { runnerByKey } from './once.ts';

/**
 * Runs the work of a request in a transaction. A request with a key is carried out once, however often it is sent.
 * @param work must have no other effects, as it is retried after a collision
 */
export type Transact = (
  request: Pick<ReceivedRequest, 'actor' | 'keyed'>,
  work: (attempt: Attempt, mark: EpochMark) => Promise<WriteAnswer>,
) => Promise<Answer>;

/** One for all routes: a key is one key wherever it is sent. */
export function transactions(api: Api): Transact {
  const { use, limits, epochMark, onKeyedAnswer } = api;
  const once = runnerByKey(limits, onKeyedAnswer);
  return async ({ actor, keyed }, work) => {
    const { runWrite } = use.by(actor);
    const mark = await epochMark();
    const run = (attempt: Attempt): Promise<WriteAnswer> => work(attempt, mark);
    const write = async (): Promise<Answer> =>
      keyed === undefined
        ? toAnswer(await runWrite(run), mark)
        : once({ runWrite, viewer: viewerOf(api, actor) }, keyed, run, (written) => toAnswer(written, mark));
    const answer = await write().catch((error: unknown) => refuse(error, use.positions));
    return { ...answer, headers: { ...answer.headers, ...(await tokenHeader(use.positions)) } };
  };
}

/** A client that reads again after a 412 must see the change that caused it, so the error has a token, too. */
async function refuse(error: unknown, positions: Positions | undefined): Promise<never> {
  if (!(error instanceof ApiError) || error.status !== 412) throw error;
  throw new ApiError(error.errors, { ...error.headers, ...(await tokenHeader(positions)) }, error.omitted);
}

/** Replayed answers get a new token, too: what they show is no newer than that. */
async function tokenHeader(positions: Positions | undefined): Promise<Readonly<Record<string, string>>> {
  const position = await positions?.currentPosition();
  return position === undefined ? {} : { [CONSISTENCY_TOKEN]: writeToken(position) };
}
