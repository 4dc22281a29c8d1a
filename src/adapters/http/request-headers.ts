// The header fields that decide how a request is processed, checked before its body is read.
import type { IncomingMessage } from 'node:http';
import type { Position } from '#application/model/position';
import { readConditions, type Conditions, type HeaderLines } from './conditions/conditions.ts';
import { readToken } from './consistency/consistency-token.ts';
import { readKey, requireKey, type KeyUse } from './idempotency/read-key.ts';
import { ApiError, errorObject, throwIfAny, type ErrorObject } from './jsonapi/documents/errors.ts';

export interface RequestHeaders {
  readonly conditions: Conditions;
  /** The `Idempotency-Key`. */
  readonly key: string | undefined;
  /** What a read has to show at least. */
  readonly since: Position | undefined;
}

export interface HeaderRules {
  /** Whether only a client that names the state it has seen may overwrite or delete. */
  readonly requireIfMatch: boolean;
}

/** What they mean to a route. */
export interface HeaderUse {
  /** Whether the request replaces or deletes what somebody may have changed since its client read it. */
  readonly overwrites?: boolean;
  readonly keyUse: KeyUse;
  /** Whether preconditions are an error, since the request has no one target. */
  readonly refusesConditions?: boolean;
}

/**
 * Reads these headers.
 * @throws ApiError 400 with all that are malformed; 428; 400 if a key is required
 */
export function readRequestHeaders(
  { method = '', headersDistinct }: IncomingMessage,
  { overwrites = false, keyUse, refusesConditions = false }: HeaderUse,
  { requireIfMatch }: HeaderRules,
): RequestHeaders {
  const { conditions, problems } = readConditions(headersDistinct, method === 'GET' || method === 'HEAD');
  const { key, problems: keyProblems } = readKey(headersDistinct, keyUse);
  const { since, problems: tokenProblems } = readToken(headersDistinct);
  throwIfAny([...(refusesConditions ? refusalsIn(headersDistinct) : problems), ...keyProblems, ...tokenProblems]);
  if (requireIfMatch && overwrites && conditions.ifMatch === undefined) throw new ApiError([IF_MATCH_REQUIRED]);
  requireKey(key, keyUse);
  return { conditions, key, since };
}

function refusalsIn(headers: HeaderLines): readonly ErrorObject[] {
  return ['If-Match', 'If-None-Match']
    .filter((name) => headers[name.toLowerCase()] !== undefined)
    .map((header) => {
      const detail = `${header} is not possible here; an operation that updates or removes can have "if_match" in its "meta"`;
      return errorObject('invalid-header', detail, undefined, { header });
    });
}

const IF_MATCH_REQUIRED = errorObject(
  'precondition-required',
  'If-Match is required: send the ETag that the resource had when you read it, or * to overwrite whatever is there',
);
