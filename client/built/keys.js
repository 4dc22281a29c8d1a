/** A random key for a write. `crypto.randomUUID` is missing on pages loaded over plain HTTP. */
export function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
/** The value of the `Idempotency-Key` header: a string per RFC 8941. */
export function keyHeader(key) {
    return `"${key.replace(/["\\]/g, '\\$&')}"`;
}
