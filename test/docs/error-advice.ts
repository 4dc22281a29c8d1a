import type { ErrorCode } from '#adapters/http/api/errors';

/** The text of `docs/errors.md` for each error: when it occurs, and what a client should do. */
export const errorAdvice: Readonly<Record<ErrorCode, readonly [when: string, remedy: string]>> = {
  'malformed-request': ['the request is not valid HTTP', 'use an HTTP library'],
  'malformed-json': ['the body is empty, not JSON or not UTF-8', 'send one JSON document, encoded as UTF-8'],
  'invalid-document': [
    'the body is JSON, but not the JSON:API document required here: no `data`, a value of the wrong type, nested too deeply',
    'correct the value at the pointer',
  ],
  'too-many-included': [
    'a response other than a list would include more than `MAX_INCLUDED` resources',
    'limit them with [`page[PATH][size]`](paging.md#included-sets), or read the list that the detail names',
  ],
  'invalid-parameter': [
    'the query string has an unknown parameter or an invalid value, or exceeds a limit',
    'see [wrong queries](query.md#when-a-query-is-wrong)',
  ],
  'invalid-header': [
    '`If-Match`, `Idempotency-Key`, `Consistency-Token`, `Last-Event-ID` or, on a write, `If-None-Match` is malformed; there are two keys; or a request to `/operations` has `If-Match` or `If-None-Match`',
    'send entity tags exactly as received, with quotes, and a valid [key](api.md#repeating-a-request); `meta.header` names the header',
  ],
  'idempotency-key-required': [
    'the service requires an `Idempotency-Key` to create resources, and on `/operations`',
    'send one: a new UUID for each new resource',
  ],
  unauthenticated: [
    'the request has no credentials, and the policy has no role for such requests',
    'send `Authorization: Bearer` with an API key or a JWT; see [access](access.md)',
  ],
  'invalid-token': [
    'the API key or JWT is malformed, unknown, expired or not meant for this service; `WWW-Authenticate` names the reason',
    'get a new one',
  ],
  forbidden: [
    'the role may not do this; the detail names the action and the type, and pointers show the part that is not allowed',
    'see `meta.actor` of `GET /` for what the role may do',
  ],
  'client-id-forbidden': ['the new resource has an `id`', 'omit it; the service assigns ids'],
  'not-found': ['the path does not exist', 'check the path; case and slashes matter'],
  'object-not-found': [
    'a resource in the URL, or one that the body links, does not exist or was deleted; or the computer has no owner',
    'see the detail for its type and id',
  ],
  'method-not-allowed': ['the path does not support the method', 'use one from the `Allow` header'],
  'not-acceptable': [
    'the service cannot produce any media type in the `Accept` header',
    'accept `application/vnd.api+json` with no parameter except [`profile`](api.md#jsonapi-11), or omit the header; `/operations` has [its own media type](api.md#atomic-operations)',
  ],
  'request-timeout': ['the request did not arrive in time', 'retry on a faster connection'],
  'type-conflict': [
    'the `type` in the body does not match the route or relationship',
    'use the type that the detail names',
  ],
  'id-conflict': [
    'the `id` in the body does not match the URL or, in an operation, its `ref` or `href`',
    'use the same id in both',
  ],
  'owner-conflict': [
    'a computer is created below one person, but its `owner` in the body is another person or `null`',
    'omit `owner`, or create the computer at `/computers`',
  ],
  'not-unique': [
    'a [rule](api.md#further-resources) makes this value or combination of values unique, and another resource has it',
    'send another value',
  ],
  'too-many': [
    'a relationship would exceed the maximum that a [rule](api.md#further-resources) sets, or a deletion would delete more than `MAX_CASCADE` others',
    'send fewer, or unlink or delete some first; the detail names the maximum',
  ],
  'relationship-required': [
    'the write would leave a [required relationship](models.md#everything-a-type-can-declare) empty',
    'link to another resource instead, or delete this one',
  ],
  'still-referenced': [
    'other resources refer to the one to delete, and a [rule](models.md#everything-a-type-can-declare) refuses that',
    'delete those or link them elsewhere first; `meta` has their type, relationship and number',
  ],
  'idempotency-key-in-use': [
    'the first request with this key is still being processed',
    'repeat it after the seconds in `Retry-After`',
  ],
  'position-expired': [
    'the changes feed cannot continue from this position: the changes after it are no longer kept, the feed was restarted, or you may now see other resources; `meta.reason` names the reason',
    'begin again with `page[after]=now`, and read the lists in `meta.refetch` again; see [starting over](changes.md#starting-over)',
  ],
  'precondition-failed': [
    'a condition does not hold: the resource has changed since you read it, or you replace a set of which you have read [only part](paging.md#included-sets); `meta.header` names the header',
    'read the resource again, with the whole set if you replace one, and decide anew; nothing was changed',
  ],
  'body-too-large': [
    'the body has more bytes, identifiers or operations than allowed',
    'split it into several requests',
  ],
  'uri-too-long': [
    'path and query string are longer than allowed',
    'send the query with [`QUERY`](query.md#the-method-query), or shorten the filter',
  ],
  'unsupported-media-type': [
    '`Content-Type` is not the media type of the route, or `Content-Encoding` is not supported',
    'send `application/vnd.api+json` without `charset`; `/operations` needs [its parameter](api.md#atomic-operations), and [`QUERY`](query.md#the-method-query) takes `application/x-www-form-urlencoded`',
  ],
  'invalid-attribute': [
    'an attribute is invalid, missing, unknown or read-only, or a relationship is unknown',
    'correct the value at the pointer; nothing was changed',
  ],
  'invalid-relationship': [
    'a new resource is sent without a [required relationship](models.md#everything-a-type-can-declare), or with `null`',
    'send the relationship with the new resource',
  ],
  'idempotency-key-reused': [
    'the key belongs to a request with another method, URL, body or condition',
    'use a new key for a new request',
  ],
  'precondition-required': [
    'the service requires `If-Match` for this change',
    'read the resource, and send its `ETag` as `If-Match`, or as `meta.if_match` of an operation',
  ],
  'headers-too-large': ['the headers have more bytes than allowed', 'send fewer or shorter headers, such as cookies'],
  'internal-error': ['a bug in the service', 'report it with the request id in the detail'],
  'method-not-implemented': ['the method is not an HTTP method', 'use one that the path allows'],
  'too-many-subscribers': [
    'there are as many [change streams](changes.md#follow-the-feed) as `MAX_SUBSCRIBERS` allows, or as one client may have',
    'retry after the seconds in `Retry-After`, or read `/changes` in pages',
  ],
  'service-unavailable': [
    'the database is unreachable, the service or its database is overloaded, or the service is shutting down',
    'retry after the seconds in `Retry-After`; nothing was changed',
  ],
  'authentication-unavailable': [
    'the keys of your identity provider cannot be fetched, so no JWT can be verified; nothing was changed',
    'retry after the seconds in `Retry-After`; API keys still work',
  ],
  'commit-outcome-unknown': [
    'the database did not confirm a commit: the connection was lost, or COMMIT failed without proof of a rollback',
    'with an `Idempotency-Key`, send the same request again; otherwise check whether the change was made before you retry',
  ],
  'query-timeout': [
    'the database took too long to respond',
    'retry after the seconds in `Retry-After`, or request less; nothing was changed',
  ],
};
