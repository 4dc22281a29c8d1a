import type { ErrorCode } from '../../src/adapters/http/jsonapi/documents/errors.ts';

/** What `docs/errors.md` says of each error: when it comes, and what a client can do about it. */
export const errorAdvice: Readonly<Record<ErrorCode, readonly [when: string, remedy: string]>> = {
  'malformed-request': ['what arrived is not HTTP', 'use an HTTP client'],
  'malformed-json': ['the body is empty, not JSON or not UTF-8', 'send one JSON document, encoded as UTF-8'],
  'invalid-document': [
    'the body is JSON, but not the JSON:API document expected here: no `data`, a value of the wrong type, nested too deep',
    'correct what the pointer names',
  ],
  'invalid-parameter': [
    'something in the query string: an unknown parameter, a value it does not take, a limit',
    'see [query.md](query.md#when-a-query-is-wrong)',
  ],
  'client-id-forbidden': ['the new resource has an `id`', 'leave it out; the service assigns it'],
  'not-found': ['there is no such path', 'check the path: case and slashes count'],
  'object-not-found': [
    'the resource in the URL, or one that the body links, does not exist; or the computer has no owner',
    'see the detail for its type and id',
  ],
  'method-not-allowed': ['the path is right, the method is not', 'use one that the `Allow` header lists'],
  'not-acceptable': [
    'the `Accept` header has no media type that the service can answer with',
    'accept `application/vnd.api+json` without parameters, or leave the header out',
  ],
  'request-timeout': ['the request did not arrive in time', 'retry on a faster connection'],
  'type-conflict': [
    'the `type` in the body is not the one of this route or relationship',
    'use the type that the detail names',
  ],
  'id-conflict': ['the `id` in the body is not the one of the URL', 'use the same in both'],
  'owner-conflict': [
    'a computer is created below one person, and the `owner` in the body is another person or `null`',
    'leave `owner` out, or create the computer at `/computers`',
  ],
  'body-too-large': ['the body has more bytes, or lists more identifiers, than allowed', 'send several requests'],
  'uri-too-long': ['path and query string are longer than allowed', 'shorten the filter'],
  'unsupported-media-type': [
    '`Content-Type` is not exactly `application/vnd.api+json`, or the encoding of the body is not known',
    'send that type, without `charset` or any other parameter',
  ],
  'invalid-attribute': [
    'an attribute breaks a rule, is missing, unknown or read-only, or a relationship is unknown',
    'correct what the pointer names; nothing was changed',
  ],
  'headers-too-large': ['the headers have more bytes than allowed', 'send fewer or shorter headers, such as cookies'],
  'internal-error': ['a bug in the service', 'report it with the request id that the detail names'],
  'method-not-implemented': ['the method is not an HTTP method', 'use one that the path allows'],
  'service-unavailable': [
    'the database cannot be reached or is overloaded, or the service is stopping',
    'retry after the seconds of `Retry-After`; nothing was changed',
  ],
  'commit-outcome-unknown': [
    'the database connection was lost during COMMIT',
    'check whether the change was made before retrying',
  ],
  'query-timeout': [
    'the database took too long to answer',
    'retry after the seconds of `Retry-After`, or with a simpler query; nothing was changed',
  ],
};
