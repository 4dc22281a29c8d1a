// The one table from the application's errors to those of the API.
import {
  CommitOutcomeUnknownError,
  EmptyRelationshipError,
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
  type BrokenRule,
  type Overload,
} from '#application/errors';
import type { Parent, ResourceIdentifier } from '#application/model/query';
import { ApiError, errorObject, type ErrorObject, type ErrorSource } from './errors.ts';
import { idConflict } from './read-resource-object.ts';
import { relationshipLinks, resourcePath } from './links.ts';
import { quote } from './messages.ts';
import { isJsonList, isJsonObject, member, pointerToken, type Json } from './read-json.ts';
import { linkagesIn } from './read-linkage.ts';
import { relationshipOf } from '#domain/schema';
import { wireNameOf } from '../resources/resource.ts';
import { resources, resourceOf } from '../resources/resources.ts';

/** What the `source` of an error can refer to. */
export interface FailedRequest {
  /** The name of the path parameter that identifies the resource. */
  readonly parameter: string;
  /** The body, if one was read. */
  readonly document: Json | undefined;
  /** Whether it has an `Idempotency-Key`. */
  readonly hasKey?: boolean | undefined;
}

/** In seconds. */
const RETRY_AFTER = { 'Retry-After': '1' };

/**
 * Converts an error that a handler threw.
 * @returns undefined for an unexpected error, whose message is not for clients
 */
export function answerTo(error: unknown, request: FailedRequest): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const inPath = { parameter: request.parameter };
  if (error instanceof NotFoundError) return new ApiError([missing(error, 'not found', inPath)]);
  if (error instanceof EmptyRelationshipError) return new ApiError([emptyRelationship(error, inPath)]);
  if (error instanceof LinkedNotFoundError) return new ApiError(linkedNotFound(error, request));
  if (error instanceof RelatedMismatchError) return new ApiError([idConflict(error.expectedId)]);
  if (error instanceof ParentConflictError) return new ApiError([parentConflict(error)]);
  if (error instanceof RuleBrokenError) return new ApiError(error.broken.map((each) => brokenRule(each, request)));
  if (error instanceof TooManyIncludedError) return new ApiError([tooManyIncluded(error)]);
  if (error instanceof StorageOverloadedError) return new ApiError([OVERLOADED[error.by]], RETRY_AFTER);
  if (error instanceof UnknownHistoryError) return new ApiError([UNKNOWN_HISTORY], RETRY_AFTER);
  if (error instanceof StorageUnavailableError) return new ApiError([UNAVAILABLE], RETRY_AFTER);
  if (error instanceof QueryTimeoutError) return new ApiError([TIMED_OUT], RETRY_AFTER);
  if (error instanceof CommitOutcomeUnknownError)
    return request.hasKey === true ? new ApiError([REPEAT], RETRY_AFTER) : new ApiError([OUTCOME_UNKNOWN]);
  return undefined;
}

/** The answer to an unexpected error. */
export function internalError(requestId: string): ApiError {
  return new ApiError([errorObject('internal-error', `An unexpected error occurred; the request id is ${requestId}`)]);
}

function missing({ type, id }: ResourceIdentifier, what: string, source: ErrorSource): ErrorObject {
  return errorObject('object-not-found', `${resources[type].label}: ${truncated(id)} ${what}`, source);
}

function linkedNotFound({ missing: all }: LinkedNotFoundError, { document }: FailedRequest): readonly ErrorObject[] {
  const pointers = pointersIn(document);
  return all.map((each) => missing(each, 'not found', { pointer: pointers.get(`${each.type} ${each.id}`) ?? '/data' }));
}

function emptyRelationship(
  { parent: { type, id, relationship } }: EmptyRelationshipError,
  source: ErrorSource,
): ErrorObject {
  return missing({ type, id }, `has no ${wireNameOf(resources[type], relationship) ?? relationship}`, source);
}

function parentConflict({ type, relationship, parentId }: ParentConflictError): ErrorObject {
  const name = wireNameOf(resources[type], relationship) ?? relationship;
  const { to } = relationshipOf(type, relationship);
  const detail = `A ${type} that is created here belongs to ${to} ${parentId}; leave "${name}" out or name that ${to}`;
  return errorObject('owner-conflict', detail, { pointer: `/data/relationships/${pointerToken(name)}` });
}

function brokenRule({ type, rule }: BrokenRule, { document }: FailedRequest): ErrorObject {
  switch (rule.kind) {
    case 'unique': {
      const name = wireNameOf(resources[type], rule.attribute) ?? rule.attribute;
      return errorObject('not-unique', `Another ${type} has this ${name}`, {
        pointer: `/data/attributes/${pointerToken(name)}`,
      });
    }
    case 'at most': {
      const { to, inverse } = relationshipOf(type, rule.relationship);
      const names = { [type]: rule.relationship, [to]: inverse };
      const name = wireNameOf(resources[type], rule.relationship) ?? rule.relationship;
      return errorObject('too-many', `A ${type} has at most ${rule.most} ${name}`, {
        pointer: pointerTo(names, document),
      });
    }
  }
}

/** Where the body names the relationship, from whichever side; else its primary data. */
function pointerTo(names: Readonly<Record<string, string>>, document: Json | undefined): string {
  const data = isJsonObject(document) ? member(document, 'data') : undefined;
  const type = isJsonObject(data) ? member(data, 'type') : undefined;
  const resource = typeof type === 'string' ? resourceOf(type) : undefined;
  const name = resource && wireNameOf(resource, names[resource.type] ?? '');
  const pointer = name === undefined ? '' : `/data/relationships/${pointerToken(name)}/data`;
  return linkagesIn(document).some((each) => each.pointer === pointer) ? pointer : '/data';
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
  'The connection to the storage was lost while the change was being committed; look whether it was made before trying again',
);

const REPEAT = errorObject(
  'commit-outcome-unknown',
  'The connection to the storage was lost while the change was being committed; send the same request with the same Idempotency-Key again',
);

/** Quotes and truncates only what is too long for an identifier. */
function truncated(id: string): string {
  return id.length <= 64 ? id : quote(id);
}

/** JSON Pointers to the first mention of each resource in the body, by type and identifier. */
function pointersIn(document: Json | undefined): ReadonlyMap<string, string> {
  const pointers = new Map<string, string>();
  const add = (identifier: Json | undefined, pointer: string): void => {
    const type = isJsonObject(identifier) ? member(identifier, 'type') : undefined;
    const id = isJsonObject(identifier) ? member(identifier, 'id') : undefined;
    if (typeof type !== 'string' || typeof id !== 'string') return;
    const name = `${type} ${id}`;
    if (!pointers.has(name)) pointers.set(name, pointer);
  };
  for (const { data, pointer } of linkagesIn(document)) {
    if (isJsonList(data)) for (const [index, item] of data.entries()) add(item, `${pointer}/${index}`);
    else add(data, pointer);
  }
  return pointers;
}
