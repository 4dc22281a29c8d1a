// The time within which streams must deliver a write. The service promises 250 ms on a quiet machine, with a median of 60 ms.
import type { Uptime } from '../uptime.ts';

/**
 * The longest time from the acknowledgement of a write to its frame in a stream: a second, multiplied by the factor for a busy machine. That is four
 * times the promise, because processes start all the time here.
 */
export function longestDelay({ recoveryMillis }: Pick<Uptime, 'recoveryMillis'>): number {
  return recoveryMillis / 5;
}

/** With fewer delays the median is a matter of luck. */
const ENOUGH = 20;

/** @returns a sentence if the median is more than a quarter of the longest delay, even if each delay is allowed */
export function judgeDelays(millis: readonly number[], uptime: Pick<Uptime, 'recoveryMillis'>): readonly string[] {
  const median = millis.toSorted((one, other) => one - other)[Math.floor(millis.length / 2)] ?? 0;
  const allowed = longestDelay(uptime) / 4;
  if (millis.length < ENOUGH || median <= allowed) return [];
  return [
    `half of the writes took more than ${Math.round(median)} ms to reach a stream; ${Math.round(allowed)} ms is allowed`,
  ];
}
