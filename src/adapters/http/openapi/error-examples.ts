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
  TooManyIncludedError,
} from '#application/model/errors';
import { resourceTypes, schema } from '#domain/schema';
import type { Rule } from '#domain/rules';
import { renderErrors } from '../answer/render-document.ts';
import { answerTo, internalError } from '../answer/error-answers.ts';
import { ruleError } from '../answer/refused-changes.ts';
import { errorObject, type ErrorCode, type ErrorObject, type ErrorSource } from '../api/errors.ts';
import type { HttpLimits } from '../api/limits.ts';
import { atomicFormat, MEDIA_TYPE, plainFormat, type DocumentFormat } from '../api/media-types.ts';

type Limits = Pick<HttpLimits, 'maxBodyBytes' | 'maxUrlBytes' | 'maxHeaderBytes' | 'maxIncluded'>;

/** The document with the error of a code, in a format. */
export function errorExample(code: ErrorCode, limits: Limits, format: DocumentFormat = plainFormat): unknown {
  const error = format === atomicFormat ? inList(code, limits) : errorObjectExample(code, limits);
  return renderErrors([error], 0, format);
}

export function errorObjectExample(code: ErrorCode, limits: Limits): ErrorObject {
  const example = EXAMPLES[code];
  if (typeof example === 'function') return example(limits);
  const { detail, source, meta } = example;
  return errorObject(code, detail, source, meta);
}

/** The members of an error object besides those that follow from its code. */
type Said = Pick<ErrorObject, 'detail' | 'source' | 'meta'>;

const at = (pointer: string): { readonly source: ErrorSource } => ({ source: { pointer } });
const inParameter = (parameter: string): { readonly source: ErrorSource } => ({ source: { parameter } });
const ofHeader = (header: string): Pick<Said, 'meta'> => ({ meta: { header } });

const EXAMPLES: Readonly<Record<ErrorCode, Said | ((limits: Limits) => ErrorObject)>> = {
  'malformed-request': { detail: 'The request is not well-formed HTTP' },
  'malformed-json': { detail: 'The request body is not JSON: unexpected text at character 27', ...at('') },
  'invalid-document': { detail: 'The document must have a member "data" with the resource', ...at('/data') },
  'invalid-parameter': {
    detail:
      'unknown field "nme" of person; did you mean "name"? Sortable fields of person: id, name, email, birth_date',
    ...inParameter('sort'),
  },
  'too-many-included': ({ maxIncluded }) =>
    thrown(new TooManyIncludedError('computer', maxIncluded, { type: 'person', id: '1', relationship: 'computers' })),
  'invalid-header': {
    detail: 'If-Match must be * or a list of entity tags, each in double quotes as the service sent it',
    ...ofHeader('If-Match'),
  },
  'idempotency-key-required': {
    detail: 'This request needs the header Idempotency-Key, so that it can be repeated without creating anything twice',
  },
  unauthenticated: {
    detail: 'This needs credentials: send the header Authorization with Bearer and an API key or a token',
  },
  'invalid-token': () => thrown(new InvalidTokenError('unknown key')),
  forbidden: () => thrown(new ForbiddenError('update', 'person')),
  'client-id-forbidden': { detail: 'The service assigns the id of a person; leave "id" out', ...at('/data/id') },
  'not-found': { detail: 'There is nothing at "/people"' },
  'object-not-found': () => thrown(new NotFoundError('person', '7')),
  'method-not-allowed': { detail: 'PUT is not possible here; possible are GET, HEAD, PATCH, DELETE, OPTIONS' },
  'not-acceptable': {
    detail: `The service answers with ${MEDIA_TYPE}; the Accept header must allow it without media type parameters`,
  },
  'request-timeout': { detail: 'The request took too long to arrive' },
  'type-conflict': { detail: 'The type of this resource is "person"', ...at('/data/type') },
  'id-conflict': { detail: 'The id of this resource is "1"', ...at('/data/id') },
  'owner-conflict': {
    detail: 'A computer that is created here belongs to person 1; leave "owner" out or name that person',
    ...at('/data/relationships/owner'),
  },
  'not-unique': () => broken('unique'),
  'too-many': () => broken('at most'),
  'idempotency-key-in-use': {
    detail: 'A request with the same Idempotency-Key is being processed; repeat this one later',
  },
  'precondition-failed': {
    detail: 'The resource is not in the state that an entity tag in If-Match stands for: read it again',
    ...ofHeader('If-Match'),
  },
  'body-too-large': ({ maxBodyBytes }) => tooLong('body-too-large', 'body is larger', maxBodyBytes),
  'uri-too-long': ({ maxUrlBytes }) => tooLong('uri-too-long', 'target is longer', maxUrlBytes),
  'unsupported-media-type': { detail: `Content-Type must be exactly ${MEDIA_TYPE}, without parameters` },
  'invalid-attribute': {
    detail: '"birth_date" must be a date of the form YYYY-MM-DD',
    ...at('/data/attributes/birth_date'),
  },
  'idempotency-key-reused': {
    detail:
      'The Idempotency-Key was used for another request; a repetition has the same method, URL, body, If-Match and If-None-Match',
  },
  'precondition-required': {
    detail:
      'If-Match is required: send the ETag that the resource had when you read it, or * to overwrite whatever is there',
  },
  'headers-too-large': ({ maxHeaderBytes }) => tooLong('headers-too-large', 'headers are longer', maxHeaderBytes),
  'internal-error': () => firstOf(internalError('4f6c1c5e-6f0b-4c0e-9d43-0f2a8f1f2b11').errors),
  'method-not-implemented': { detail: 'The request method is not known' },
  'service-unavailable': () => thrown(new StorageUnavailableError()),
  'authentication-unavailable': () => thrown(new AuthenticationUnavailableError()),
  'commit-outcome-unknown': () => thrown(new CommitOutcomeUnknownError()),
  'query-timeout': () => thrown(new QueryTimeoutError()),
};

