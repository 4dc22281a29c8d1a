// Conditional requests: the request headers, and the answer 304.
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
    'Tags of what the client has read. 412 if the resource (on GET: the response) has changed since, or if a set would be replaced and all matching tags are of responses with bounds. `*`: any.',
  schema: tagsSchema,
};

/** The header parameters, by the name of their component. */
export const conditionParameters: Readonly<Record<string, ParameterObject>> = {
  IfMatch: ifMatch,
  RequiredIfMatch: { ...ifMatch, required: true },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Tags that the client has, or `*`: GET is answered with 304 then, a write with 412.',
    schema: tagsSchema,
  },
};

/** In headers, or in each of several operations. */
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

/** To GET and HEAD with a tag that is current. */
export function notModified(operation: Operation, common: HeadersObject): Readonly<Record<string, ResponseObject>> {
  if (operationKindOf(operation).compares !== 'representation') return {};
  const description = 'The client has it already: `If-None-Match` names its tag.';
  return { 304: { description, headers: { ...common, ETag: headerRef('ETag') } } };
}

// Requests that can be repeated: which operations take an `Idempotency-Key`, and what they answer because of it.

export type KeyRules = Pick<KeyLimits, 'idempotencyTtlSeconds'> & Pick<HeaderRules, 'requireIdempotencyKey'>;

/** The header parameters, by the name of their component. */
export function keyParameters({ idempotencyTtlSeconds }: KeyRules): Readonly<Record<string, ParameterObject>> {
  const key: ParameterObject = {
    name: 'Idempotency-Key',
    in: 'header',
    description: `A new one for each write, such as a UUID in quotation marks. A repetition with the same key within ${idempotencyTtlSeconds} seconds does nothing \
and gets the same answer.`,
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

/** Of a success. */
export function keyHeadersOf(operation: Operation): HeadersObject {
  return isRead(operation) ? {} : { 'Idempotent-Replayed': headerRef('IdempotentReplayed') };
}

// Read-your-writes with replicas: which operations take a `Consistency-Token`, and which answer with one.

export const tokenSchema: SchemaObject = { type: 'string', pattern: TOKEN_FORM.source };

/** The header parameter, by the name of its component. */
export const tokenParameters: Readonly<Record<string, ParameterObject>> = {
  ConsistencyToken: {
    name: CONSISTENCY_TOKEN,
    in: 'header',
    description: 'That of the answer to a write: this answer shows no less than the write and all before it.',
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
