// What the header fields for safe writes mean to an operation. Routes and their documentation are made from it.
import type { KeyLimits } from './idempotency/key-limits.ts';
import type { KeyUse } from './idempotency/read-key.ts';
import { isRead, type Action } from './operations.ts';

/** Whether an action replaces or deletes what somebody may have changed since its client read it. Others read, add, or take away what they name. */
export function overwrites({ kind }: Action): boolean {
  return OVERWRITING.has(kind);
}

const OVERWRITING: ReadonlySet<Action['kind']> = new Set([
  'update',
  'delete',
  'update related',
  'delete related',
  'replace',
]);

/** Only what creates something does more when it is repeated without a key. */
export function keyUseOf(action: Action, { requireIdempotencyKey }: Pick<KeyLimits, 'requireIdempotencyKey'>): KeyUse {
  if (isRead(action)) return 'ignored';
  return requireIdempotencyKey && CREATING.has(action.kind) ? 'required' : 'optional';
}

/** A list of operations may create something. */
const CREATING: ReadonlySet<Action['kind']> = new Set(['create', 'create related', 'operate']);
