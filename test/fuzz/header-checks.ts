// Checks the headers of every answer against those of its request.
import { EVENT_STREAM } from '../support/event-stream.ts';
import { ATOMIC_TYPE, MEDIA_TYPE } from '../support/media-types.ts';
import { leadsToValue } from '../support/sent-values.ts';
import type { Answer } from './answer.ts';
import { PART } from './entity-tags.ts';
import { valuesOfHeader, type Input, type RequestInput } from './input.ts';
import { acceptsOnlyModern, DOCUMENT_TYPES, namesParameters } from './profiles.ts';
import { routes } from './targets.ts';

/** The first header that is wrong; undefined if there is none. */
export function headerViolation(answer: Answer, input: Input): string | undefined {
  const violations = [
    cacheViolation(answer),
    tagViolation(answer),
    eventsViolation(answer),
    answer.status === 304 ? emptinessViolation(answer) : undefined,
    ...(input.kind === 'request'
      ? [
          typeViolation(answer, input),
          versionViolation(answer, input),
          placeViolation(answer, input),
          causeViolation(answer, input),
          replayViolation(answer, input),
          partViolation(answer, input),
        ]
      : []),
  ];
  return violations.find((each) => each !== undefined);
}

/** Pages and their files are not documents of the API. */
function cacheViolation({ status, headers }: Answer): string | undefined {
  const value = headers.get('cache-control') ?? 'missing';
  if (isStream(headers)) return value === STREAM_CACHING ? undefined : `Cache-Control of a stream is ${value}`;
  const isDocument = [undefined, MEDIA_TYPE].includes(headers.get('content-type')?.split(';')[0]);
  const allowed = isDocument && ![304, 308].includes(status) ? [DOCUMENT_CACHING] : PAGE_CACHING;
  return allowed.includes(value) ? undefined : `Cache-Control is ${value}`;
}

/** True for a stream of events. */
export function isStream(headers: Answer['headers']): boolean {
  return headers.get('content-type') === EVENT_STREAM;
}

/** Proxies must forward a stream at once and unchanged. */
function eventsViolation({ status, headers }: Answer): string | undefined {
  const isUnbuffered = headers.get('x-accel-buffering') === 'no';
  if (isUnbuffered !== isStream(headers)) return `X-Accel-Buffering is ${String(headers.get('x-accel-buffering'))}`;
  if (!isStream(headers)) return undefined;
  const name = ['etag', 'content-encoding', 'content-length', 'idempotent-replayed'].find((each) => headers.has(each));
  return status === 200 && name === undefined ? undefined : `${name ?? status} of a stream`;
}

const STREAM_CACHING = 'private, no-cache, no-transform';
const DOCUMENT_CACHING = 'private, no-cache';
const PAGE_CACHING = [DOCUMENT_CACHING, 'no-cache', 'public, max-age=31536000, immutable'];

function tagViolation({ status, headers }: Answer): string | undefined {
  const tag = headers.get('etag');
  if (tag === undefined) return undefined;
  if (![200, 201, 304].includes(status)) return `ETag in an answer with ${status}`;
  return /^"[A-Za-z0-9._-]+"$/.test(tag) ? undefined : `ETag is ${tag}`;
}

function emptinessViolation({ headers }: Answer): string | undefined {
  const name = ['content-type', 'content-length', 'transfer-encoding'].find((each) => headers.has(each));
  return name === undefined ? undefined : `${name} in an answer with 304`;
}

/** Only operations use the extension. Only requests that ask for JSON:API 1.1 get profiles. */
function typeViolation({ status, headers }: Answer, input: RequestInput): string | undefined {
  const type = headers.get('content-type');
  if (type?.includes('profile=') === true && (status !== 200 || !namesParameters(input)))
    return 'a profile that was not asked for';
  if (type === ATOMIC_TYPE && !/operations/i.test(input.target)) return 'the extension elsewhere than at /operations';
  const mayStream = /changes/i.test(input.target) && allowsEvents(valuesOfHeader(input, 'accept').join());
  return isStream(headers) && !mayStream ? 'a stream that was not asked for' : undefined;
}

