import { LRUCache } from 'lru-cache';

const MAX_RESULTS = 100;
/** Results for longer strings are not cached: it bounds the memory that clients can occupy. */
const MAX_LENGTH = 500;

/**
 * Caches the results of a function of a string, least recently used out first. Results must not be changed; errors are not cached.
 * @param compute its other arguments must depend on the string only
 */
export function memoize<Result extends object, Given extends readonly unknown[] = []>(
  compute: (text: string, ...given: Given) => Result,
): (text: string, ...given: Given) => Result {
  const results = new LRUCache<string, Result, () => Result>({
    max: MAX_RESULTS,
    memoMethod: (_text, _stale, { context: result }) => result(),
  });
  return (text, ...given) => {
    const result = (): Result => compute(text, ...given);
    return text.length > MAX_LENGTH ? result() : results.memo(text, { context: result });
  };
}
