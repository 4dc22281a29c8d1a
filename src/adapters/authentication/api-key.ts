// The form of API keys. Only digests are stored, so a stolen list of keys gives no access.
import { hash, randomBytes } from 'node:crypto';

/** The prefix of every API key, by which people and secret scanners recognize it. */
export const KEY_PREFIX = 'pc_';

/** Base64url of 32 bytes. Two bits of the last character are unused and must be zero, so each key has one spelling. */
const KEY_FORM = /^pc_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

export function isApiKey(text: string): boolean {
  return KEY_FORM.test(text);
}

/** A new key of 32 random bytes. */
export function newApiKey(): string {
  return `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
}

/** The SHA-256 of the whole text of a key or token, in lower-case hexadecimal. */
export function keyDigest(token: string): string {
  return hash('sha256', token, 'hex');
}

const CREDENTIAL = /pc_[\w-]{43}|eyJ[\w-]{10,}\.[\w.-]*/;

/** True if the text contains an API key or a JSON Web Token. */
export function hasCredential(text: string): boolean {
  return CREDENTIAL.test(text);
}

/**
 * Matches credentials in messages, which may truncate them with an ellipsis or replace a dot with two underscores. Also matches incomplete keys.
 */
const QUOTED_CREDENTIAL = /(?:pc_|eyJ)[\w.-]*…|pc_[\w-]{32,}|eyJ[\w-]{10,}(?:\.|__)[\w.-]*/g;

/** Replaces the API keys and JSON Web Tokens in a message with a placeholder. */
export function withoutCredentials(text: string): string {
  return text.replaceAll(QUOTED_CREDENTIAL, '[credential]');
}
