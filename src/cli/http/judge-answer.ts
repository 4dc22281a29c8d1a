// What an answer says about its request: was it carried out, can it be sent again?
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { hasCode, reasonsOf } from './errors-of-answer.ts';

/** Answered for good. */
export type Answer =
  | { readonly kind: 'stream'; readonly stream: IncomingMessage }
  | { readonly kind: 'text'; readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

/** The service did nothing, and may do it later. */
export interface NotDone {
  readonly kind: 'not done';
  readonly reason: string;
  readonly retryAfterMillis?: number;
}

/** Nobody can tell whether the service did it. */
export interface Unsure {
  readonly kind: 'unsure';
  readonly reason: string;
  readonly retryAfterMillis?: number;
}

export function judgeAnswer(status: number, headers: IncomingHttpHeaders, text: string): Answer | NotDone | Unsure {
  const retryAfterMillis = retryAfterOf(headers);
  const again = {
    reason: reasonsOf(status, text).join('; '),
    ...(retryAfterMillis !== undefined && { retryAfterMillis }),
  };
  // An earlier attempt is still under way.
  if (hasCode(text, 'idempotency-key-in-use')) return { kind: 'unsure', ...again };
  if (retryAfterMillis !== undefined && isNotDone(status, text)) return { kind: 'not done', ...again };
  // A proxy answers 502 or 504 when it got no answer itself. The service's own 500 has changed nothing.
  if (status >= 500 && !hasCode(text, 'internal-error')) return { kind: 'unsure', ...again };
  return { kind: 'text', status, headers, text };
}

/** With `Retry-After`. A proxy's own 504 does not say that nothing was done. */
function isNotDone(status: number, text: string): boolean {
  if (hasCode(text, 'commit-outcome-unknown')) return false;
  return status === 429 || status === 503 || (status === 504 && hasCode(text, 'query-timeout'));
}

/** RFC 9110, 10.2.3: seconds or a date. */
function retryAfterOf({ 'retry-after': text }: IncomingHttpHeaders): number | undefined {
  if (text === undefined) return undefined;
  const millis = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(millis) ? undefined : Math.max(millis, 0);
}
