import type { ErrorCode } from '../../src/adapters/http/jsonapi/documents/errors.ts';

/** What `docs/errors.md` says of each error: when it comes, and what a client does about it. */
export const errorAdvice: Readonly<Record<ErrorCode, readonly [when: string, remedy: string]>> = {
  'malformed-request': ['what arrived is not HTTP', 'use an HTTP client'],
  'malformed-json': ['the body is empty, not JSON or not UTF-8', 'send one JSON document, encoded as UTF-8'],
  'invalid-document': [
    'the body is JSON, but not the document that JSON:API wants here: no `data`, a wrong kind of value, nested too deep',
    'correct the place that the pointer names',
  ],
  'invalid-parameter': [
    'something in the query string: an unknown parameter, a value it does not take, a limit',
    'see [query.md](query.md#when-a-query-is-wrong)',
  ],
  'client-id-forbidden': ['a resource to be created has an `id`', 'leave it out; the service chooses it'],
  'not-found': ['there is no such path', 'check the path: case and slashes count'],
  'object-not-found': [
    'the resource that the URL names, or one that the body links, does not exist (any more); or a computer has no owner',
    'look at the detail for its type and id',
  ],
  'method-not-allowed': ['the path is right, the method is not', 'use one that the `Allow` header lists'],
  'not-acceptable': [
    'the `Accept` header has no media type that the service can answer with',
    'accept `application/vnd.api+json` without parameters, or leave the header out',
  ],
  'request-timeout': ['the request did not arrive in time', 'send it again, faster'],
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
    'correct the place that the pointer names; nothing was changed',
  ],
  'headers-too-large': ['the headers have more bytes than allowed', 'send fewer or shorter headers, such as cookies'],
  'internal-error': ['a fault of the service', 'report it with the request id that the detail names'],
  'method-not-implemented': ['HTTP does not know the method', 'use one that the path allows'],
  'service-unavailable': [
    'the database cannot be reached or is overloaded, or the service is stopping',
    'try again after the seconds of `Retry-After`; nothing was changed',
  ],
  'commit-outcome-unknown': [
    'the connection to the database was lost in the last moment of a change',
    'read whether the change was made before you send it again',
  ],
  'query-timeout': [
    'the database took too long to answer',
    'try again after the seconds of `Retry-After`, or ask for less; nothing was changed',
  ],
};
