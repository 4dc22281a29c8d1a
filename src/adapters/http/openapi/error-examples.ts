// An error object for each code, word for word as the service sends it; a test compares them. Errors of the application also go through
// `error-answers.ts` here.
import {
  AuthenticationUnavailableError,
  CommitOutcomeUnknownError,
  ForbiddenError,
  InvalidTokenError,
  NotFoundError,
  QueryTimeoutError,
  StorageUnavailableError,
  TooManyDeletedError,
  TooManyIncludedError,
} from '#application/model/errors';
import { renderErrors } from '../answer/render-document.ts';
import { answerTo, internalError } from '../answer/error-answers.ts';
import { modernError } from '../answer/modern-errors.ts';
import type { ApiConfig } from '../api/api-config.ts';
import { quote } from '../api/error-wording.ts';
import { errorObject, type ErrorCode, type ErrorObject, type ErrorSource } from '../api/errors.ts';
import type { HttpLimits } from '../api/limits.ts';
import { atomicFormat, MEDIA_TYPE, plainFormat, type DocumentFormat } from '../api/media-types.ts';
import type { EveryResource } from '../api/resource-description.ts';
import { clientIdForbidden, typeConflict } from '../request/sent-resource.ts';
import type { Json } from '../request/syntax/json.ts';
import {
  brokenExample,
  conflictWithParent,
  firstOf,
  invalidAttribute,
  parentIn,
  relationshipExample,
  unknownFieldExample,
} from './model-error-examples.ts';

type Config = Pick<ApiConfig, 'resources' | 'examples'> & {
  readonly limits: Pick<HttpLimits, 'maxBodyBytes' | 'maxUrlBytes' | 'maxHeaderBytes' | 'maxIncluded'>;
};

/**
 * The example document for an error code.
 * @param format `atomicFormat` for atomic operations
 */
export function errorExample(
  code: ErrorCode,
  config: Config & Pick<ApiConfig, 'linkTo'>,
  format: DocumentFormat = plainFormat,
): unknown {
  if (format !== atomicFormat) return renderErrors([errorObjectExample(code, config)]);
  const error = inList(code, config);
  // A client that does not accept the extension gets JSON:API 1.0.
  if (code === 'not-acceptable') return renderErrors([error]);
  const { linkTo } = config;
  return renderErrors([modernError(error, { sent: sentWith(error), pathParameters: [], linkTo })], 0, format, linkTo);
}

export function errorObjectExample(code: ErrorCode, config: Config): ErrorObject {
  const example = EXAMPLES[code];
  if (typeof example === 'function') return example(config);
  const { detail, source, meta } = example;
  return errorObject(code, detail, source, meta);
}

/** The members of an error object besides those that follow from its code. */
type Said = Pick<ErrorObject, 'detail' | 'source' | 'meta'>;

const at = (pointer: string): { readonly source: ErrorSource } => ({ source: { pointer } });
const inParameter = (parameter: string): { readonly source: ErrorSource } => ({ source: { parameter } });
const ofHeader = (header: string): Pick<Said, 'meta'> => ({ meta: { header } });

const EXAMPLES: Readonly<Record<ErrorCode, Said | ((config: Config) => ErrorObject)>> = {
  'malformed-request': { detail: 'The request is not well-formed HTTP' },
  'malformed-json': { detail: 'The request body is not JSON: unexpected text at character 27', ...at('') },
  'invalid-document': { detail: 'The document must have a member "data" with the resource', ...at('/data') },
  'invalid-parameter': ({ resources }) => unknownFieldExample(resources),
  'too-many-included': ({ resources, limits: { maxIncluded } }) => {
    const [type, parent] = parentIn(resources) ?? [firstOf(resources).type];
    return thrown(new TooManyIncludedError(type, maxIncluded, parent), resources);
  },
  'invalid-header': {
    detail: 'If-Match must be * or a list of entity tags, each in double quotes as the service sent it',
    ...ofHeader('If-Match'),
  },
  'idempotency-key-required': {
    detail: 'This request needs the header Idempotency-Key, so that it can be repeated without creating anything twice',
  },
  unauthenticated: {
    detail: 'Credentials are required: send the header Authorization with "Bearer" followed by an API key or token',
  },
  'invalid-token': ({ resources }) => thrown(new InvalidTokenError('unknown key'), resources),
  forbidden: ({ resources }) => thrown(new ForbiddenError('update', firstOf(resources).type), resources),
  'client-id-forbidden': ({ resources }) => clientIdForbidden(firstOf(resources).type, '/data'),
  'not-found': ({ examples }) => errorObject('not-found', `There is nothing at ${quote(examples.unknownPath)}`),
  'object-not-found': ({ resources }) => thrown(new NotFoundError(firstOf(resources).type, '7'), resources),
  'method-not-allowed': {
    detail: 'PUT is not allowed here. Allowed methods: GET, HEAD, QUERY, PATCH, DELETE, OPTIONS',
  },
  'not-acceptable': {
    detail: `The Accept header must allow ${MEDIA_TYPE}, with no parameters except profile`,
  },
  'request-timeout': { detail: 'The request took too long to arrive' },
  'type-conflict': ({ resources }) => typeConflict(firstOf(resources), '/data'),
  'id-conflict': { detail: 'The id of this resource is "1"', ...at('/data/id') },
  'owner-conflict': ({ resources }) => conflictWithParent(resources),
  'not-unique': ({ resources }) =>
    brokenExample('unique', resources) ?? errorObject('not-unique', 'Another resource has this value'),
  'too-many': ({ resources }) =>
    brokenExample('at most', resources) ?? thrown(new TooManyDeletedError(10_000), resources),
  'relationship-required': ({ resources }) => relationshipExample('relationship-required', resources),
  'still-referenced': ({ resources }) => relationshipExample('still-referenced', resources),
  'idempotency-key-in-use': {
    detail: 'A request with the same Idempotency-Key is still being processed; try again later',
  },
  'position-expired': ({ resources }) =>
    errorObject(
      'position-expired',
      'This position belongs to another history of the data: start over with page[after]=now, then read the lists in meta.refetch again',
      { parameter: 'page[after]' },
      { reason: 'other-history', refetch: Object.values(resources).map(({ path }) => path) },
    ),
  'precondition-failed': {
    detail: 'No entity tag in If-Match matches the current state of the resource: read it again',
    ...ofHeader('If-Match'),
  },
  'body-too-large': ({ limits: { maxBodyBytes } }) => tooLong('body-too-large', 'body is larger', maxBodyBytes),
  'uri-too-long': ({ limits: { maxUrlBytes } }) => tooLong('uri-too-long', 'target is longer', maxUrlBytes),
  'unsupported-media-type': {
    detail: `Content-Type must be ${MEDIA_TYPE}, with no parameters except profile`,
  },
  'invalid-attribute': ({ resources }) => invalidAttribute(resources),
  'invalid-relationship': ({ resources }) => relationshipExample('invalid-relationship', resources),
  'idempotency-key-reused': {
    detail:
      'The Idempotency-Key was used for a different request; a retry must have the same method, URL, body, If-Match and If-None-Match',
  },
  'precondition-required': {
    detail: 'If-Match is required: send the ETag that the resource had when you read it, or * to overwrite any state',
  },
  'headers-too-large': ({ limits: { maxHeaderBytes } }) =>
    tooLong('headers-too-large', 'headers are longer', maxHeaderBytes),
  'internal-error': () => firstOf(internalError('4f6c1c5e-6f0b-4c0e-9d43-0f2a8f1f2b11').errors),
  'method-not-implemented': { detail: 'The request method is unknown' },
  'too-many-subscribers': {
    detail: 'Too many change streams are open: read pages of /changes, or try again later',
  },
  'service-unavailable': ({ resources }) => thrown(new StorageUnavailableError(), resources),
  'authentication-unavailable': ({ resources }) => thrown(new AuthenticationUnavailableError(), resources),
  'commit-outcome-unknown': ({ resources }) => thrown(new CommitOutcomeUnknownError(), resources),
  'query-timeout': ({ resources }) => thrown(new QueryTimeoutError(), resources),
};

