/** The prefix of written names, before their number. */
export const NAME_START = 'w#';

/** A clock that all threads and processes share, in milliseconds. */
export function monotonicMillis(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
