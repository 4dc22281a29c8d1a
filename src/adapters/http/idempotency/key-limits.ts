export interface KeyLimits {
  /** How long an answer is stored. */
  readonly idempotencyTtlSeconds: number;
  /** Longer answers are stored without their body. */
  readonly idempotencyMaxAnswerBytes: number;
}

/** What became of a request with a key that succeeded: done and stored, or answered from the store. */
export type KeyedOutcome = 'stored' | 'replayed';
