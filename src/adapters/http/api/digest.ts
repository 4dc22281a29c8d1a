import { hash } from 'node:crypto';

/** 132 bits. */
export const DIGEST_LENGTH = 22;

/** A short digest of `[A-Za-z0-9_-]`. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);
}
