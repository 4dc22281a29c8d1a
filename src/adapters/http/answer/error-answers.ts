// The one table from the application's errors to those of the API.
import {
  AuthenticationUnavailableError,
  CommitOutcomeUnknownError,
  EmptyRelationshipError,
  ForbiddenError,
  InvalidTokenError,
  LinkedNotFoundError,
  NotFoundError,
  ParentConflictError,
  QueryTimeoutError,
  RelatedMismatchError,
  RuleBrokenError,
  StorageOverloadedError,
  StorageUnavailableError,
  TooManyIncludedError,
  UnknownHistoryError,
  type Overload,
} from '#application/model/errors';
import type { Parent, ResourceIdentifier } from '#application/model/query';
import { relationshipOf } from '#domain/schema';
import { quote } from '../api/error-wording.ts';
import { ApiError, errorObject, type ErrorObject, type ErrorSource } from '../api/errors.ts';
import { relationshipLinks, resourcePath } from '../api/links.ts';
import { wireNameOf } from '../api/resource-description.ts';
import { resources } from '../api/resources.ts';
import { forbidden, withType } from '../request/permission.ts';
import { pointerToken } from '../request/json.ts';
import { idConflict } from '../request/sent-resource.ts';
import type { Write } from '../request/write.ts';
import { invalidToken, ISSUER_AWAY } from './access-errors.ts';
import { brokenRule, forbiddenChange } from './refused-changes.ts';

/** What an error can refer to. */
export interface FailedRequest {
  /** What identifies the resource that the request is about. */
  readonly source: ErrorSource;
  /** What it writes; undefined: nothing, or it has not been read. */
  readonly write?: Write;
  /** Whether it has an `Idempotency-Key`. */
  readonly hasKey?: boolean;
}

/** In seconds. */
const RETRY_AFTER = { 'Retry-After': '1' };

/**
 * Converts an error that a handler threw.
 * @returns undefined for an unexpected error, whose message is not for clients
 */
export function answerTo(error: unknown, request: FailedRequest): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { source, write } = request;
  if (error instanceof NotFoundError) return new ApiError([missing(error, 'not found', source)]);
  if (error instanceof EmptyRelationshipError) return new ApiError([emptyRelationship(error, source)]);
  if (write !== undefined) {
    if (error instanceof LinkedNotFoundError) return new ApiError(linkedNotFound(error, write));
    if (error instanceof RelatedMismatchError) return new ApiError([relatedMismatch(error, write)]);
    if (error instanceof ParentConflictError) return new ApiError([parentConflict(error, write)]);
    if (error instanceof ForbiddenError) return new ApiError([forbiddenChange(error, write)]);
    if (error instanceof RuleBrokenError) return new ApiError(error.broken.map((each) => brokenRule(each, write)));
  }
  if (error instanceof ForbiddenError) return new ApiError([forbidden(withType(error.action, error.type))]);
  if (error instanceof InvalidTokenError) return invalidToken(error);
  if (error instanceof AuthenticationUnavailableError) return new ApiError([ISSUER_AWAY], RETRY_AFTER);
  if (error instanceof TooManyIncludedError) return new ApiError([tooManyIncluded(error)]);
  if (error instanceof StorageOverloadedError) return new ApiError([OVERLOADED[error.by]], RETRY_AFTER);
  if (error instanceof UnknownHistoryError) return new ApiError([UNKNOWN_HISTORY], RETRY_AFTER);
  if (error instanceof StorageUnavailableError) return new ApiError([UNAVAILABLE], RETRY_AFTER);
  if (error instanceof QueryTimeoutError) return new ApiError([TIMED_OUT], RETRY_AFTER);
  if (error instanceof CommitOutcomeUnknownError)
    return request.hasKey === true ? new ApiError([REPEAT], RETRY_AFTER) : new ApiError([OUTCOME_UNKNOWN]);
  return undefined;
}

/** The refusal of a failed write. Errors that are not about the request are returned unchanged. */
export function refusalOf(error: unknown, write: Write): unknown {
  const answer = answerTo(error, { source: write.target.source, write });
  return answer === undefined || answer.status >= 500 ? error : answer;
}

