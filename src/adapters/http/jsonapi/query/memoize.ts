import { LRUCache } from 'lru-cache';

const MAX_RESULTS = 100;
/** Results for longer strings are not cached: it bounds the memory that clients can occupy. */
const MAX_LENGTH = 500;

/** Caches the results of a function of a string, least recently used out first. Results must not be changed; errors are not cached. */
export function memoize<Result extends object>(compute: (text: string) => Result): (text: string) => Result {
  const results = new LRUCache<string, Result>({ max: MAX_RESULTS, memoMethod: (text) => compute(text) });
  return (text) => (text.length > MAX_LENGTH ? compute(text) : results.memo(text));
}
