/** A random key for a write. `crypto.randomUUID` is missing on pages that came over plain HTTP. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Writes a key as the value of the header `Idempotency-Key`: a string of RFC 8941. */
export function keyHeader(key: string): string {
  return `"${key.replace(/["\\]/g, '\\$&')}"`;
}
