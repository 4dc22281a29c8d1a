import type { Conditions } from './conditions.ts';
import { preconditionFailed, weakTagAdvice } from './precondition-failed.ts';

/**
 * Evaluates the conditions of a GET or HEAD that would get 200. Koa's `fresh` would send the answer all the same to a client that adds
 * `Cache-Control: no-cache`, as `fetch` does with If-None-Match.
 * @param tag of the answer, with its quotes; empty if it has none
 * @returns whether the client has this answer already: 304
 * @throws ApiError 412
 */
export function isCurrent({ ifMatch, ifNoneMatch }: Conditions, tag: string): boolean {
  if (ifMatch?.kind === 'tags' && !ifMatch.tags.some(({ text, isWeak }) => !isWeak && `"${text}"` === tag)) {
    const detail = `The answer has none of the entity tags in If-Match${weakTagAdvice(ifMatch)}`;
    throw preconditionFailed('If-Match', detail);
  }
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.kind === 'any' || ifNoneMatch.tags.some(({ text }) => `"${text}"` === tag);
}
