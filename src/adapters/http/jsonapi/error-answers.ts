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
} from '../../../application/errors.ts';
import { ApiError, errorObject, type ErrorObject } from './errors.ts';
import { idConflict } from './read-document.ts';
import { isJsonObject, member, type Json } from './read-json.ts';
import { resources } from './resources/resources.ts';
import { quote } from './suggest.ts';

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
  if (error instanceof NotFoundError) return new ApiError([notFound(error, request)]);
  if (error instanceof NoOwnerError) return new ApiError([noOwner(error, request)]);
  if (error instanceof LinkedNotFoundError) return new ApiError(linkedNotFound(error, request));
  if (error instanceof PersonMismatchError) return new ApiError([idConflict(error.expectedId)]);
  if (error instanceof OwnerConflictError) return new ApiError([ownerConflict(error)]);
  if (error instanceof StorageUnavailableError) return new ApiError([unavailable()], RETRY_AFTER);
  if (error instanceof QueryTimeoutError) return new ApiError([timedOut()], RETRY_AFTER);
  if (error instanceof CommitOutcomeUnknownError) return new ApiError([outcomeUnknown()]);
  return undefined;
}

/** The answer to an error that nobody foresaw. */
export function internalError(requestId: string): ApiError {
  return new ApiError([errorObject('internal-error', `An unexpected error occurred; the request id is ${requestId}`)]);
}

function notFound({ type, id }: NotFoundError, { parameter }: FailedRequest): ErrorObject {
  return errorObject('object-not-found', `${resources[type].label}: ${shown(id)} not found`, { parameter });
}

function noOwner({ type, id }: NoOwnerError, { parameter }: FailedRequest): ErrorObject {
  return errorObject('object-not-found', `${resources[type].label}: ${shown(id)} has no owner`, { parameter });
}

function linkedNotFound({ type, ids }: LinkedNotFoundError, { document }: FailedRequest): readonly ErrorObject[] {
  const pointers = pointersTo(type, document);
  return ids.map((id) => {
    const pointer = pointers.get(id) ?? '/data';
    return errorObject('object-not-found', `${resources[type].label}: ${shown(id)} not found`, { pointer });
  });
}

function ownerConflict({ type, ownerId }: OwnerConflictError): ErrorObject {
  const detail = `A ${type} that is created here belongs to person ${ownerId}; leave "owner" out or name that person`;
  return errorObject('owner-conflict', detail, { pointer: '/data/relationships/owner' });
}

function unavailable(): ErrorObject {
  return errorObject('service-unavailable', 'The storage cannot be reached or is overloaded; nothing was changed');
}

function timedOut(): ErrorObject {
  return errorObject('query-timeout', 'The storage took too long to answer; nothing was changed');
}

function outcomeUnknown(): ErrorObject {
  const detail =
    'The connection to the storage was lost while the change was being committed; look whether it was made before trying again';
  return errorObject('commit-outcome-unknown', detail);
}

/** An identifier as a detail repeats it: as it is, unless somebody sent a novel. */
function shown(id: string): string {
  return id.length <= 64 ? id : quote(id);
}

/** Where a body first names each resource of a type that is to be linked. */
function pointersTo(type: string, document: Json | undefined): ReadonlyMap<string, string> {
  const pointers = new Map<string, string>();
  const note = (linkage: Json | undefined, pointer: string): void => {
    if (Array.isArray(linkage)) {
      for (const [index, item] of (linkage as readonly Json[]).entries()) note(item, `${pointer}/${index}`);
      return;
    }
    const id = isJsonObject(linkage) && member(linkage, 'type') === type ? member(linkage, 'id') : undefined;
    if (typeof id === 'string' && !pointers.has(id)) pointers.set(id, pointer);
  };
  const data = isJsonObject(document) ? member(document, 'data') : undefined;
  note(data, '/data');
  const relationships = isJsonObject(data) ? member(data, 'relationships') : undefined;
  if (!isJsonObject(relationships)) return pointers;
  for (const [name, relationship] of Object.entries(relationships))
    if (isJsonObject(relationship)) note(member(relationship, 'data'), `/data/relationships/${name}/data`);
  return pointers;
}
