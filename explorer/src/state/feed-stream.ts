// Reads the change stream (server-sent events) with `fetch`, because `EventSource` cannot send a token. A tab holds one stream, and only while
// it is visible, because browsers open at most six connections to a host.
import { judgeAnswer, retryAfterMillis } from '@jsonapi-person-computer/client';
import { signal } from '@preact/signals';
import { parseErrors } from '../model/documents.ts';
import { parseJson, type Json } from '../model/json.ts';
import { askToSignIn, authorization } from './credential.ts';
import { noteConsistency, urlOf } from './send.ts';

export interface FeedListener {
  /** Called when a stream has begun. Unless it continues an earlier one, data loaded before may lack changes. */
  readonly begun: (isAfresh: boolean) => void;
  /** Called for each change. */
  readonly told: (change: Json | undefined) => void;
  /** Called when the service refuses a stream, so no more changes come. Not called for an outage, because the stream resumes after it. */
  readonly refused: () => void;
}

/** True while a stream delivers changes, or will resume when the service is back or the tab is visible. */
export const isFollowing = signal(false);

/** The service sends something every 15 seconds. */
const longestSilence = 45_000;
/** The pauses between attempts, in milliseconds. Each is twice the one before. */
const shortestPause = 1000;
const longestPause = 30_000;
/** The longest pause while the feed is off or forbidden. */
const longestRefusal = 600_000;
/** After more failed attempts in a row, the page no longer relies on the stream. */
const shortOutage = 4;
/** A stream that lasted this long counts as a success, no matter how it ended. */
const steadyAfter = 10_000;

/**
 * `again`: try again at once. `ended`: the stream has delivered something and has ended. `lost`: there was no response, or nothing new in it.
 * `declined`: the user declined to sign in.
 */
type Attempt = 'again' | 'ended' | 'lost' | 'declined' | Refusal;

interface Refusal {
  readonly isFinal: boolean;
  /** The wait that the service asked for, in milliseconds. */
  readonly retryAfter: number;
}

/** The last `id`, from which the next stream continues. */
let lastId: string | undefined;
/** The refused credentials, if the user declined to sign in again. */
let declined: Readonly<Record<string, string>> | undefined;

/** Follows the feed from now on, whenever the tab is visible. */
export function followFeed(listener: FeedListener): void {
  let seen = new AbortController();
  const look = (): void => {
    seen.abort();
    seen = new AbortController();
    if (document.visibilityState === 'visible') void follow(listener, seen.signal);
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('online', look);
  look();
}

async function follow(listener: FeedListener, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const attempt = await read(listener, signal);
    if (attempt === 'again') continue;
    failures = attempt === 'ended' ? 0 : failures + 1;
    const wasFollowing = isFollowing.value;
    const isRefused = attempt === 'declined' || typeof attempt === 'object';
    if (isRefused || failures > shortOutage) isFollowing.value = false;
    if (wasFollowing && typeof attempt === 'object') listener.refused();
    await pause(pauseAfter(attempt, failures), signal);
  }
}

function pauseAfter(attempt: Attempt, failures: number): number {
  const { isFinal, retryAfter } = typeof attempt === 'object' ? attempt : { isFinal: false, retryAfter: 0 };
  const most = Math.min(shortestPause * 2 ** failures, isFinal ? longestRefusal : longestPause);
  // Tabs that lost their streams together must not all reconnect at once.
  return Math.max(retryAfter, most * (1 - Math.random() / 2));
}

function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, millis);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Opens a stream and reads it to its end. */
async function read(listener: FeedListener, signal: AbortSignal): Promise<Attempt> {
  const credential = authorization();
  if (declined !== undefined && isSame(declined, credential)) return 'declined';
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), longestSilence);
  };
  listen();
  try {
    const position: Readonly<Record<string, string>> = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
    const response = await orUndefined(
      fetch(urlOf('/changes'), {
        headers: { Accept: eventStream, ...credential, ...position },
        cache: 'no-store',
        signal: AbortSignal.any([signal, silence.signal]),
      }),
    );
    if (response === undefined) return 'lost';
    noteConsistency(response.headers.get('Consistency-Token') ?? '');
    const isStream = response.ok && response.headers.get('Content-Type')?.startsWith(eventStream) === true;
    if (!isStream || response.body === null) return await refusalOf(response, credential);
    return await readEvents(response.body, listener, listen);
  } finally {
    clearTimeout(timer);
  }
}

const eventStream = 'text/event-stream';

async function refusalOf(response: Response, credential: Readonly<Record<string, string>>): Promise<Attempt> {
  const { status, headers } = response;
  const document = parseJson((await orUndefined(response.text())) ?? '');
  if (status === 401) {
    if (!isSame(authorization(), credential) || (await askToSignIn())) return 'again';
    declined = credential;
    return 'declined';
  }
  if ((status === 410 || status === 400) && lastId !== undefined) {
    lastId = undefined;
    return 'again';
  }
  const isFinal = judgeAnswer(response, document) === 'final';
  const isFull = parseErrors(document, status).some(({ code }) => code === 'too-many-subscribers');
  return isFinal || isFull ? { isFinal, retryAfter: retryAfterMillis(headers) ?? 0 } : 'lost';
}

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  listener: FeedListener,
  listen: () => void,
): Promise<Attempt> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const started = performance.now();
  let rest = '';
  let isBegun = false;
  let hasMoved = false;
  for (;;) {
    const piece = await orUndefined(reader.read());
    if (piece?.value === undefined) return hasMoved || performance.now() - started > steadyAfter ? 'ended' : 'lost';
    listen();
    const frames = (rest + piece.value).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames.map(fieldsOf)) {
      const event = frame.get('event');
      const id = frame.get('id');
      if (id === undefined) continue;
      if (!isBegun) {
        isBegun = true;
        isFollowing.value = true;
        listener.begun(lastId === undefined);
      }
      if (event !== 'position') listener.told(parseJson(frame.get('data') ?? ''));
      hasMoved ||= lastId !== id;
      lastId = id;
    }
  }
}

function fieldsOf(frame: string): ReadonlyMap<string, string> {
  const lines = frame.split('\n').map((line) => line.split(/: ?(.*)/su));
  return new Map(lines.map(([name = '', value = '']) => [name, value]));
}

/** Undefined if the connection was lost or closed by the page. */
function orUndefined<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  return promise.catch(() => undefined);
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  return one['Authorization'] === other['Authorization'];
}