/** The examples that differ for a list of operations. */
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
    detail: 'If-Match is not possible here; an operation that updates or removes can have "if_match" in its "meta"',
    ...ofHeader('If-Match'),
  },
  'object-not-found': { detail: 'Person: 7 not found', ...at('/atomic:operations/0/ref') },
  'not-acceptable': {
    detail: `The service answers with ${atomicFormat.mediaType}; the Accept header must allow it with this parameter`,
  },
  'unsupported-media-type': { detail: `Content-Type must be ${atomicFormat.mediaType}` },
  'precondition-failed': {
    detail: 'The resource is not in the state that an entity tag in If-Match stands for: read it again',
    ...at('/atomic:operations/0/meta/if_match'),
    ...ofHeader('If-Match'),
  },
  'precondition-required': {
    detail:
      '/atomic:operations/0/meta/if_match is required: the ETag that the resource had when you read it, or * to overwrite whatever is there',
    ...at('/atomic:operations/0/meta/if_match'),
  },
};

function inList(code: ErrorCode, limits: Limits): ErrorObject {
  const said = IN_LISTS[code];
  if (said !== undefined) return errorObject(code, said.detail, said.source, said.meta);
  const example = errorObjectExample(code, limits);
  const { source } = example;
  if (source === undefined || !('pointer' in source) || source.pointer === '') return example;
  return { ...example, source: { pointer: `/atomic:operations/0${source.pointer}` } };
}

/** The response to an error thrown by the application. */
function thrown(error: Error): ErrorObject {
  return firstOf(answerTo(error, { source: { parameter: 'id' } })?.errors ?? []);
}

function tooLong(code: ErrorCode, what: string, limit: number): ErrorObject {
  return errorObject(code, `The request ${what} than ${limit} bytes`, undefined, { limit });
}

/** Of the first declared rule of a kind: only where there is one can it be broken. */
function broken(kind: Rule['kind']): ErrorObject {
  const rules = resourceTypes.flatMap((type) => schema[type].rules.map((rule) => ({ type, rule })));
  const first = rules.find(({ rule }) => rule.kind === kind);
  if (first === undefined) throw new Error(`no rule "${kind}" is declared`);
  return ruleError(first, '', () => '/data');
}

function firstOf(errors: readonly ErrorObject[]): ErrorObject {
  const [first] = errors;
  if (first === undefined) throw new Error('there is no error to show');
  return first;
}
