import type { Answer } from './failure.ts';
import type { Probe } from '../probe.ts';
import type { Standing } from './standing.ts';

/** How much longer the others have once a host has answered that may be enough. */
const OTHERS_MILLIS = 200;

/**
 * Asks all hosts at once.
 * @param isEnough whether an answer spares a long wait for hosts that are silent
 * @returns the answers in the order of the hosts
 */
export async function askAll(
  probes: readonly Probe<Standing>[],
  isEnough: (standing: Standing) => boolean,
): Promise<readonly Answer[]> {
  const answers = new Map<Probe<Standing>, Answer>();
  const { promise: hasWaited, resolve: endWait } = Promise.withResolvers<undefined>();
  const all = probes.map(async (probe) => {
    const answer = await answerOf(probe);
    answers.set(probe, answer);
    if ('standing' in answer && isEnough(answer.standing)) setTimeout(() => endWait(undefined), OTHERS_MILLIS).unref();
  });
  await Promise.race([Promise.all(all), hasWaited]);
  return probes.flatMap((probe) => answers.get(probe) ?? []);
}

function answerOf(probe: Probe<Standing>): Promise<Answer> {
  const { endpoint } = probe;
  return probe.ask().then(
    (standing) => ({ endpoint, standing }),
    (error: unknown) => ({ endpoint, error }),
  );
}
