// The one table from what can go wrong inside to what the wire says of it.
import {
  CommitOutcomeUnknownError,
  LinkedNotFoundError,
  NoOwnerError,
  NotFoundError,
  OwnerConflictError,
  PersonMismatchError,
  QueryTimeoutError,
  StorageUnavailableError,
} from '#application/errors';
import type { ResourceIdentifier } from '#application/model/query';
import { ApiError, errorObject, type ErrorObject, type ErrorSource } from './errors.ts';
import { idConflict } from './read-resource-object.ts';
import { quote } from './messages.ts';
import { isJsonList, isJsonObject, member, type Json } from './read-json.ts';
import { linkagesIn } from './read-linkage.ts';
import { requireRelationship } from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';

/** What an error's source may point at. */
export interface FailedRequest {
  /** The name of the path parameter that says which resource is meant. */
  readonly parameter: string;
  /** The body, when one was read. */
  readonly document: Json | undefined;
}

/** Seconds after which a client may try again what failed for want of storage. */
const RETRY_AFTER = { 'Retry-After': '1' };

/**
 * The answer to an error that a handler threw.
 * @returns undefined for an error that nobody foresaw: it is internal, and its text is not for clients
 */
export function answerTo(error: unknown, request: FailedRequest): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const inPath = { parameter: request.parameter };
  if (error instanceof NotFoundError) return new ApiError([missing(error, 'not found', inPath)]);
  if (error instanceof NoOwnerError) return new ApiError([missing(error, 'has no owner', inPath)]);
  if (error instanceof LinkedNotFoundError) return new ApiError(linkedNotFound(error, request));
  if (error instanceof PersonMismatchError) return new ApiError([idConflict(error.expectedId)]);
  if (error instanceof OwnerConflictError) return new ApiError([ownerConflict(error)]);
  if (error instanceof StorageUnavailableError) return new ApiError([UNAVAILABLE], RETRY_AFTER);
  if (error instanceof QueryTimeoutError) return new ApiError([TIMED_OUT], RETRY_AFTER);
  if (error instanceof CommitOutcomeUnknownError) return new ApiError([OUTCOME_UNKNOWN]);
  return undefined;
}

/** The answer to an error that nobody foresaw. */
export function internalError(requestId: string): ApiError {
  return new ApiError([errorObject('internal-error', `An unexpected error occurred; the request id is ${requestId}`)]);
}

function missing({ type, id }: ResourceIdentifier, what: string, source: ErrorSource): ErrorObject {
  return errorObject('object-not-found', `${resources[type].label}: ${shown(id)} ${what}`, source);
}

function linkedNotFound({ missing: all }: LinkedNotFoundError, { document }: FailedRequest): readonly ErrorObject[] {
  const pointers = pointersIn(document);
  return all.map((each) => missing(each, 'not found', { pointer: pointers.get(`${each.type} ${each.id}`) ?? '/data' }));
}

function ownerConflict({ type, ownerId }: OwnerConflictError): ErrorObject {
  const { to } = requireRelationship(resources[type], 'owner');
  const detail = `A ${type} that is created here belongs to ${to} ${ownerId}; leave "owner" out or name that ${to}`;
  return errorObject('owner-conflict', detail, { pointer: '/data/relationships/owner' });
}

const UNAVAILABLE = errorObject(
  'service-unavailable',
  'The storage cannot be reached or is overloaded; nothing was changed',
);
const TIMED_OUT = errorObject('query-timeout', 'The storage took too long to answer; nothing was changed');
const OUTCOME_UNKNOWN = errorObject(
  'commit-outcome-unknown',
  'The connection to the storage was lost while the change was being committed; look whether it was made before trying again',
);

/** An identifier as a detail repeats it: as it is, unless somebody sent a novel. */
function shown(id: string): string {
  return id.length <= 64 ? id : quote(id);
}

/** Where a body first names each resource that is to be linked, by type and identifier. */
function pointersIn(document: Json | undefined): ReadonlyMap<string, string> {
  const pointers = new Map<string, string>();
  const note = (identifier: Json | undefined, pointer: string): void => {
    const type = isJsonObject(identifier) ? member(identifier, 'type') : undefined;
    const id = isJsonObject(identifier) ? member(identifier, 'id') : undefined;
    if (typeof type !== 'string' || typeof id !== 'string') return;
    const name = `${type} ${id}`;
    if (!pointers.has(name)) pointers.set(name, pointer);
  };
  for (const { data, pointer } of linkagesIn(document)) {
    if (isJsonList(data)) for (const [index, item] of data.entries()) note(item, `${pointer}/${index}`);
    else note(data, pointer);
  }
  return pointers;
}
