// The header fields that decide how a request is processed, checked before its body is read.
import type { IncomingMessage } from 'node:http';
import type { LogPosition } from '#application/model/log-position';
import { refuseFirst, type FoundProblem } from '../api/check-steps.ts';
import { errorObject, type ErrorObject } from '../api/errors.ts';
import type { KeyUse } from '../api/header-use.ts';
import { readConditions, type Conditions, type HeaderLines } from './conditions.ts';
import { readToken } from './consistency-token.ts';
import { KEY_REQUIRED, readKey } from './idempotency-key.ts';
import { readLastEventId } from './last-event-id.ts';

export interface RequestHeaders {
  readonly conditions: Conditions;
  /** The `Idempotency-Key`. */
  readonly key: string | undefined;
  /** The position that a read must at least show. */
  readonly since: LogPosition | undefined;
  /** The `Last-Event-ID` of a request for a stream. */
  readonly lastEventId: string | undefined;
}

/** The use of these headers on a route. */
export interface HeaderUse {
  /** True if the request is refused without If-Match. */
  readonly needsIfMatch: boolean;
  readonly keyUse: KeyUse;
  /** True if preconditions are an error, since the request has several targets. */
  readonly refusesConditions: boolean;
  /** True if the request accepts a `Last-Event-ID`. */
  readonly resumes: boolean;
}

/**
 * Reads these headers.
 * @param refusal the error if the role may not do this at all
 * @throws ApiError with all problems of the first step that has any: malformed ones 400, the refusal 403, If-Match required 428, a key required 400
 */
export function readRequestHeaders(
  { method = '', headersDistinct }: Pick<IncomingMessage, 'method'> & { readonly headersDistinct: HeaderLines },
  use: HeaderUse,
  refusal: ErrorObject | undefined,
): RequestHeaders {
  const { conditions, problems } = readConditions(headersDistinct, isSafe(method));
  const { key, problems: keyProblems } = readKey(headersDistinct, use.keyUse);
  const { since, problems: tokenProblems } = readToken(headersDistinct);
  const resumption = use.resumes ? readLastEventId(headersDistinct) : { lastEventId: undefined, problems: [] };
  const malformed = [
    ...(use.refusesConditions ? refusalsIn(headersDistinct) : problems),
    ...keyProblems,
    ...tokenProblems,
    ...resumption.problems,
  ];
  const found: FoundProblem[] = malformed.map((problem) => ({ step: 'header fields', problem }));
  if (refusal !== undefined) found.push({ step: 'permission', problem: refusal });
  if (use.needsIfMatch && conditions.ifMatch === undefined)
    found.push({ step: 'If-Match required', problem: IF_MATCH_REQUIRED });
  if (use.keyUse === 'required' && key === undefined) found.push({ step: 'key required', problem: KEY_REQUIRED });
  refuseFirst(found);
  return { conditions, key, since, lastEventId: resumption.lastEventId };
}

/** True for the methods that only read. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'QUERY';
}

function refusalsIn(headers: HeaderLines): readonly ErrorObject[] {
  return ['If-Match', 'If-None-Match']
    .filter((name) => headers[name.toLowerCase()] !== undefined)
    .map((header) => {
      const detail = `${header} is not allowed here; an operation that updates or removes can have "if_match" in its "meta"`;
      return errorObject('invalid-header', detail, undefined, { header });
    });
}

const IF_MATCH_REQUIRED = errorObject(
  'precondition-required',
  'If-Match is required: send the ETag that the resource had when you read it, or * to overwrite any state',
);
