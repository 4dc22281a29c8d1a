// The header fields that decide how a request is processed, checked before its body is read.
import type { IncomingMessage } from 'node:http';
import { readConditions, type Conditions } from './conditions/conditions.ts';
import { ApiError, errorObject, throwIfAny } from './jsonapi/documents/errors.ts';

export interface RequestHeaders {
  readonly conditions: Conditions;
}

export interface HeaderRules {
  /** Whether only a client that names the state it has seen may overwrite or delete. */
  readonly requireIfMatch: boolean;
}

/**
 * Reads these headers.
 * @param overwrites whether the request replaces or deletes what somebody may have changed since its client read it
 * @throws ApiError 400 with all that are malformed; 428
 */
export function readRequestHeaders(
  { method = '', headersDistinct }: IncomingMessage,
  overwrites: boolean,
  { requireIfMatch }: HeaderRules,
): RequestHeaders {
  const { conditions, problems } = readConditions(headersDistinct, method === 'GET' || method === 'HEAD');
  throwIfAny(problems);
  if (requireIfMatch && overwrites && conditions.ifMatch === undefined) throw new ApiError([IF_MATCH_REQUIRED]);
  return { conditions };
}

const IF_MATCH_REQUIRED = errorObject(
  'precondition-required',
  'If-Match is required: send the ETag that the resource had when you read it, or * to overwrite whatever is there',
);
