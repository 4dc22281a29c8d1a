// The one table that maps the application's errors to those of the API.
import type * as errors from '#application/model/errors';
import { isFact, type Unavailability } from '#application/model/errors';
import type { Parent, ResourceIdentifier } from '#application/model/query';
import { relationshipOf } from '#domain/schema';
import { quote, withArticle } from '../api/error-wording.ts';
import { ApiError, errorObject, type ErrorObject, type ErrorSource } from '../api/errors.ts';
import { relationshipLinks, resourcePath } from '../api/links.ts';
import type { ApiConfig } from '../api/api-config.ts';
import type { EveryResource } from '../api/resource-description.ts';
import { forbidden, nameIn, withType } from '../request/permission.ts';
import type { Reference } from '../request/linkage.ts';
import { pointerToken } from '../request/syntax/json.ts';
import { idConflict } from '../request/sent-resource.ts';
import type { Write } from '../request/write.ts';
import { invalidToken, ISSUER_AWAY } from './access-errors.ts';
import { brokenRule, relationshipRequired, stillReferenced } from './broken-rules.ts';
import { forbiddenChange } from './forbidden-changes.ts';

/** The parts of a request that an error can refer to, and the descriptions that name them. */
export interface FailedRequest extends Pick<ApiConfig, 'resources'> {
  /** The part of the request that identifies its resource. */
  readonly source: ErrorSource;
  /** The write; undefined if the request is a read or has not been parsed. */
  readonly write?: Write;
  /** True if it has an `Idempotency-Key`. */
  readonly hasKey?: boolean;
}

/**
 * Converts an error that a handler threw.
 * @returns undefined for an unexpected error, whose message is not for clients
 */
export function answerTo(error: unknown, request: FailedRequest): ApiError | undefined {
  if (error instanceof ApiError) return error;
  return isApplicationError(error) ? answerOfKind(error.kind, error, request) : undefined;
}

type InstanceOf<Export> = Export extends new (...facts: never) => infer Instance ? Instance : never;
type ApplicationError = InstanceOf<(typeof errors)[keyof typeof errors]>;
type ErrorKind = ApplicationError['kind'];
type ErrorOf<Kind extends ErrorKind> = Extract<ApplicationError, { readonly kind: Kind }>;

function isApplicationError(error: unknown): error is ApplicationError {
  return isFact(error);
}

function answerOfKind<Kind extends ErrorKind>(kind: Kind, error: ErrorOf<Kind>, request: FailedRequest) {
  return ANSWERS[kind](error, request);
}

export type ErrorAnswers = {
  readonly [Kind in ErrorKind]: (error: ErrorOf<Kind>, request: FailedRequest) => ApiError | undefined;
};

/** Each returns undefined if the error is unexpected, such as a write's error in a read. */
const ANSWERS: ErrorAnswers = {
  notFound: (error, { source, resources }) => new ApiError([missing(resources, error, 'not found', source)]),
  emptyRelationship: ({ parent }, { source, resources }) =>
    new ApiError([missing(resources, parent, `has no ${wireName(resources, parent)}`, source)]),
  linkedNotFound: (error, { write, resources }) => write && new ApiError(linkedNotFound(error, write, resources)),
  relatedMismatch: (error, { write }) => write && new ApiError([relatedMismatch(error, write)]),
  parentConflict: (error, { write, resources }) =>
    write && new ApiError([parentConflict(error, write.basePointer, resources)]),
  ruleBroken: ({ broken }, { write }) => write && new ApiError(broken.map((each) => brokenRule(each, write))),
  relationshipRequired: (error, { write, resources }) =>
    write && new ApiError([relationshipRequired(error, write, resources)]),
  stillReferenced: (error, { source, resources }) => new ApiError([stillReferenced(error, resources, source)]),
  tooManyDeleted: ({ most }) =>
    new ApiError([
      errorObject(
        'too-many',
        `More than ${most} resources would be deleted along with this one; delete some of them first`,
      ),
    ]),
  forbidden: (error, { write, resources }) =>
    new ApiError([write ? forbiddenChange(error, write, resources) : forbidden(withType(error.action, error.type))]),
  invalidToken,
  authenticationUnavailable: () => retryLater(ISSUER_AWAY),
  feedOff: () => new ApiError([errorObject('not-found', 'The changes feed of this service is turned off')]),
  // The feed's handler makes this error, because the lists to read again depend on the role.
  positionExpired: () => undefined,
  tooManyIncluded: (error, { resources }) => new ApiError([tooManyIncluded(error, resources)]),
  // Use cases retry, and finally throw a `StorageOverloadedError`.
  collision: () => undefined,
  storageUnavailable: ({ reason }) => retryLater(UNAVAILABLE[reason]),
  queryTimeout: () => retryLater(TIMED_OUT),
  commitOutcomeUnknown: (_, { hasKey }) => (hasKey === true ? retryLater(REPEAT) : new ApiError([OUTCOME_UNKNOWN])),
};