/** The answer to an unexpected error. */
export function internalError(requestId: string): ApiError {
  return new ApiError([errorObject('internal-error', `An unexpected error occurred; the request id is ${requestId}`)]);
}

function missing({ type, id }: ResourceIdentifier, what: string, source: ErrorSource): ErrorObject {
  return errorObject('object-not-found', `${resources[type].label}: ${truncated(id)} ${what}`, source);
}

function linkedNotFound(
  { missing: all }: LinkedNotFoundError,
  { basePointer, sentLinks }: Write,
): readonly ErrorObject[] {
  const pointers = new Map<string, string>();
  for (const { type, id, pointer } of sentLinks.flatMap(({ references }) => references))
    if (!pointers.has(`${type} ${id}`)) pointers.set(`${type} ${id}`, pointer);
  return all.map((each) => {
    const pointer = pointers.get(`${each.type} ${each.id}`) ?? `${basePointer}/data`;
    return missing(each, 'not found', { pointer });
  });
}

function relatedMismatch({ expectedId }: RelatedMismatchError, { identity }: Write): ErrorObject {
  if (identity === undefined) throw new Error('the document identifies no resource that could be another one');
  return idConflict({ id: expectedId, lid: undefined }, identity);
}

function emptyRelationship(
  { parent: { type, id, relationship } }: EmptyRelationshipError,
  source: ErrorSource,
): ErrorObject {
  return missing({ type, id }, `has no ${wireNameOf(resources[type], relationship) ?? relationship}`, source);
}

function parentConflict({ type, relationship, parentId }: ParentConflictError, { basePointer }: Write): ErrorObject {
  const name = wireNameOf(resources[type], relationship) ?? relationship;
  const { to } = relationshipOf(type, relationship);
  const detail = `A ${type} that is created here belongs to ${to} ${parentId}; leave "${name}" out or name that ${to}`;
  return errorObject('owner-conflict', detail, { pointer: `${basePointer}/data/relationships/${pointerToken(name)}` });
}

function tooManyIncluded({ type, most, parent }: TooManyIncludedError): ErrorObject {
  const list = parent === undefined ? resources[type].path : relatedPath(parent);
  const detail = `More than ${most} resources would be included; GET ${list} lists them in pages`;
  return errorObject('too-many-included', detail, { parameter: 'include' });
}

/** The path of what a stored relationship leads to. */
function relatedPath({ type, id, relationship }: Parent): string {
  const resource = resources[type];
  const name = wireNameOf(resource, relationship) ?? relationship;
  return relationshipLinks(resourcePath(resource, { id }), name).related;
}

const UNAVAILABLE = errorObject('service-unavailable', 'The storage is not available; nothing was changed');
const OVERLOADED: Readonly<Record<Overload, ErrorObject>> = {
  connections: errorObject('service-unavailable', 'All connections to the storage are in use; nothing was changed'),
  streams: errorObject(
    'service-unavailable',
    'As many long answers are being sent as the service allows; ask for a shorter one, or try again',
  ),
  collisions: errorObject('service-unavailable', 'Other changes kept getting in the way; nothing was changed'),
};
const UNKNOWN_HISTORY = errorObject(
  'service-unavailable',
  'Consistency-Token is of a later history than the storage that can be reached, which may have been replaced by another one',
  undefined,
  { header: 'Consistency-Token' },
);
const TIMED_OUT = errorObject('query-timeout', 'The storage took too long to answer; nothing was changed');
const OUTCOME_UNKNOWN = errorObject(
  'commit-outcome-unknown',
  'The storage did not confirm that the change was committed; check if it was before you try again',
);

const REPEAT = errorObject(
  'commit-outcome-unknown',
  'The storage did not confirm that the change was committed; send the same request again with the same Idempotency-Key',
);

/** Quotes and truncates only what is too long for an identifier. */
function truncated(id: string): string {
  return id.length <= 64 ? id : quote(id);
}
