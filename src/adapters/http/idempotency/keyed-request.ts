import { createHash } from 'node:crypto';
import { bodyOf } from '../middleware/read-body.ts';
import type { Context } from '../middleware/state.ts';

/** A request with an `Idempotency-Key`. Neither the key nor the body can be read from its digests, SHA-256 in hexadecimal. */
export interface KeyedRequest {
  /** Digest of the key. */
  readonly key: string;
  /** Digest of everything that a repetition has to have in common, the key included. */
  readonly request: string;
}

/** @param ctx whose body has been received */
export function keyedRequest(ctx: Context, key: string): KeyedRequest {
  const { method, headers } = ctx.req;
  const head = [key, method, ctx.originalUrl, headers['if-match'] ?? null, headers['if-none-match'] ?? null];
  return {
    key: createHash('sha256').update(key).digest('hex'),
    // JSON has no line break of its own, so the head cannot run into the body.
    request: createHash('sha256')
      .update(`${JSON.stringify(head)}\n`)
      .update(bodyOf(ctx))
      .digest('hex'),
  };
}
