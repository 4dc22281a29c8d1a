import { MEDIA_TYPE } from './operations.ts';

export type Fetch = (request: Request) => Promise<Response>;

export interface RetrySettings {
  /** How often a request is sent at most; 1 turns retries off. Default 4. */
  readonly attempts?: number;
  /**
   * The longest time to wait between two attempts; if the service asks for more, its answer is final. Also how long to wait in all while the
   * service is still working on an earlier attempt. Default 30,000.
   */
  readonly maxWaitMillis?: number;
}

const KEY = 'Idempotency-Key';
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const FIRST_WAIT_MILLIS = 200;

/**
 * Retries a request that gets no answer, or 429, 502, 503 or 504. A write gets an `Idempotency-Key`, unless it has one: the service carries
 * it out once, however often it arrives.
 */
export function retrying(send: Fetch, { attempts = 4, maxWaitMillis = 30_000 }: RetrySettings = {}): Fetch {
  return async (original) => {
    const request = withKey(original);
    let attempt = 0;
    let waited = 0;
    for (;;) {
      const outcome = await attemptOf(send, request);
      // Asking for the result of an earlier attempt does not count as an attempt.
      const waitForIt = attempts > 1 ? waitForEarlier(outcome) : undefined;
      if (waitForIt === undefined) attempt += 1;
      else waited += waitForIt;
      const wait = waitForIt ?? (attempt < attempts ? waitBefore(outcome, attempt) : undefined);
      if (wait === undefined || wait > maxWaitMillis || waited > maxWaitMillis) {
        if ('error' in outcome) throw outcome.error;
        return outcome.response;
      }
      if ('response' in outcome) await outcome.response.body?.cancel();
      await pause(wait, request.signal);
    }
  };
}

function withKey(request: Request): Request {
  if (READS.has(request.method) || request.headers.has(KEY)) return request;
  const keyed = new Request(request);
  keyed.headers.set(KEY, idempotencyKey(randomText()));
  return keyed;
}

/** Writes a key as the value of the header: a string of RFC 8941. */
export function idempotencyKey(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** 128 bits. `crypto.randomUUID` is missing on pages that came over plain HTTP. */
function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
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

/** How many milliseconds to wait if the service is still working on an earlier attempt: of its 409, only that one has `Retry-After`. */
function waitForEarlier(outcome: Outcome): number | undefined {
  if ('error' in outcome || outcome.response.status !== 409) return undefined;
  const { headers } = outcome.response;
  const isOurs = headers.get('Content-Type')?.startsWith(MEDIA_TYPE) === true;
  const asked = isOurs ? millisOf(headers.get('Retry-After')) : undefined;
  return asked === undefined ? undefined : Math.max(asked, FIRST_WAIT_MILLIS);
}

/** How many milliseconds to wait before the next attempt; undefined if there must be none. */
function waitBefore(outcome: Outcome, attempt: number): number | undefined {
  const backoff = FIRST_WAIT_MILLIS * 2 ** (attempt - 1) * (0.5 + Math.random());
  if ('error' in outcome) return backoff;
  const { status, headers } = outcome.response;
  return RETRIED_STATUSES.has(status) ? (millisOf(headers.get('Retry-After')) ?? backoff) : undefined;
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
