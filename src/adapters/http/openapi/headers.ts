// Conditional requests: the request headers, and the response 304.
import type { HeadersObject, ParameterObject, ReferenceObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import type { ApiConfig } from '../api/api-config.ts';
import type { ErrorCode } from '../api/errors.ts';
import { keyUseOf, needsIfMatch, type KeyUse } from '../api/header-use.ts';
import type { HeaderRules, KeyLimits } from '../api/limits.ts';
import { isRead, operationKindOf, type Operation } from '../api/operations.ts';
import { CONSISTENCY_TOKEN, TOKEN_FORM } from '../request/consistency-token.ts';
import { headerRef, parameterRef } from './components.ts';

const TAG = '(W/)?"[!#-~]*"';
const TAGS = `^(\\*|${TAG}( *, *${TAG})*)$`;

/** The value of `If-Match` and `If-None-Match`. */
export const tagsSchema: SchemaObject = { type: 'string', pattern: TAGS };

const ifMatch: ParameterObject = {
  name: 'If-Match',
  in: 'header',
  description:
    'Entity tags from earlier responses. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are from responses with bounds. `*` matches any state.',
  schema: tagsSchema,
};

/** The header parameters, by the name of their component. */
export const conditionParameters: Readonly<Record<string, ParameterObject>> = {
  IfMatch: ifMatch,
  RequiredIfMatch: { ...ifMatch, required: true },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags from earlier responses, or `*`. If one matches, GET returns 304 and a write 412.',
    schema: tagsSchema,
  },
};

/** True if an operation accepts preconditions, in headers or in each atomic operation. */
export function hasPreconditions(operation: Operation): boolean {
  const { compares, body } = operationKindOf(operation);
  return compares !== undefined || body === 'operations';
}

export function conditionParametersOf(
  operation: Operation,
  rules: Pick<HeaderRules, 'requireIfMatch'>,
): readonly ReferenceObject[] {
  if (operationKindOf(operation).compares === undefined) return [];
  return [needsIfMatch(operation, rules) ? 'RequiredIfMatch' : 'IfMatch', 'IfNoneMatch'].map(parameterRef);
}

/** The response to GET and HEAD with a current tag. */
export function notModified(operation: Operation, common: HeadersObject): Readonly<Record<string, ResponseObject>> {
  if (operationKindOf(operation).compares !== 'representation') return {};
  const description = 'Not modified: `If-None-Match` contains the current entity tag.';
  return { 304: { description, headers: { ...common, ETag: headerRef('ETag') } } };
}

// Requests that can be repeated: the operations that accept an `Idempotency-Key`, and its errors and headers.

export type KeyRules = Pick<KeyLimits, 'idempotencyTtlSeconds'> & Pick<HeaderRules, 'requireIdempotencyKey'>;

/** The header parameters, by the name of their component. */
export function keyParameters({ idempotencyTtlSeconds }: KeyRules): Readonly<Record<string, ParameterObject>> {
  const key: ParameterObject = {
    name: 'Idempotency-Key',
    in: 'header',
    description: `A new key for each write, such as a UUID in quotation marks. Repeating a request with its key within ${idempotencyTtlSeconds} seconds changes nothing \
and returns the same response.`,
    schema: { type: 'string', pattern: '^"([ !#-\\[\\]-~]|\\\\["\\\\]){1,255}"$', examples: [`"${EXAMPLE}"`] },
  };
  return { IdempotencyKey: key, RequiredIdempotencyKey: { ...key, required: true } };
}

const EXAMPLE = '8e03978e-40d5-43dd-bc93-6894a57f9324';

export function keyParametersOf(operation: Operation, rules: KeyRules): readonly ReferenceObject[] {
  return PARAMETERS[keyUseOf(operation, rules)].map(parameterRef);
}

const PARAMETERS: Readonly<Record<KeyUse, readonly string[]>> = {
  ignored: [],
  optional: ['IdempotencyKey'],
  required: ['RequiredIdempotencyKey'],
};

export function keyErrorsOf(operation: Operation, rules: KeyRules): readonly ErrorCode[] {
  return ERRORS[keyUseOf(operation, rules)];
}

const ERRORS: Readonly<Record<KeyUse, readonly ErrorCode[]>> = {
  ignored: [],
  optional: ['idempotency-key-in-use', 'idempotency-key-reused'],
  required: ['idempotency-key-required', 'idempotency-key-in-use', 'idempotency-key-reused'],
};

/** The headers of a successful response. */
export function keyHeadersOf(operation: Operation): HeadersObject {
  return isRead(operation) ? {} : { 'Idempotent-Replayed': headerRef('IdempotentReplayed') };
}

// Read-your-writes with replicas: the operations that accept a `Consistency-Token`, and those that return one.

export const tokenSchema: SchemaObject = { type: 'string', pattern: TOKEN_FORM.source };

/** The header parameter, by the name of its component. */
export const tokenParameters: Readonly<Record<string, ParameterObject>> = {
  ConsistencyToken: {
    name: CONSISTENCY_TOKEN,
    in: 'header',
    description: 'The token from the response to a write. This response then shows that write and all earlier ones.',
    schema: tokenSchema,
  },
};

export function tokenParametersOf(
  operation: Operation,
  { hasTokens }: Pick<ApiConfig, 'hasTokens'>,
): readonly ReferenceObject[] {
  return hasTokens && readsResources(operation) ? [parameterRef('ConsistencyToken')] : [];
}

/** Adds the header to the responses of writes and of the feed, so that later reads can include the same data. */
export function withTokens(
  responses: Readonly<Record<string, ResponseObject>>,
  operation: Operation,
  { hasTokens }: Pick<ApiConfig, 'hasTokens'>,
): Readonly<Record<string, ResponseObject>> {
  if (!hasTokens || (isRead(operation) && operationKindOf(operation).answer !== 'changes')) return responses;
  const token = { [CONSISTENCY_TOKEN]: headerRef('ConsistencyToken') };
  const entries = Object.entries(responses).map(
    ([status, response]) => [status, { ...response, headers: { ...response.headers, ...token } }] as const,
  );
  return Object.fromEntries(entries);
}

function readsResources(operation: Operation): boolean {
  return isRead(operation) && operationKindOf(operation).action !== undefined;
}
