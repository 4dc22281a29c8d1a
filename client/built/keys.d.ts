/** A random key for a write. `crypto.randomUUID` is missing on pages loaded over plain HTTP. */
export declare function newKey(): string;
/** The value of the `Idempotency-Key` header: a string per RFC 8941. */
export declare function keyHeader(key: string): string;
