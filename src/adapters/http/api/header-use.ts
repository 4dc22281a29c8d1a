// The meaning of the headers for safe writes to each operation. Request checks and the OpenAPI document share it.
import type { HeaderRules } from './limits.ts';
import { isRead, operationKindOf, type Operation } from './operations.ts';

/** An operation's use of an `Idempotency-Key`. */
export type KeyUse = 'ignored' | 'optional' | 'required';

/** Only creations need a key, because repeating any other write changes nothing more. Atomic operations may create something. */
export function keyUseOf(
  operation: Operation,
  { requireIdempotencyKey }: Pick<HeaderRules, 'requireIdempotencyKey'>,
): KeyUse {
  if (isRead(operation)) return 'ignored';
  const { action, body } = operationKindOf(operation);
  return requireIdempotencyKey && (action === 'create' || body === 'operations') ? 'required' : 'optional';
}

/** True if the operation is refused without If-Match. */
export function needsIfMatch(operation: Operation, { requireIfMatch }: Pick<HeaderRules, 'requireIfMatch'>): boolean {
  return requireIfMatch && operationKindOf(operation).overwrites === true;
}
