import { MEDIA_TYPE } from './operations.ts';

export type Fetch = (request: Request) => Promise<Response>;

export interface RetrySettings {
  /** How often a request is sent at most; 1 turns retries off. Default 4. */
  readonly attempts?: number;
  /** The longest time to wait between two attempts; if the service asks for more, its answer is final. Default 30,000. */
  readonly maxWaitMillis?: number;
}

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 503, 504]);
const FIRST_WAIT_MILLIS = 200;

/**
 * Retries what can be retried without doing anything twice:
 *
 * - GET, when it gets no answer, or 429, 503 or 504
 * - any method, when the service itself answers so and asks to retry with `Retry-After`: it has changed nothing then
 *
 * A write whose answer never came, or came from a proxy, is not repeated: it may have been carried out.
 */
export function retrying(send: Fetch, { attempts = 4, maxWaitMillis = 30_000 }: RetrySettings = {}): Fetch {
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await attemptOf(send, request);
      const wait = attempt < attempts ? waitBefore(outcome, request, attempt) : undefined;
      if (wait === undefined || wait > maxWaitMillis) {
        if ('error' in outcome) throw outcome.error;
        return outcome.response;
      }
      if ('response' in outcome) await outcome.response.body?.cancel();
      await pause(wait, request.signal);
    }
  };
}

type Outcome = { readonly response: Response } | { readonly error: unknown };

async function attemptOf(send: Fetch, request: Request): Promise<Outcome> {
  try {
    // A request can be sent once, because sending reads its body.
    return { response: await send(request.clone()) };
  } catch (error) {
    request.signal.throwIfAborted();
    return { error };
  }
}

/** How many milliseconds to wait before the next attempt; undefined if there must be none. */
function waitBefore(outcome: Outcome, { method }: Request, attempt: number): number | undefined {
  const backoff = FIRST_WAIT_MILLIS * 2 ** (attempt - 1) * (0.5 + Math.random());
  if ('error' in outcome) return method === 'GET' ? backoff : undefined;
  const { status, headers } = outcome.response;
  if (!RETRIED_STATUSES.has(status)) return undefined;
  const asked = millisOf(headers.get('Retry-After'));
  if (method === 'GET') return asked ?? backoff;
  return headers.get('Content-Type') === MEDIA_TYPE ? asked : undefined;
}

/** Reads `Retry-After`, which is seconds or a date. */
function millisOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const millis = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(millis) ? undefined : Math.max(0, millis);
}

/** @throws the reason of the signal, as soon as it is aborted */
async function pause(millis: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(stop, millis);
    signal.addEventListener('abort', stop);
  });
  signal.throwIfAborted();
}
