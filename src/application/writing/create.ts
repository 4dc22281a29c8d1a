import { draft } from '#domain/entity';
import { compareIdentifiers } from '#domain/identifier';
import { NEW } from '#domain/relationships';
import { relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';
import type { Locked } from '../access/judge-rows.ts';
import { ParentConflictError } from '../model/errors.ts';
import type { ResourceRecord } from '../model/query.ts';
import type { WriteTransaction } from './write-transaction.ts';
import { Accepted, unguarded, type Create, type CreateRelated, type Creation } from './commands.ts';
import { requireLinked, requireLocked } from './locked.ts';
import { lockVisible } from './locks.ts';
import { idsIn, movesOf, namedBy } from './relinking.ts';
import { storedRecord, storeAdded } from './store.ts';

/**
 * Creates a resource, and links it to others.
 * @throws LinkedNotFoundError, RuleBrokenError
 */
export function create(type: ResourceType): Create {
  return async (transaction, { attributes, linkage }, guard = unguarded) => {
    const locked = await lockVisible(transaction, namedBy(type, linkage));
    return add(transaction, locked, await Accepted.by(transaction, guard, undefined, 'create'), {
      type,
      attributes,
      linkage,
    });
  };
}

/**
 * Creates a resource in a to-many relationship of its parent. If the resource names a parent itself, it must be the same one.
 * @throws NotFoundError, LinkedNotFoundError, ParentConflictError, RuleBrokenError
 */
export function createRelated(type: ResourceType, relationship: string): CreateRelated {
  const { to, inverse } = relationshipOf(type, relationship);
  return async (transaction, id, { attributes, linkage }, guard = unguarded) => {
    const locked = await lockVisible(transaction, [{ type, id }, ...namedBy(to, linkage)]);
    const accepted = await Accepted.by(transaction, guard, requireLocked(locked, type, id), 'update');
    requireLinked(locked, namedBy(to, linkage));
    if (linkage[inverse] !== undefined && linkage[inverse] !== id) throw new ParentConflictError(to, inverse, id);
    return add(transaction, locked, accepted, { type: to, attributes, linkage: { ...linkage, [inverse]: id } });
  };
}

interface Added extends Creation {
  readonly type: ResourceType;
}

/** @throws LinkedNotFoundError, RuleBrokenError */
async function add(
  transaction: WriteTransaction,
  locked: Locked,
  accepted: Accepted,
  { type, attributes, linkage }: Added,
): Promise<ResourceRecord> {
  requireLinked(locked, namedBy(type, linkage));
  const added = draft(type, attributes, linkage);
  const moves = movesOf(locked, { ...added, id: NEW, targets: {} }, linkage);
  // A new resource has only the relationships that were sent.
  const toMany = relationshipNames(type, 'many').map(
    (name) => [name, idsIn(linkage[name]).toSorted(compareIdentifiers)] as const,
  );
  return storedRecord(await storeAdded(transaction, locked, accepted, { added, moves }), Object.fromEntries(toMany));
}
