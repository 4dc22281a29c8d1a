import type { Positions } from '#application/ports/positions';
import type { WriteTransaction } from '#application/writing/write-transaction';
import type { Answer } from '../answer/answer.ts';
import type { EpochMark } from '../answer/entity-tags.ts';
import { toAnswer, type WriteAnswer } from '../answer/write-answer.ts';
import { ApiError } from '../api/errors.ts';
import { CONSISTENCY_TOKEN, writeToken } from '../request/consistency-token.ts';
import { viewerOf } from '../request/read-rules.ts';
import type { Api, ReceivedRequest } from './handler.ts';
import { runnerByKey } from './once.ts';

/**
 * Runs the work of a request in a transaction. A request with a key is carried out once, however often it is sent.
 * @param work must have no other effects, as it is retried after a collision
 */
export type Transact = (
  request: Pick<ReceivedRequest, 'actor' | 'requestId' | 'keyed'>,
  work: (transaction: WriteTransaction, mark: EpochMark) => Promise<WriteAnswer>,
) => Promise<Answer>;

/** Shared by all routes, because a key is the same key on every route. */
export function transactions(api: Api): Transact {
  const { use, limits, epochMark, observe } = api;
  const once = runnerByKey(limits, observe);
  return async ({ actor, requestId, keyed }, work) => {
    const { runWrite } = use.by(actor, requestId);
    const mark = await epochMark();
    const run = (transaction: WriteTransaction): Promise<WriteAnswer> => work(transaction, mark);
    const write = async (): Promise<Answer> =>
      keyed === undefined
        ? toAnswer(await runWrite(run), mark)
        : once({ runWrite, viewer: viewerOf(api, actor) }, keyed, run, (written) => toAnswer(written, mark));
    const answer = await write().catch((error: unknown) => refuse(error, use.positions));
    return { ...answer, headers: { ...answer.headers, ...(await tokenHeader(use.positions)) } };
  };
}

/** Adds a token to a 412, because a client that reads again must see the change that caused it. */
async function refuse(error: unknown, positions: Positions | undefined): Promise<never> {
  if (!(error instanceof ApiError) || error.status !== 412) throw error;
  throw new ApiError(error.errors, { ...error.headers, ...(await tokenHeader(positions)) }, error.omitted);
}

/** Replayed responses also get a new token, because their content is not newer than it. */
export async function tokenHeader(positions: Positions | undefined): Promise<Readonly<Record<string, string>>> {
  const position = await positions?.currentPosition();
  return position === undefined ? {} : { [CONSISTENCY_TOKEN]: writeToken(position) };
}
