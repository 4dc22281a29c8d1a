// Requests that can be repeated: which operations take an `Idempotency-Key`, and what they answer because of it.
import type { HeadersObject, ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { keyUseOf, type HeaderRules, type KeyUse } from '../api/header-use.ts';
import { isRead, type Operation } from '../api/operations.ts';
import type { KeyLimits } from '../idempotency/key-limits.ts';
import type { ErrorCode } from '../jsonapi/documents/errors.ts';
import { headerRef, parameterRef } from './names.ts';

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
