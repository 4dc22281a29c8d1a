import { LRUCache } from 'lru-cache';

/** How many results a function remembers. */
const MAX_RESULTS = 100;
/** Results for longer texts are not remembered: what is kept for clients stays small, whatever they send. */
const MAX_LENGTH = 500;

/**
 * The same function of a text, which remembers its results for the texts that were asked for last. Its results must not be changed. What it
 * throws is not remembered.
 */
export function memoize<Result extends object>(compute: (text: string) => Result): (text: string) => Result {
  const results = new LRUCache<string, Result>({ max: MAX_RESULTS, memoMethod: (text) => compute(text) });
  return (text) => (text.length > MAX_LENGTH ? compute(text) : results.memo(text));
}
