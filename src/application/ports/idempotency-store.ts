/**
 * The answers to requests that may be repeated. An answer is kept in the transaction of its write, so that it is stored exactly if the write is.
 * Keys and requests are known by their digests, texts of `[0-9a-f]`.
 */
export interface IdempotencyStore {
  /**
   * Looks up a key, and reserves it until the transaction ends. The caller must not have read anything that others may change meanwhile.
   * @param request identifies what was asked under the key
   */
  claim(key: string, request: string): Promise<Claim>;
}

export type Claim =
  /** The key is free, or its time is over. */
  | {
      readonly kind: 'new';
      /**
       * Stores the answer with the transaction, if that succeeds.
       * @param seconds after which it counts as never stored, by the storage's clock
       */
      keep(answer: StoredAnswer, seconds: number): Promise<void>;
    }
  /** The same request has been answered. */
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  /** Another request has been answered under this key. */
  | { readonly kind: 'reused' }
  /** Another transaction has claimed the key and has not ended. */
  | { readonly kind: 'in use' };

/** Undefined is what the answer did not have. */
export interface StoredAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly etag: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string | undefined;
}
