/** A random key for a write. `crypto.randomUUID` is missing on pages that came over plain HTTP. */
export declare function newKey(): string;
/** Writes a key as the value of the header `Idempotency-Key`: a string of RFC 8941. */
export declare function keyHeader(key: string): string;
