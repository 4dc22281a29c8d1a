/** Names that are written begin with this, then have a number. */
export const NAME_START = 'w#';

/** A clock that all threads and processes share, in milliseconds. */
export function monotonicMillis(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
