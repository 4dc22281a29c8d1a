// Requests that can be repeated: which operations take an `Idempotency-Key`, and what they answer because of it.
import type { HeadersObject, ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { keyUseOf } from '../header-use.ts';
import type { KeyLimits } from '../idempotency/key-limits.ts';
import type { ErrorCode } from '../jsonapi/documents/errors.ts';
import type { Action } from '../operations.ts';
import { headerRef, parameterRef } from './names.ts';

export type KeyRules = Pick<KeyLimits, 'requireIdempotencyKey' | 'idempotencyTtlSeconds'>;

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

export function keyParametersOf(action: Action, rules: KeyRules): readonly ReferenceObject[] {
  switch (keyUseOf(action, rules)) {
    case 'ignored':
      return [];
    case 'optional':
      return [parameterRef('IdempotencyKey')];
    case 'required':
      return [parameterRef('RequiredIdempotencyKey')];
  }
}

export function keyErrorsOf(action: Action, rules: KeyRules): readonly ErrorCode[] {
  switch (keyUseOf(action, rules)) {
    case 'ignored':
      return [];
    case 'optional':
      return ['idempotency-key-in-use', 'idempotency-key-reused'];
    case 'required':
      return ['idempotency-key-required', 'idempotency-key-in-use', 'idempotency-key-reused'];
  }
}

/** Of a success. */
export function keyHeadersOf(action: Action): HeadersObject {
  const isIgnored = keyUseOf(action, { requireIdempotencyKey: false }) === 'ignored';
  return isIgnored ? {} : { 'Idempotent-Replayed': headerRef('IdempotentReplayed') };
}