function retryLater(error: ErrorObject): ApiError {
  return new ApiError([error], { 'Retry-After': '1' });
}

/** The refusal of a failed write. Errors that are not about the request are returned unchanged. */
export function refusalOf(error: unknown, write: Write, resources: EveryResource): unknown {
  const answer = answerTo(error, { source: write.target.source, write, resources });
  return answer === undefined || answer.status >= 500 ? error : answer;
}

/** The error for an unexpected failure. */
export function internalError(requestId: string): ApiError {
  return new ApiError([errorObject('internal-error', `An unexpected error occurred; the request id is ${requestId}`)]);
}

function missing(
  resources: EveryResource,
  { type, id }: ResourceIdentifier,
  what: string,
  source: ErrorSource,
): ErrorObject {
  return errorObject('object-not-found', `${resources[type].label}: ${truncated(id)} ${what}`, source);
}

function linkedNotFound(
  error: ErrorOf<'linkedNotFound'>,
  { basePointer, sentLinks }: Write,
  resources: EveryResource,
): readonly ErrorObject[] {
  // One link names a resource only once, but several links can name the same resource.
  const links = sentLinks.map(({ references }) => new Map(references.toReversed().map((each) => [nameOf(each), each])));
  return error.missing.map((each) => {
    const link = links.find((named) => named.has(nameOf(each)));
    const { pointer = `${basePointer}/data` } = link?.get(nameOf(each)) ?? {};
    link?.delete(nameOf(each));
    return missing(resources, each, 'not found', { pointer });
  });
}

function nameOf({ type, id }: Pick<Reference, 'type' | 'id'>): string {
  return `${type} ${id}`;
}

function relatedMismatch({ expectedId }: ErrorOf<'relatedMismatch'>, { identity }: Write): ErrorObject {
  if (identity === undefined) throw new Error('the document does not identify its resource');
  return idConflict({ id: expectedId, lid: undefined }, identity);
}

/** @param basePointer the pointer to the write: empty, or that of its atomic operation */
export function parentConflict(
  error: ErrorOf<'parentConflict'>,
  basePointer: string,
  resources: EveryResource,
): ErrorObject {
  const { type, relationship, parentId } = error;
  const name = wireName(resources, error);
  const { to } = relationshipOf(type, relationship);
  const detail = `${withArticle(type, 'A')} created here belongs to ${to} ${parentId}; leave "${name}" out or name that ${to}`;
  return errorObject('owner-conflict', detail, { pointer: `${basePointer}/data/relationships/${pointerToken(name)}` });
}

function tooManyIncluded({ type, most, parent }: ErrorOf<'tooManyIncluded'>, resources: EveryResource): ErrorObject {
  const list = parent === undefined ? resources[type].path : relatedPath(resources, parent);
  const detail = `More than ${most} resources would be included; limit them with page[PATH][size] (or page[size] on a relationship route), or read them in pages with GET ${list}`;
  return errorObject('too-many-included', detail, { parameter: 'include' });
}

/** The path of the related resources. */
function relatedPath(resources: EveryResource, parent: Parent): string {
  return relationshipLinks(resourcePath(resources[parent.type], parent), wireName(resources, parent)).related;
}

function wireName(resources: EveryResource, { type, relationship }: Omit<Parent, 'id'>): string {
  return nameIn(resources[type], relationship);
}

const AWAY = errorObject('service-unavailable', 'The storage is unavailable; nothing was changed');
const UNAVAILABLE: Readonly<Record<Unavailability, ErrorObject>> = {
  unreachable: AWAY,
  refused: AWAY,
  unknownHistory: errorObject(
    'service-unavailable',
    'The Consistency-Token is from a later history than that of the reachable storage, which may have been replaced',
    undefined,
    { header: 'Consistency-Token' },
  ),
  connections: errorObject('service-unavailable', 'All connections to the storage are in use; nothing was changed'),
  streams: errorObject(
    'service-unavailable',
    'Too many long responses are being sent; request a shorter one, or try again',
  ),
  collisions: errorObject(
    'service-unavailable',
    'Concurrent changes kept conflicting with this one; nothing was changed',
  ),
};
const TIMED_OUT = errorObject('query-timeout', 'The storage took too long to respond; nothing was changed');
const OUTCOME_UNKNOWN = errorObject(
  'commit-outcome-unknown',
  'The storage did not confirm the commit; check whether the change was made before you try again',
);

const REPEAT = errorObject(
  'commit-outcome-unknown',
  'The storage did not confirm the commit; send the same request again with the same Idempotency-Key',
);

/** Quotes and truncates a text only if it is too long for an identifier. */
function truncated(id: string): string {
  return id.length <= 64 ? id : quote(id);
}
