// For each error code a request that is answered by it, in a service with person 1, person 2 and computer 1 of person 1.
import type { ErrorCode, ErrorObject } from '#adapters/http/api/errors';
import { atomicFormat, MEDIA_TYPE } from '#adapters/http/api/media-types';
import { protocolError } from '#adapters/http/koa/protocol-errors';
import { READER_KEY } from '../support/access.ts';

export interface FailingRequest {
  readonly method?: 'POST' | 'PATCH' | 'PUT';
  readonly path: string;
  /** Besides the media type of the body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A text as it is, another value as JSON. */
  readonly body?: unknown;
}

/** A request, an error that only bytes without a request get, or why no request can get it here. */
export type Asked = FailingRequest | { readonly made: ErrorObject } | { readonly unasked: string };

export const person = { type: 'person', attributes: { name: 'Ada Lovelace' } };
export const computer = {
  type: 'computer',
  attributes: { serial: 'SN-1815-12' },
  relationships: { owner: { data: { type: 'person', id: '1' } } },
};
const ofOther = { ...computer, relationships: { owner: { data: { type: 'person', id: '2' } } } };

const create = (data: unknown): FailingRequest => ({ method: 'POST', path: '/persons', body: { data } });
const change = (headers: Readonly<Record<string, string>> = {}, id = '1'): FailingRequest => ({
  method: 'PATCH',
  path: '/persons/1',
  headers,
  body: { data: { ...person, id } },
});
const MADE_BY_TABLE = 'made by the table that answers with it';

/** The errors that occur only with `REQUIRE_…` on. */
export const needsRules: readonly ErrorCode[] = ['idempotency-key-required', 'precondition-required'];

/** The errors that occur only with a policy. */
export const needsPolicy: readonly ErrorCode[] = ['unauthenticated', 'invalid-token', 'forbidden'];

export const errorRequests: Readonly<Record<ErrorCode, Asked>> = {
  'malformed-request': { made: protocolError(new Error('bytes'), 1) },
  'malformed-json': { method: 'POST', path: '/persons', body: '{"data": {"type": "person",}}' },
  'invalid-document': { method: 'POST', path: '/persons', body: { person: {} } },
  'invalid-parameter': { path: '/persons?sort=nme' },
  'too-many-included': { unasked: MADE_BY_TABLE },
  'invalid-header': change({ 'If-Match': 'a1' }),
  'idempotency-key-required': create(person),
  unauthenticated: { path: '/persons' },
  'invalid-token': { path: '/persons', headers: { Authorization: 'Bearer nobody' } },
  forbidden: change({ Authorization: `Bearer ${READER_KEY}` }),
  'client-id-forbidden': create({ ...person, id: '7' }),
  'not-found': { path: '/people' },
  'object-not-found': { path: '/persons/7' },
  'method-not-allowed': { method: 'PUT', path: '/persons/1' },
  'not-acceptable': { path: '/persons', headers: { Accept: 'text/html' } },
  'request-timeout': { made: protocolError(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), 1) },
  'type-conflict': create({ ...person, type: 'computer' }),
  'id-conflict': change({}, '2'),
  'owner-conflict': { method: 'POST', path: '/persons/1/computers', body: { data: ofOther } },
  'not-unique': { unasked: 'only where a rule is declared' },
  'too-many': { unasked: 'only where a rule is declared' },
  'idempotency-key-in-use': { unasked: 'test/contract/api/ has two requests at once' },
  'precondition-failed': change({ 'If-Match': '"1-4c2f"' }),
  'body-too-large': { method: 'POST', path: '/persons', body: ' '.repeat(1_048_577) },
  'uri-too-long': { path: `/persons?${'x'.repeat(16_384)}` },
  'unsupported-media-type': { ...create(person), headers: { 'Content-Type': 'application/json' } },
  'invalid-attribute': create({ ...person, attributes: { name: 'Ada Lovelace', birth_date: '10.12.1815' } }),
  'idempotency-key-reused': { ...create(person), headers: { 'Idempotency-Key': '"used"' } },
  'precondition-required': change(),
  'headers-too-large': { path: '/persons', headers: { Cookie: 'x'.repeat(16_384) } },
  'internal-error': { unasked: MADE_BY_TABLE },
  'method-not-implemented': { unasked: 'in no operation' },
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
const add = { op: 'add', data: person };
const update = { op: 'update', data: { ...person, id: '1' } };

/** The same for lists of operations: those that are worded otherwise, or point into the list. */
export const listErrorRequests: Partial<Readonly<Record<ErrorCode, FailingRequest>>> = {
  'malformed-json': list('{"atomic:operations": [10],}'),
  'invalid-document': list({ op: 'add' }),
  'invalid-parameter': list(add, {}, '?sort=nme'),
  'invalid-header': list(add, { 'If-Match': '"1"' }),
  'client-id-forbidden': list({ op: 'add', data: { ...person, id: '7' } }),
  'object-not-found': list({ op: 'remove', ref: { type: 'person', id: '7' } }),
  'not-acceptable': list(add, { Accept: MEDIA_TYPE }),
  'type-conflict': list({ op: 'add', href: '/persons', data: { ...person, type: 'computer' } }),
  'id-conflict': list({ op: 'update', ref: { type: 'person', id: '1' }, data: { ...person, id: '2' } }),
  'owner-conflict': list({ op: 'add', href: '/persons/1/computers', data: ofOther }),
  'precondition-failed': list({ ...update, meta: { if_match: '"1-4c2f"' } }),
  'unsupported-media-type': list(add, { 'Content-Type': 'application/json' }),
  'invalid-attribute': list({
    op: 'add',
    data: { ...person, attributes: { name: 'Ada Lovelace', birth_date: '10.12.1815' } },
  }),
  'idempotency-key-required': list(add),
  'precondition-required': list(update, { 'Idempotency-Key': '"4"' }),
};