/** The examples that differ for atomic operations. */
const IN_LISTS: Readonly<Partial<Record<ErrorCode, Said>>> = {
  'invalid-document': {
    detail: '/atomic:operations/0/data is missing; it must be a resource object',
    ...at('/atomic:operations/0/data'),
  },
  'invalid-parameter': {
    detail: 'this route does not take "sort". This route takes no query parameters',
    ...inParameter('sort'),
  },
  'invalid-header': {
    detail: 'If-Match is not allowed here; an operation that updates or removes can have "if_match" in its "meta"',
    ...ofHeader('If-Match'),
  },
  'not-acceptable': {
    detail: `The Accept header must allow ${atomicFormat.mediaType}`,
  },
  'unsupported-media-type': { detail: `Content-Type must be ${atomicFormat.mediaType}` },
  'precondition-failed': {
    detail: 'No entity tag in If-Match matches the current state of the resource: read it again',
    ...at('/atomic:operations/0/meta/if_match'),
    ...ofHeader('If-Match'),
  },
  'precondition-required': {
    detail:
      '/atomic:operations/0/meta/if_match is required: the ETag that the resource had when you read it, or * to overwrite any state',
    ...at('/atomic:operations/0/meta/if_match'),
  },
};

function inList(code: ErrorCode, config: Config): ErrorObject {
  const said = IN_LISTS[code];
  if (said !== undefined) return errorObject(code, said.detail, said.source, said.meta);
  const example = errorObjectExample(code, config);
  const { source } = example;
  if (code === 'object-not-found') return { ...example, source: { pointer: '/atomic:operations/0/ref' } };
  if (source === undefined || !('pointer' in source) || source.pointer === '') return example;
  return { ...example, source: { pointer: `/atomic:operations/0${source.pointer}` } };
}

/** A request document that contains an error's source, or for a missing member, the part around it; undefined for a body that is not JSON. */
function sentWith({ code, source }: ErrorObject): Json | undefined {
  if (code === 'malformed-json') return undefined;
  const pointer = source !== undefined && 'pointer' in source ? source.pointer : '';
  const path = ABOUT_MISSING[code]?.exec(pointer)?.[1] ?? pointer;
  return path
    .split('/')
    .slice(1)
    .reduceRight<Json>((value, token) => (token === '0' ? [value] : { [token]: value }), {});
}

/** Errors about a missing member. The group is the pointer to the part around it. */
const ABOUT_MISSING: Readonly<Partial<Record<ErrorCode, RegExp>>> = {
  'invalid-document': /^(.*)\/data$/,
  'precondition-required': /^(.*)\/meta\/if_match$/,
  'invalid-relationship': /^(.*)\/[^/]+$/,
};

/** The response to an error thrown by the application. */
function thrown(error: Error, resources: EveryResource): ErrorObject {
  return firstOf(answerTo(error, { source: { parameter: 'id' }, resources })?.errors ?? []);
}

function tooLong(code: ErrorCode, what: string, limit: number): ErrorObject {
  return errorObject(code, `The request ${what} than ${limit} bytes`, undefined, { limit });
}
