// Requests with an Idempotency-Key, each repeated until it is known whether it has happened: during the run or, at the latest, after it.
import type { Outcome, Request } from './attempt.ts';
import { count, KEYED, type Figures } from './figures.ts';
import { isKnown, KeyedRequest, type Send } from './keyed-request.ts';
import type { Random } from './random.ts';
import { sendToAny, type HandleOutcome, type RunContext } from './run-context.ts';
import { Violation } from './violation.ts';

/** The longest time that a request may stay undecided once everything runs again. */
const SETTLING_MILLIS = 60_000;
/** The most successful requests that are repeated after the run. */
const REPEATED = 300;

interface Delivery {
  readonly isOver: () => boolean;
  /** Called once the outcome is known: after the run, if it is over before. */
  readonly handleOutcome: HandleOutcome;
}

/**
 * Sends a request with a key until its outcome is known, now and then in two copies at once.
 * @returns the last outcome
 * @throws Violation when answers contradict each other or the outcome is wrong
 */
export async function sendKeyed(
  context: RunContext,
  request: Request,
  random: Random,
  { isOver, handleOutcome }: Delivery,
): Promise<Outcome> {
  const keyed = new KeyedRequest(request);
  const send = countedSend(context, random);
  const copy = random.below(4) === 0 ? keyed.send(send) : undefined;
  const [outcome] = await Promise.all([keyed.sendUntilKnown(send, isOver), copy]);
  if (isKnown(outcome)) handleOutcome(outcome);
  else context.unfinished.push({ keyed, handleOutcome });
  if (outcome.kind === 'acknowledged') context.repeatable.push(keyed);
  return outcome;
}

/**
 * Repeats an earlier request, regardless of later changes.
 * @throws Violation when its answer is another one now
 */
export async function repeatEarlier(context: RunContext, random: Random): Promise<Outcome | undefined> {
  return random.pick(context.repeatable)?.send(countedSend(context, random));
}

/** Settles, once everything runs again, what the end of the run has left open; then repeats some of the other requests. */
export async function settle(context: RunContext, random: Random): Promise<void> {
  const { figures, unfinished, repeatable } = context;
  const send = countedSend(context, random);
  for (const { keyed, handleOutcome } of unfinished)
    await noting(figures, async () => {
      const end = performance.now() + SETTLING_MILLIS;
      const outcome = await keyed.sendUntilKnown(send, () => performance.now() > end);
      if (!isKnown(outcome)) throw new Violation(`undecided after ${SETTLING_MILLIS} ms: ${outcome.kind}`);
      count(figures.keyed, KEYED.settled);
      handleOutcome(outcome);
    });
  const every = Math.max(1, Math.ceil(repeatable.length / REPEATED));
  for (const keyed of repeatable.filter((_, index) => index % every === 0))
    await noting(figures, async () => {
      const outcome = await keyed.send(send);
      if (outcome.kind !== 'acknowledged')
        throw new Violation(`a stored answer is not given: ${JSON.stringify(outcome)}`);
    });
}

async function noting(figures: Figures, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    figures.addViolation('keyed requests after the run', error);
  }
}

function countedSend(context: RunContext, random: Random): Send {
  const { keyed } = context.figures;
  return async (request) => {
    const outcome = await sendToAny(context, request, random);
    count(keyed, KEYED.sent);
    if (outcome.kind === 'unknown') count(keyed, KEYED.unknown);
    if (outcome.kind === 'refused' && outcome.code === 'idempotency-key-in-use') count(keyed, KEYED.inUse);
    if (outcome.kind === 'acknowledged' && outcome.response.headers['idempotent-replayed'] === 'true')
      count(keyed, KEYED.replayed);
    return outcome;
  };
}
