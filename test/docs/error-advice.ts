import type { ErrorCode } from '#adapters/http/api/errors';

/** The text of `docs/errors.md` for each error: when it occurs, and what a client should do. */
export const errorAdvice: Readonly<Record<ErrorCode, readonly [when: string, remedy: string]>> = {
  'malformed-request': ['the request is not valid HTTP', 'use an HTTP client'],
  'malformed-json': ['the body is empty, not JSON or not UTF-8', 'send one JSON document, encoded as UTF-8'],
  'invalid-document': [
    'the body is JSON, but not the document that JSON:API requires here: no `data`, a value of the wrong type, too much nesting',
    'correct the value that the pointer names',
  ],
  'too-many-included': [
    'more resources would be included than `MAX_INCLUDED` allows with a single one',
    'limit them with `page[PATH][size]` ([query.md](query.md#included-sets)), or read the list that the detail names',
  ],
  'invalid-parameter': [
    'the query string has an unknown parameter, an invalid value or exceeds a limit',
    'see [query.md](query.md#when-a-query-is-wrong)',
  ],
  'invalid-header': [
    '`If-Match`, `Idempotency-Key`, `Consistency-Token` or `Last-Event-ID` is malformed, or on a write `If-None-Match`; or there are two keys',
    'send entity tags as you got them, quotes included, and keys [as described](api.md#repeating-a-request); `meta.header` names the header',
  ],
  'idempotency-key-required': [
    'the operator requires an `Idempotency-Key` of what creates something',
    'send one: a new UUID for each new resource',
  ],
  unauthenticated: [
    'the service has a policy, the request no credentials, and there is no role for that',
    'send `Authorization: Bearer` with an API key or a token ([access.md](access.md))',
  ],
  'invalid-token': [
    'the key or token is malformed, unknown, expired or not for this service; `WWW-Authenticate` says which',
    'get a new one',
  ],
  forbidden: [
    'the role may not do this; the detail names the action and the type, the pointers what of it',
    '`GET /` says in `meta.actor` what the role may do',
  ],
  'client-id-forbidden': ['the new resource has an `id`', 'omit it; the service assigns ids'],
  'not-found': ['the path does not exist', 'check the path: case and slashes matter'],
  'object-not-found': [
    'the resource in the URL, or one that the body links, does not exist or was deleted; or the computer has no owner',
    'see the detail for its type and id',
  ],
  'method-not-allowed': ['the path does not support the method', 'use one that the `Allow` header lists'],
  'not-acceptable': [
    'the `Accept` header has no media type that the service can produce',
    'accept `application/vnd.api+json`, with no parameter but [`profile`](api.md#jsonapi-11), or omit the header; `/operations` has [its own type](api.md#lists-of-operations)',
  ],
  'request-timeout': ['the request did not arrive in time', 'retry over a faster connection'],
  'type-conflict': [
    'the `type` in the body does not match the route or relationship',
    'use the type that the detail names',
  ],
  'id-conflict': [
    'the `id` in the body does not match the URL; in a list of operations: `ref` or `href`',
    'use the same id in both',
  ],
  'owner-conflict': [
    'a computer is created below one person, and the `owner` in the body is another person or `null`',
    'omit `owner`, or create the computer at `/computers`',
  ],
  'not-unique': [
    'only where [rules](api.md#further-resources) are declared: another resource has this unique value, or these values that are unique together',
    'send another value',
  ],
  'too-many': [
    'only where [rules](api.md#further-resources) are declared: a relationship would lead to more resources than it may, or a deletion would delete more than `MAX_CASCADE` others',
    'name fewer, or unlink or delete some first; the detail says how many there may be',
  ],
  'relationship-required': [
    'only where a [relationship is required](models.md#everything-a-type-can-declare): the write would leave it empty',
    'link to another resource instead, or delete this one',
  ],
  'still-referenced': [
    'only where the [model](models.md#everything-a-type-can-declare) says so: other resources refer to the one to delete',
    'first delete those or link them elsewhere; `meta` has their type, relationship and number',
  ],
  'idempotency-key-in-use': [
    'the first request with this key is still being processed',
    'repeat it after the seconds in `Retry-After`',
  ],
  'position-expired': [
    'the feed of changes cannot go on from this position: what follows is no longer kept, the feed was started anew, or the actor may see something else now; `meta.reason` says which',
    'begin again with `page[after]=now`, and read the lists in `meta.refetch` again ([changes.md](changes.md#starting-over))',
  ],
  'precondition-failed': [
    'the condition in the header that `meta.header` names, or in `meta.if_match` of an operation, does not hold: somebody has changed the resource since you read it, or you replace a set of which you have read [only part](query.md#included-sets)',
    'read the resource again, with the whole set if you replace one, and decide again; nothing was changed',
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
    '`Content-Type` is not the media type that the path takes, or the content encoding is not supported',
    'send `application/vnd.api+json` without `charset`; `/operations` needs [its parameter](api.md#lists-of-operations); with [`QUERY`](query.md#the-method-query), send `application/x-www-form-urlencoded`',
  ],
  'invalid-attribute': [
    'an attribute is invalid, missing, unknown or read-only, or a relationship is unknown',
    'correct the value that the pointer names; nothing was changed',
  ],
  'invalid-relationship': [
    'only where a [relationship is required](models.md#everything-a-type-can-declare): a new resource is sent without it, or with `null`',
    'send the relationship with the new resource',
  ],
  'idempotency-key-reused': [
    'the key belongs to a request with another method, URL, body or condition',
    'use a new key for a new request',
  ],
  'precondition-required': [
    'the operator requires `If-Match` for this change',
    'read the resource, and send its `ETag` as `If-Match`, or as `meta.if_match` of an operation',
  ],
  'headers-too-large': ['the headers have more bytes than allowed', 'send fewer or shorter headers, such as cookies'],
  'internal-error': ['a bug in the service', 'report it with the request id in the detail'],
  'method-not-implemented': ['the method is not an HTTP method', 'use one that the path allows'],
  'too-many-subscribers': [
    'there are as many streams of [changes](changes.md#how-many-and-how-soon) as `MAX_SUBSCRIBERS` allows, or as one client may have',
    'retry after the seconds in `Retry-After`, or read `/changes` as pages',
  ],
  'service-unavailable': [
    'the database is unreachable or overloaded, or the service is shutting down',
    'retry after the seconds in `Retry-After`; nothing was changed',
  ],
  'authentication-unavailable': [
    'the keys of the issuer of tokens cannot be had, so no token can be verified; nothing was changed',
    'retry after `Retry-After` seconds; API keys work meanwhile',
  ],
  'commit-outcome-unknown': [
    'the database did not confirm that a change was committed: the connection was lost, or COMMIT failed without proof of a rollback',
    'with an `Idempotency-Key` send the same request again; otherwise check if the change was made before you retry',
  ],
  'query-timeout': [
    'the database took too long to answer',
    'retry after the seconds in `Retry-After`, or request less; nothing was changed',
  ],
};
