// What a write needs of its actor's role, whatever the rows.
import type { ResourceType } from '#domain/schema';
import { allows, type Action, type LedgerActor } from './ledger-policies.ts';
import { inverseOf } from './ledger-schema.ts';
import { changedType, linkageOf, type Write } from './ledger-writes.ts';

/** True if the role lacks the action or one of the fields, regardless of rows. */
export function refusedByRole(actor: LedgerActor, write: Write): boolean {
  const { action, type, fields } = neededBy(write);
  return !allows(actor, action, type) || fields.some((field) => !allows(actor, action, type, field));
}

interface Needed {
  readonly action: Exclude<Action, 'read'>;
  readonly type: ResourceType;
  readonly fields: readonly string[];
}

function neededBy(write: Write): Needed {
  const type = changedType(write);
  if (write.kind === 'delete' || write.kind === 'delete related') return { action: 'delete', type, fields: [] };
  const isCreated = write.kind === 'create' || write.kind === 'create related';
  const sent = 'linkage' in write ? [...Object.keys(write.attributes), ...Object.keys(write.linkage)] : [];
  const linkage = write.kind === 'create related' ? inverseOf(write.end) : linkageOf(write);
  return {
    action: isCreated ? 'create' : 'update',
    type,
    fields: [...sent, ...(linkage === undefined ? [] : [linkage])],
  };
}
