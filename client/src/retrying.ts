import { judgeAnswer, judgeFailure, retryAfterMillis, type Verdict } from './judge.ts';
import { keyHeader, newKey } from './keys.ts';
import { pause } from './waiting.ts';

export type Fetch = (request: Request) => Promise<Response>;

export interface RetrySettings {
  /** The maximum number of attempts; 1 turns retries off. Default 4. */
  readonly attempts?: number;
  /**
   * The longest wait between two attempts; if the service asks for more, its response is final. Also the longest total wait while the
   * service is still working on an earlier attempt. Default 30,000.
   */
  readonly maxWaitMillis?: number;
  /** No attempt starts later than this after the first one. Default: no limit. */
  readonly patienceMillis?: number;
  /** Ends the wait, but not a request that is being sent. The last outcome is then the result. */
  readonly stopped?: AbortSignal;
  /**
   * Called after each attempt that can be repeated. Return false to give up. Default: repeats it.
   * @param waitMillis the wait until the next attempt
   */
  readonly onRepeatable?: (verdict: Repeatable, waitMillis: number) => boolean;
}

export type Repeatable = Exclude<Verdict, 'final'>;

/** A response; if it is an error, with its body, which is parsed if it is JSON. */
export interface Exchange {
  readonly response: Response;
  readonly error?: unknown;
}

const KEY = 'Idempotency-Key';
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY']);
const FIRST_WAIT_MILLIS = 200;

/** Sends a request again until its outcome is final, always with the same `Idempotency-Key`. */
export async function repeat<Exchanged extends Exchange>(
  send: () => Promise<Exchanged>,
  signal: AbortSignal | null,
  settings: RetrySettings = {},
): Promise<Exchanged> {
  const { attempts = 4, maxWaitMillis = 30_000, patienceMillis = Infinity, stopped, onRepeatable } = settings;
  const isStopped = (): boolean => stopped?.aborted === true;
  const end = performance.now() + patienceMillis;
  let attempt = 0;
  let waited = 0;
  for (;;) {
    const outcome = await attemptOf(send, signal);
    const verdict = judge(outcome);
    if (verdict === 'final') return resultOf(outcome);
    // Asking for the result of an earlier attempt does not count as an attempt.
    const isUnderWay = 'response' in outcome && outcome.response.status === 409;
    if (!isUnderWay) attempt += 1;
    const wait = waitAfter(outcome, isUnderWay, attempt);
    if (isUnderWay) waited += wait;
    const isRepeated = onRepeatable?.(verdict, wait) !== false && attempts > 1 && attempt < attempts;
    const isPatient = Math.max(wait, waited) <= maxWaitMillis && performance.now() + wait <= end;
    if (!isRepeated || !isPatient || isStopped()) return resultOf(outcome);
    await pause(wait, signal, stopped);
    if (isStopped()) return resultOf(outcome);
  }
}

/** Adds retries to the `fetch` of another client. Adds an `Idempotency-Key` to a write that has none. */
export function retrying(fetch: Fetch, settings?: RetrySettings): Fetch {
  return async (original) => {
    const request = original.headers.has(KEY) ? original : new Request(original);
    for (const [name, value] of Object.entries(newKeyHeader(request.method, request.headers)))
      request.headers.set(name, value);
    let response: Response | undefined;
    const send = async (): Promise<Exchange> => {
      // Nobody reads the previous response. Canceling it releases its connection.
      await response?.body?.cancel();
      // Sending a request consumes its body.
      response = await fetch(request.clone());
      return withError(response);
    };
    return (await repeat(send, request.signal, settings)).response;
  };
}

/** The header with a new key for a write that has none. */
export function newKeyHeader(method: string, headers: Headers): Readonly<Record<string, string>> {
  return READS.has(method.toUpperCase()) || headers.has(KEY) ? {} : { [KEY]: keyHeader(newKey()) };
}

async function withError(response: Response): Promise<Exchange> {
  const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '');
  if (response.status < 500 || !isJson) return { response };
  const error: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return { response, error };
}

interface Unanswered {
  readonly thrown: unknown;
}

async function attemptOf<Exchanged>(
  send: () => Promise<Exchanged>,
  signal: AbortSignal | null,
): Promise<Exchanged | Unanswered> {
  try {
    return await send();
  } catch (thrown) {
    signal?.throwIfAborted();
    return { thrown };
  }
}

function judge(outcome: Exchange | Unanswered): Verdict {
  if ('thrown' in outcome) return judgeFailure(outcome.thrown);
  return judgeAnswer(outcome.response, outcome.error);
}

function resultOf<Exchanged extends Exchange>(outcome: Exchanged | Unanswered): Exchanged {
  if ('thrown' in outcome) throw outcome.thrown;
  return outcome;
}

/** The time to wait before the next attempt. */
function waitAfter(outcome: Exchange | Unanswered, isUnderWay: boolean, attempt: number): number {
  const asked = 'response' in outcome ? retryAfterMillis(outcome.response.headers) : undefined;
  if (isUnderWay) return Math.max(asked ?? 0, FIRST_WAIT_MILLIS);
  return asked ?? FIRST_WAIT_MILLIS * 2 ** (attempt - 1) * (0.5 + Math.random());
}
