// For each error code a request that is answered by it, in a service with what `error-world.ts` says.
import type { ErrorCode, ErrorObject } from '#adapters/http/api/errors';
import { atomicFormat, EVENT_STREAM, MEDIA_TYPE } from '#adapters/http/api/media-types';
import { protocolError } from '#adapters/http/koa/protocol-errors';
import { product } from '#product';
import { anyResource, resources } from '#test/support/model';
import { READER_KEY } from '../support/access.ts';
import { fieldNames } from '../support/resource-objects.ts';
import { family, holding, keyOfObject, needed, objectOf, rare, refusedObject, repeatedObject } from './error-world.ts';

export interface FailingRequest {
  readonly method?: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Besides the media type of the body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A text as it is, another value as JSON. */
  readonly body?: unknown;
}

/** A request, an error that only bytes without a request get, or why no request can get it here. */
export type Asked = FailingRequest | { readonly made: ErrorObject } | { readonly unasked: string };

const { path } = anyResource;
const created = objectOf(anyResource, 3);
const first = { ...objectOf(anyResource, 1), id: '1' };
const [otherType = 'other'] = Object.keys(resources).filter((type) => type !== anyResource.type);
const refused = refusedObject();
/** Of the second parent, for the first one. */
const child = family && {
  path: `${family.parent.path}/1/${family.name}`,
  data: {
    ...objectOf(family.child, 3),
    relationships: { [family.owner]: { data: { type: family.parent.type, id: '2' } } },
  },
};
/** A resource without one of its relationships. */
const incomplete = ({ resource, name }: NonNullable<typeof needed>): unknown => {
  const { relationships, ...data } = objectOf(resource, 3);
  const kept = Object.entries(relationships).filter(([each]) => each !== name);
  return { ...data, relationships: Object.fromEntries(kept) };
};
const NO_RULE = 'only where a rule is declared';
const NO_REQUIRED = 'only where a relationship is required';

const create = (data: unknown, at = path): FailingRequest => ({ method: 'POST', path: at, body: { data } });
const change = (headers: Readonly<Record<string, string>> = {}, id = '1'): FailingRequest => ({
  method: 'PATCH',
  path: `${path}/1`,
  headers,
  body: { data: { ...first, id } },
});
/** The first attribute without one of its letters, as the example has it. */
const misspelt = `sort=${fieldNames(anyResource.type)[1]?.replace(/(?<=^.)./, '') ?? ''}`;
const MADE_BY_TABLE = 'made by the table that answers with it';

/** The errors that occur only with `REQUIRE_…` on. */
export const needsRules: readonly ErrorCode[] = ['idempotency-key-required', 'precondition-required'];

/** Opens a stream of changes, or gets an error if other clients hold all that are allowed. */
export const streamRequest: FailingRequest = { path: '/changes', headers: { Accept: EVENT_STREAM } };

/** The errors that occur only with a policy. */
export const needsPolicy: readonly ErrorCode[] = ['unauthenticated', 'invalid-token', 'forbidden'];