/** Anything else ranks above a document that has a weight. */
function allowsEvents(accept: string): boolean {
  return (
    /text\/(?:event-stream|\*)/i.test(accept) || (accept.includes('*/*') && /application\/[^,]*;\s*q=/i.test(accept))
  );
}

/** Requests that ask for JSON:API 1.1 get it, and no others do. */
function versionViolation({ status, headers, body }: Answer, input: RequestInput): string | undefined {
  if (!DOCUMENT_TYPES.includes(headers.get('content-type') ?? '') || body.length === 0) return undefined;
  // The HTTP parser responds before it has read the headers, and closes the connection.
  const isEarly = headers.get('connection') === 'close' || status === 406;
  const isModern = body.includes('"jsonapi":{"version":"1.1"');
  if (isModern && !namesParameters(input) && !/operations/i.test(input.target))
    return 'JSON:API 1.1 that was not asked for';
  return !isModern && acceptsOnlyModern(input) && !isEarly ? 'JSON:API 1.0 instead of 1.1' : undefined;
}

/** In JSON:API 1.1, an error must point to a value in the request document. */
function placeViolation({ status, body }: Answer, { document }: RequestInput): string | undefined {
  if (status < 400 || !body.includes('"jsonapi":{"version":"1.1"')) return undefined;
  const sent = jsonIn(document);
  const { errors = [] } = JSON.parse(body.toString('utf8')) as {
    readonly errors?: readonly { readonly source?: { readonly pointer?: string } }[];
  };
  const lost = errors
    .flatMap(({ source }) => source?.pointer ?? [])
    .find((pointer) => sent === undefined || !leadsToValue(sent, pointer));
  return lost === undefined ? undefined : `the pointer ${JSON.stringify(lost)} leads nowhere`;
}

/** The request document; undefined if it is not JSON. */
function jsonIn(bytes: Buffer): unknown {
  try {
    // The decoder drops a byte order mark, as the service does.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** A status that only a header of the request can cause. */
function causeViolation({ status, headers, body }: Answer, input: RequestInput): string | undefined {
  const has = (name: string): boolean => valuesOfHeader(input, name).length > 0;
  const isRead = ['GET', 'HEAD', 'QUERY'].includes(input.method);
  if (status === 304 && !(isRead && has('if-none-match'))) return '304 without If-None-Match';
  const isConditional = has('if-match') || has('if-none-match') || input.document.includes('if_match');
  if (status === 412 && !isConditional) return '412 without a condition';
  const isAboutKeys = status >= 400 && body.includes('"idempotency-key-');
  if (isAboutKeys && !has('idempotency-key') && !body.includes('"idempotency-key-required"'))
    return 'an error about a key that was not sent';
  return isAboutKeys && body.includes('"idempotency-key-in-use"') && headers.get('retry-after') !== '1'
    ? 'no Retry-After'
    : undefined;
}

/** A client that has seen only part of a set must not replace the whole set. */
function partViolation({ status }: Answer, input: RequestInput): string | undefined {
  const tags = valuesOfHeader(input, 'if-match');
  const isPart = tags.length > 0 && tags.every((value) => value.split(/, */).every((tag) => tag.endsWith(`${PART}"`)));
  const replacesSet = input.method === 'PATCH' && SETS.test(input.target);
  return isPart && replacesSet && status < 300 ? 'a set is replaced by a part' : undefined;
}

/** Matches the routes of to-many relationships. */
const SETS = new RegExp(
  `/relationships/(?:${routes.flatMap(({ kind, linkage }) => (kind === 'to-many' && linkage ? [linkage.relationship] : [])).join('|')})(?:\\?|$)`,
);

function replayViolation({ status, headers }: Answer, input: RequestInput): string | undefined {
  const replayed = headers.get('idempotent-replayed');
  if (replayed === undefined) return undefined;
  if (replayed !== 'true') return `Idempotent-Replayed is ${replayed}`;
  return isKeyedWrite(input) && status < 300 ? undefined : `a replay of ${input.method} with ${status}`;
}

/** True if a success of this request is stored. */
export function isKeyedWrite(input: RequestInput): boolean {
  return ['POST', 'PATCH', 'DELETE'].includes(input.method) && valuesOfHeader(input, 'idempotency-key').length > 0;
}
