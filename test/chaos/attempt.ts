// One request to a service that may be killed while serving it, and what can be concluded from the outcome.
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient, ApiResponse } from '../support/api-client.ts';
import { Violation } from './violation.ts';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Outcome =
  | { readonly kind: 'acknowledged'; readonly response: ApiResponse }
  /** Answered with an error document: nothing may have been stored. */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly reason?: string }
  /** No answer, or `commit-outcome-unknown`: the write may have been committed. */
  | { readonly kind: 'unknown'; readonly answered: boolean }
  /** Connection refused: the request was never sent. */
  | { readonly kind: 'undelivered' };

/** Far above every timeout of the service. */
const ANSWER_TIMEOUT_MILLIS = 30_000;
/** Error codes of a connection whose peer is gone. */
const CONNECTION_LOST = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

/** @throws Violation when the answer is not a document, is an internal error, or does not arrive */
export async function attempt(client: ApiClient, { method, path, body, headers = {} }: Request): Promise<Outcome> {
  return outcomeOf(`${method} ${path}`, client.send(method, path, { headers, body }));
}

/**
 * Waits for the answer to a request.
 * @param request the request as shown in messages
 * @throws Violation as `attempt` does
 */
export async function outcomeOf(request: string, sending: Promise<ApiResponse>): Promise<Outcome> {
  const timer = new AbortController();
  const late = pause(ANSWER_TIMEOUT_MILLIS, undefined, { signal: timer.signal }).then(() => undefined);
  late.catch(() => undefined);
  try {
    const response = await Promise.race([sending, late]);
    if (response === undefined) throw new Violation(`${request}: no answer in ${ANSWER_TIMEOUT_MILLIS} ms`);
    return judge(response, request);
  } catch (error) {
    if (error instanceof Violation) throw error;
    if (codeOf(error) === 'ECONNREFUSED') return { kind: 'undelivered' };
    if (isConnectionLost(error)) return { kind: 'unknown', answered: false };
    throw new Violation(`${request}: not a document`, { cause: error });
  } finally {
    timer.abort();
  }
}

/** True for the error of a connection whose peer has gone. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'string' && CONNECTION_LOST.has(code);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function judge(response: ApiResponse, request: string): Outcome {
  const { status, document, text, headers } = response;
  // This includes 304: the client's copy is still right.
  if (status < 400) return { kind: 'acknowledged', response };
  const code = String(document?.errors?.[0]?.code);
  if (code === 'commit-outcome-unknown') return { kind: 'unknown', answered: true };
  const lacksRetryAfter = status === 503 && headers['retry-after'] === undefined;
  if (status === 500 || lacksRetryAfter) throw new Violation(`${request}: ${text}`);
  const reason: unknown = document?.errors?.[0]?.meta?.reason;
  return { kind: 'refused', status, code, ...(typeof reason === 'string' && { reason }) };
}
