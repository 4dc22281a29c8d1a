import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ParseError, parseItem } from 'structured-headers';
import { errorObject, type ErrorObject } from '../api/errors.ts';
import type { KeyUse } from '../api/header-use.ts';
import type { HeaderLines } from './conditions.ts';

const HEADER = 'Idempotency-Key';
const MAX_LENGTH = 255;
/** The form that most clients send: a UUID without the quotation marks. */
const BARE = /^[A-Za-z0-9._:~+/=-]+$/;

/**
 * Reads the `Idempotency-Key` of a request, without quotation marks. The header is defined only in an expired draft
 * (draft-ietf-httpapi-idempotency-key-header-07).
 * @returns no key if it has none or the route ignores it, and a problem if it is malformed
 */
export function readKey(
  headers: HeaderLines,
  use: KeyUse,
): { readonly key: string | undefined; readonly problems: readonly ErrorObject[] } {
  const lines = headers['idempotency-key'];
  if (lines === undefined || use === 'ignored') return { key: undefined, problems: [] };
  const [line = ''] = lines;
  const key = lines.length === 1 ? keyIn(line) : undefined;
  return { key, problems: key === undefined ? [malformed()] : [] };
}

function malformed(): ErrorObject {
  const detail = `${HEADER} must be sent once, as one key of 1 to ${MAX_LENGTH} characters: a string in quotation marks (RFC 8941), or letters, digits and any of ._:~+/=- without them`;
  return errorObject('invalid-header', detail, undefined, { header: HEADER });
}

export const KEY_REQUIRED = errorObject(
  'idempotency-key-required',
  `This request needs the header ${HEADER}, so that it can be repeated without creating anything twice`,
);

function keyIn(line: string): string | undefined {
  const key = BARE.test(line) ? line : stringIn(line);
  return key !== undefined && key.length >= 1 && key.length <= MAX_LENGTH ? key : undefined;
}

function stringIn(line: string): string | undefined {
  try {
    const value: unknown = parseItem(line)[0];
    return typeof value === 'string' ? value : undefined;
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

/** A request with an `Idempotency-Key`, as SHA-256 digests in hexadecimal: they reveal neither key nor body. */
export interface KeyedRequest {
  /** Digest of the key. */
  readonly key: string;
  /** Digest of all that must be the same in a repetition, the key included. */
  readonly request: string;
}

/** A key, and the subject that it belongs to; undefined: everybody. */
export interface OwnedKey {
  readonly key: string;
  readonly owner: string | undefined;
}

/**
 * @param target identifies the target of the request; must be serializable as JSON
 * @param body its decoded bytes
 */
export function keyedRequest(
  { method, headers }: IncomingMessage,
  target: unknown,
  body: Buffer,
  { key, owner }: OwnedKey,
): KeyedRequest {
  const owned = owner === undefined ? key : JSON.stringify([owner, key]);
  const head = [owned, method, target, headers['if-match'] ?? null, headers['if-none-match'] ?? null];
  return {
    key: createHash('sha256').update(owned).digest('hex'),
    // JSON has no line break of its own, so the head cannot run into the body.
    request: createHash('sha256')
      .update(`${JSON.stringify(head)}\n`)
      .update(body)
      .digest('hex'),
  };
}
