// An untyped request, and its headers.
import type { ReplaceSettings } from './incomplete-sets.ts';
import { keyHeader } from './keys.ts';
import { MEDIA_TYPE, type Method, type RequestSettings, type WriteSettings } from './operations.ts';
import { newKeyHeader, type RetrySettings } from './retrying.ts';
import { matching, type Match } from './tags.ts';

export interface UntypedRequest extends RequestSettings, WriteSettings, ReplaceSettings {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** An entity tag, or `*`. */
  readonly ifMatch?: Match<string>;
  /** Overrides the client's settings one by one. */
  readonly retry?: RetrySettings;
}

/** The parts of a request with any method. */
export interface AnyRequest extends UntypedRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** A query string that replaces `query`. */
  readonly search?: string;
}

/** @param ofAll the headers that the client sends with every request */
export function headersOf(
  method: Method,
  { body, ifMatch, idempotencyKey: key, headers = {} }: AnyRequest,
  ofAll: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const given = {
    ...(ifMatch !== undefined && { 'If-Match': matching(ifMatch) }),
    ...(body !== undefined && { 'Content-Type': MEDIA_TYPE }),
    ...(key !== undefined && { 'Idempotency-Key': keyHeader(key) }),
    ...headers,
  };
  return key === undefined ? { ...given, ...newKeyHeader(method, new Headers({ ...ofAll, ...given })) } : given;
}
