// The errors of the API: a table of codes with status and title, and the exception that carries error objects.

/** JSON:API 1.0, Error Objects. */
export interface ErrorObject {
  readonly status: string;
  readonly code: ErrorCode;
  readonly title: string;
  readonly detail: string;
  readonly source?: ErrorSource;
  /** JSON:API 1.1: `type` is a URI that distinguishes errors of the same code. */
  readonly links?: { readonly type: string };
  readonly meta?: Readonly<Record<string, string | number | readonly string[] | Readonly<Record<string, number>>>>;
}

/** `header` exists only in JSON:API 1.1. */
export type ErrorSource = { readonly pointer: string } | { readonly parameter: string } | { readonly header: string };

const errors = {
  'malformed-request': [400, 'Malformed HTTP request'],
  'malformed-json': [400, 'Malformed JSON'],
  'invalid-document': [400, 'Invalid JSON:API document'],
  'invalid-parameter': [400, 'Invalid query parameter'],
  'too-many-included': [400, 'Too many included resources'],
  'invalid-header': [400, 'Invalid header'],
  'idempotency-key-required': [400, 'Idempotency key required'],
  unauthenticated: [401, 'Unauthenticated'],
  'invalid-token': [401, 'Invalid token'],
  forbidden: [403, 'Forbidden'],
  'client-id-forbidden': [403, 'Client-generated id forbidden'],
  'not-found': [404, 'Not found'],
  'object-not-found': [404, 'Object not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  'not-acceptable': [406, 'Not acceptable'],
  'request-timeout': [408, 'Request timeout'],
  'type-conflict': [409, 'Type conflict'],
  'id-conflict': [409, 'Id conflict'],
  'owner-conflict': [409, 'Owner conflict'],
  'not-unique': [409, 'Not unique'],
  'too-many': [409, 'Too many'],
  'relationship-required': [409, 'Relationship required'],
  'still-referenced': [409, 'Still referenced'],
  'idempotency-key-in-use': [409, 'Idempotency key in use'],
  'position-expired': [410, 'Position expired'],
  'precondition-failed': [412, 'Precondition failed'],
  'body-too-large': [413, 'Body too large'],
  'uri-too-long': [414, 'URI too long'],
  'unsupported-media-type': [415, 'Unsupported media type'],
  'invalid-attribute': [422, 'Invalid attribute'],
  'invalid-relationship': [422, 'Invalid relationship'],
  'idempotency-key-reused': [422, 'Idempotency key reused'],
  'precondition-required': [428, 'Precondition required'],
  'headers-too-large': [431, 'Headers too large'],
  'internal-error': [500, 'Internal error'],
  'method-not-implemented': [501, 'Method not implemented'],
  'service-unavailable': [503, 'Service unavailable'],
  'too-many-subscribers': [503, 'Too many subscribers'],
  'authentication-unavailable': [503, 'Authentication unavailable'],
  'commit-outcome-unknown': [503, 'Commit outcome unknown'],
  'query-timeout': [504, 'Query timeout'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ErrorCode = keyof typeof errors;

export const errorCodes = Object.keys(errors) as readonly ErrorCode[];

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text);
}

/** Makes an error object, with the status and title of its code. */
export function errorObject(
  code: ErrorCode,
  detail: string,
  source?: ErrorSource,
  meta?: ErrorObject['meta'],
): ErrorObject {
  const [status, title] = errors[code];
  return { status: String(status), code, title, detail, ...(source && { source }), ...(meta && { meta }) };
}

/** An error object, or a function that makes one, called only if it is shown. Errors from functions are all distinct. */
export type Problem = ErrorObject | (() => ErrorObject);

/** The most error objects in one document. */
export const MAX_ERRORS = 100;

/** Ends a request with one or more errors of the same status. */
export class ApiError extends Error {
  readonly status: number;
  /** The first `MAX_ERRORS`. */
  readonly errors: readonly ErrorObject[];
  /** The number of further errors. */
  readonly omitted: number;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param problems at least one, all of one status; duplicates are dropped
   * @param headers response headers, such as `Allow`
   * @param omitted the number of further problems
   */
  constructor(problems: readonly Problem[], headers: Readonly<Record<string, string>> = {}, omitted = 0) {
    const { shown, others } = distinct(problems);
    super(shown.map(({ code, detail }) => `${code}: ${detail}`).join('; '));
    this.name = 'ApiError';
    this.status = Number(shown[0]?.status ?? 500);
    this.errors = shown;
    this.omitted = omitted + others;
    this.headers = headers;
  }
}

/** The first problems, and the number of the others. */
function distinct(problems: readonly Problem[]): { readonly shown: readonly ErrorObject[]; readonly others: number } {
  const shown = new Map<Problem | string, ErrorObject>();
  const others = new Set<Problem | string>();
  for (const problem of problems) {
    const key = typeof problem === 'function' ? problem : JSON.stringify(problem);
    if (shown.has(key)) continue;
    if (shown.size === MAX_ERRORS) others.add(key);
    else shown.set(key, typeof problem === 'function' ? problem() : problem);
  }
  return { shown: [...shown.values()], others: others.size };
}

/** @throws ApiError when there are problems */
export function throwIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ApiError(problems);
}
