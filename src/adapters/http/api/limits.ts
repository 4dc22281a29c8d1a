// The limits and rules of the configuration, by what they apply to.

export type HttpLimits = QueryLimits &
  BodyLimits &
  HeadLimits &
  HeaderRules &
  KeyLimits &
  StreamLimits &
  SubscriberLimits;

/** Limits of one query string; exceeding one is a 400. */
export interface QueryLimits {
  readonly defaultPageSize: number;
  /** Undefined: no limit. */
  readonly maxPageSize: number | undefined;
  /** True if `page[size]=0` (no paging) is allowed. */
  readonly allowUnpaged: boolean;
  readonly maxIncludeNames: number;
  /** Included resources in a response other than a list; lists are streamed instead. */
  readonly maxIncluded: number;
  /** Levels of a filter. Each boolean, `any`, `has` and `__` step adds one. */
  readonly maxFilterLevels: number;
  /** Filter objects and `filter[FIELD]` parameters together. */
  readonly maxFilterObjects: number;
  /** Values of one `in_` or `notin_`. */
  readonly maxListValues: number;
}

/** The maxima of the filter limits. They apply to the conditions of a policy, no matter how low the limits for clients are. */
export const GREATEST_FILTER_LIMITS = { maxFilterLevels: 100, maxFilterObjects: 10_000, maxListValues: 1_000_000 };

export interface BodyLimits {
  /** Bytes of a body, decompressed. */
  readonly maxBodyBytes: number;
  /** Resource identifiers in one body. */
  readonly maxLinkages: number;
  /** Atomic operations in one request. */
  readonly maxOperations: number;
}

/** Bytes of the query string in the body of a QUERY, decompressed. */
export const MAX_QUERY_BYTES = 64 * 1024;

export interface HeadLimits {
  /** Bytes of the request target. */
  readonly maxUrlBytes: number;
  /** Bytes of all header lines. */
  readonly maxHeaderBytes: number;
}

export interface StreamLimits {
  /** From the first byte of a response to the last, in milliseconds. */
  readonly streamTimeoutMillis: number;
}

/** The limits of change streams. */
export interface SubscriberLimits {
  /** The maximum number of streams in a process. */
  readonly maxSubscribers: number;
  /** The maximum duration of a stream. Streams end up to a tenth earlier. */
  readonly changesStreamSeconds: number;
}

/** The rules of the configuration. */
export interface HeaderRules {
  /** True if overwriting and deleting require If-Match. */
  readonly requireIfMatch: boolean;
  /** True if requests that create something require a key. */
  readonly requireIdempotencyKey: boolean;
}

export interface KeyLimits {
  /** The time for which a response is stored. */
  readonly idempotencyTtlSeconds: number;
  /** Longer responses are stored without their body. */
  readonly idempotencyMaxAnswerBytes: number;
}
