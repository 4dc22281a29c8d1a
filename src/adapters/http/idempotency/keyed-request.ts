import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A request with an `Idempotency-Key`. Neither the key nor the body can be read from its digests, SHA-256 in hexadecimal. */
export interface KeyedRequest {
  /** Digest of the key. */
  readonly key: string;
  /** Digest of everything that a repetition has to have in common, the key included. */
  readonly request: string;
}

/**
 * @param target the path and query string, as sent
 * @param body its decoded bytes
 */
export function keyedRequest(
  { method, headers }: IncomingMessage,
  target: string,
  body: Buffer,
  key: string,
): KeyedRequest {
  const head = [key, method, target, headers['if-match'] ?? null, headers['if-none-match'] ?? null];
  return {
    key: createHash('sha256').update(key).digest('hex'),
    // JSON has no line break of its own, so the head cannot run into the body.
    request: createHash('sha256')
      .update(`${JSON.stringify(head)}\n`)
      .update(body)
      .digest('hex'),
  };
}