export const errorRequests: Readonly<Record<ErrorCode, Asked>> = {
  'malformed-request': { made: protocolError(new Error('bytes'), 1) },
  'malformed-json': { method: 'POST', path, body: '{"data": {"type": "nobody",}}' },
  'invalid-document': { method: 'POST', path, body: { resource: {} } },
  'invalid-parameter': { path: `${path}?${misspelt}` },
  'too-many-included': { unasked: MADE_BY_TABLE },
  'invalid-header': change({ 'If-Match': 'a1' }),
  'idempotency-key-required': create(created),
  unauthenticated: { path },
  'invalid-token': { path, headers: { Authorization: 'Bearer nobody' } },
  forbidden: change({ Authorization: `Bearer ${READER_KEY}` }),
  'client-id-forbidden': create({ ...created, id: '7' }),
  'not-found': { path: product.examples.unknownPath },
  'object-not-found': { path: `${path}/7` },
  'method-not-allowed': { method: 'PUT', path: `${path}/1` },
  'not-acceptable': { path, headers: { Accept: 'text/html' } },
  'request-timeout': { made: protocolError(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), 1) },
  'type-conflict': create({ ...created, type: otherType }),
  'id-conflict': change({}, '2'),
  'owner-conflict': child ? create(child.data, child.path) : { unasked: 'nothing belongs to another' },
  'not-unique': rare ? create(repeatedObject(rare), rare.path) : { unasked: NO_RULE },
  'too-many': { unasked: 'test/contract/api/ has as many as a rule allows' },
  'relationship-required': needed
    ? { method: 'PATCH', path: `${needed.resource.path}/1/relationships/${needed.name}`, body: { data: null } }
    : { unasked: NO_REQUIRED },
  'still-referenced': holding
    ? { method: 'DELETE', path: `${holding.target.path}/1` }
    : { unasked: 'only where a relationship refuses the deletion of its target' },
  'idempotency-key-in-use': { unasked: 'test/contract/api/ has two requests at once' },
  'position-expired': { path: `/changes?page%5Bafter%5D=p${'A'.repeat(80)}` },
  'precondition-failed': change({ 'If-Match': '"1-4c2f"' }),
  'body-too-large': { method: 'POST', path, body: ' '.repeat(1_048_577) },
  'uri-too-long': { path: `${path}?${'x'.repeat(16_384)}` },
  'unsupported-media-type': { ...create(created), headers: { 'Content-Type': 'application/json' } },
  'invalid-attribute': create(refused.data, refused.resource.path),
  'invalid-relationship': needed ? create(incomplete(needed), needed.resource.path) : { unasked: NO_REQUIRED },
  // Bodies of a type without required attributes do not differ, so the URL does.
  'idempotency-key-reused': {
    ...create(created, `${path}?include=`),
    headers: { 'Idempotency-Key': keyOfObject(anyResource, 1) },
  },
  'precondition-required': change(),
  'headers-too-large': { path, headers: { Cookie: 'x'.repeat(16_384) } },
  'internal-error': { unasked: MADE_BY_TABLE },
  'method-not-implemented': { unasked: 'in no operation' },
  'too-many-subscribers': streamRequest,
  'service-unavailable': { unasked: MADE_BY_TABLE },
  'authentication-unavailable': { unasked: MADE_BY_TABLE },
  'commit-outcome-unknown': { unasked: MADE_BY_TABLE },
  'query-timeout': { unasked: MADE_BY_TABLE },
};

const list = (operation: unknown, headers: Readonly<Record<string, string>> = {}, query = ''): FailingRequest => ({
  method: 'POST',
  path: `/operations${query}`,
  headers: { Accept: atomicFormat.mediaType, 'Content-Type': atomicFormat.mediaType, ...headers },
  body: typeof operation === 'string' ? operation : { 'atomic:operations': [operation] },
});
const add = { op: 'add', data: created };
const update = { op: 'update', data: first };

/** The same for lists of operations: those that are worded otherwise, or point into the list. */
export const listErrorRequests: Partial<Readonly<Record<ErrorCode, FailingRequest>>> = {
  'malformed-json': list('{"atomic:operations": [10],}'),
  'invalid-document': list({ op: 'add' }),
  'invalid-parameter': list(add, {}, `?${misspelt}`),
  'invalid-header': list(add, { 'If-Match': '"1"' }),
  'client-id-forbidden': list({ op: 'add', data: { ...created, id: '7' } }),
  'object-not-found': list({ op: 'remove', ref: { type: anyResource.type, id: '7' } }),
  'not-acceptable': list(add, { Accept: MEDIA_TYPE }),
  'type-conflict': list({ op: 'add', href: path, data: { ...created, type: otherType } }),
  'id-conflict': list({ op: 'update', ref: { type: anyResource.type, id: '1' }, data: { ...first, id: '2' } }),
  ...(child && { 'owner-conflict': list({ op: 'add', href: child.path, data: child.data }) }),
  ...(rare && { 'not-unique': list({ op: 'add', data: repeatedObject(rare) }) }),
  'precondition-failed': list({ ...update, meta: { if_match: '"1-4c2f"' } }),
  'unsupported-media-type': list(add, { 'Content-Type': 'application/json' }),
  'invalid-attribute': list({ op: 'add', data: refused.data }),
  'idempotency-key-required': list(add),
  'precondition-required': list(update, { 'Idempotency-Key': '"4"' }),
};
