// Sends requests to the API, and remembers the last one for the bar at the bottom.
import { judgeAnswer, MEDIA_TYPE, queryFor, retryAfterMillis } from '@jsonapi-person-computer/client';
import { signal } from '@preact/signals';
import { parseErrors, type ApiError } from '../model/documents.ts';
import { parseJson, type Json } from '../model/json.ts';
import type { Request } from '../model/curl.ts';
import { hideNotice } from './announce.ts';
import { askToSignIn, authorization, hasCredential } from './credential.ts';

export type Answer =
  | Done
  | Failure
  /** A later request has made this one pointless. */
  | { readonly kind: 'overtaken' };

export interface Done {
  readonly kind: 'done';
  readonly document: Json | undefined;
  readonly headers: Headers;
}

export type Failure = Refused | { readonly kind: 'unreachable' };

interface Refused {
  readonly kind: 'refused';
  readonly errors: readonly ApiError[];
  /** The number of seconds that the service asks to wait; 0: none. */
  readonly retryAfter: number;
  /** True if the request was not done and is not running, and would be refused again. */
  readonly isFinal: boolean;
}

/** True if the same request may succeed later. */
export function isTemporary(failure: Failure): boolean {
  return (
    failure.kind === 'unreachable' || !failure.isFinal || failure.errors.some(({ status }) => Number(status) >= 500)
  );
}

export interface Exchange {
  readonly request: Request;
  /** Undefined while it runs, and if there was no response. */
  readonly status: number | undefined;
  readonly running: boolean;
  readonly milliseconds: number;
  readonly answer: string;
}

interface Options {
  readonly signal?: AbortSignal;
  /** Not shown in the bar: searches and charts. */
  readonly quiet?: boolean;
  readonly accept?: string;
  /** The media type of the request and the response; undefined for JSON:API's. */
  readonly mediaType?: string;
  readonly headers?: Request['headers'];
  /** True if a 401 asks the user to sign in and repeats the request; true by default. */
  readonly asksToSignIn?: boolean;
}

const slowAfter = 400;
/** The API is next to the page's folder, under any prefix of a proxy. */
const root = new URL('../', document.baseURI);

/** The latest `Consistency-Token`. A service without replicas sends none. */
let consistency = '';

/** Makes later requests at least as fresh as the token. A later token compares greater as text. */
export function noteConsistency(token: string): void {
  if (token > consistency) consistency = token;
}

export const lastExchange = signal<Exchange | undefined>(undefined);
/** The number of requests that have been running noticeably long. */
export const slowRequests = signal(0);

/** @example urlOf('/persons') // 'https://example.org/api/persons' */
export function urlOf(path: string): string {
  return root.href + path.slice(1);
}

export function get(path: string, options: Options = {}): Promise<Answer> {
  return send('GET', path, undefined, options);
}

/** Sends one request; a GET whose URL is too long becomes a QUERY. Never rejects: failures are returned as answers. */
export async function send(method: string, path: string, document?: Json, options: Options = {}): Promise<Answer> {
  const { mediaType = MEDIA_TYPE } = options;
  const body = document === undefined ? undefined : JSON.stringify(document);
  const url = urlOf(path);
  const query = method === 'GET' ? queryFor(url) : undefined;
  const type = body === undefined ? {} : { 'Content-Type': mediaType };
  const headers = { ...options.headers, ...type, ...query?.headers };
  const request = { method, url, body, isSigned: hasCredential(), ...query, headers };
  const started = performance.now();
  const note = (status: number | undefined, answer: string, running = false): void => {
    const milliseconds = Math.round(performance.now() - started);
    if (options.quiet === true) return;
    lastExchange.value = { request, status, running, milliseconds, answer };
    // A notice about an earlier success must not be mistaken for the result of this request.
    if (!running && (status ?? 500) >= 400) hideNotice();
  };
  const stopWaiting = announceWhenSlow();
  note(undefined, '', true);
  const credential = authorization();
  const seen: Request['headers'] = consistency === '' ? {} : { 'Consistency-Token': consistency };
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { Accept: options.accept ?? mediaType, ...credential, ...seen, ...headers },
      body: request.body ?? null,
      signal: options.signal ?? null,
    });
    noteConsistency(response.headers.get('Consistency-Token') ?? '');
    const text = await response.text();
    note(response.status, text);
    if (response.status === 401 && options.asksToSignIn !== false) {
      stopWaiting();
      const isNew = authorization()['Authorization'] !== credential['Authorization'];
      if (isNew || (await askToSignIn())) return await send(method, path, document, options);
    }
    return read(response, text);
  } catch {
    if (options.signal?.aborted === true) return { kind: 'overtaken' };
    note(undefined, '');
    return { kind: 'unreachable' };
  } finally {
    stopWaiting();
  }
}

function read(response: Response, text: string): Answer {
  const document = parseJson(text);
  if (response.ok) return { kind: 'done', document, headers: response.headers };
  const retryAfter = Math.ceil((retryAfterMillis(response.headers) ?? 0) / 1000);
  const isFinal = judgeAnswer(response, document) === 'final';
  return { kind: 'refused', errors: parseErrors(document, response.status), retryAfter, isFinal };
}

/** Counts the request as slow after a while. The returned function ends that. */
function announceWhenSlow(): () => void {
  let slow = false;
  const timer = setTimeout(() => {
    slow = true;
    slowRequests.value += 1;
  }, slowAfter);
  return () => {
    clearTimeout(timer);
    if (slow) slowRequests.value -= 1;
  };
}
