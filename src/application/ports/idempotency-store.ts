/**
 * Stores the responses to requests with an idempotency key. A response is stored in the transaction of its write, so that
 * either both are stored or neither. Keys and requests are given as hexadecimal digests.
 */
export interface IdempotencyStore {
  /**
   * Looks up a key and reserves it until the transaction ends. Call it before the transaction reads anything that
   * others may change.
   * @param request identifies the request made with the key
   */
  claim(key: string, request: string): Promise<Claim>;
}

export type Claim =
  /** The key is free, or has expired. */
  | {
      readonly kind: 'new';
      /**
       * Stores the response if the transaction succeeds.
       * @param seconds until the key expires, by the storage's clock
       */
      keep(answer: StoredAnswer, seconds: number): Promise<void>;
    }
  /** The same request has been answered. */
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  /** The key was used for a different request. */
  | { readonly kind: 'reused' }
  /** Another transaction has claimed the key and is still running. */
  | { readonly kind: 'in use' };

/** A stored response. Missing parts are undefined. */
export interface StoredAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly etag: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string | undefined;
  /** A digest, without white space, of the rules and claims that decide who may see the body; undefined: everyone may. */
  readonly viewer: string | undefined;
}
