import type { Outcome } from './attempt.ts';
import type { Counter } from './counters.ts';
import { count, INCREMENTS } from './figures.ts';
import { sendKeyed } from './keyed-writer.ts';
import type { Random } from './random.ts';
import { sendToAny, type RunContext } from './run-context.ts';

const RIVALS = 2;

/**
 * Reads a counter and increments it several times at once with the tag just seen: once at most.
 * @returns an outcome
 * @throws Violation when two increments lead to the same number
 */
export async function incrementCounter(
  context: RunContext,
  counter: Counter,
  random: Random,
  isOver: () => boolean,
): Promise<Outcome> {
  const read = await sendToAny(context, { method: 'GET', path: counter.path }, random);
  if (read.kind !== 'acknowledged') return read;
  const { request, number } = counter.increment(read);
  const learn = (outcome: Outcome): void => {
    if (outcome.kind === 'acknowledged') count(context.figures.increments, INCREMENTS.done);
    if (outcome.kind === 'refused' && outcome.status === 412) count(context.figures.increments, INCREMENTS.tooLate);
    counter.learn(number, outcome);
  };
  const rivals = Array.from({ length: RIVALS }, async () => {
    if (counter.isKeyed) return sendKeyed(context, request, random, { isOver, handleOutcome: learn });
    const outcome = await sendToAny(context, request, random);
    learn(outcome);
    return outcome;
  });
  const [outcome = read] = await Promise.all(rivals);
  return outcome;
}
