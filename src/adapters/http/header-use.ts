// What the header fields for safe writes mean to an operation. Routes and their documentation are made from it.
import type { KeyLimits } from './idempotency/key-limits.ts';
import type { KeyUse } from './idempotency/read-key.ts';
import type { Action } from './operations.ts';

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
export function keyUseOf(
  { kind }: Action,
  { requireIdempotencyKey }: Pick<KeyLimits, 'requireIdempotencyKey'>,
): KeyUse {
  switch (kind) {
    case 'create':
    case 'create related':
    case 'operate':
      return requireIdempotencyKey ? 'required' : 'optional';
    case 'update':
    case 'delete':
    case 'update related':
    case 'delete related':
    case 'link':
    case 'replace':
    case 'unlink':
      return 'optional';
    case 'root':
    case 'describe':
    case 'list':
    case 'detail':
    case 'export':
    case 'list related':
    case 'related':
    case 'linkage':
      return 'ignored';
  }
}
