import { change, type Entity } from '#domain/entity';
import { compareIdentifiers, isIdentifier } from '#domain/identifier';
import { relationshipNames, relationshipOf, type AnyLinkage, type ResourceType } from '#domain/schema';
import { findVisible, type Locked } from '../access/judge-rows.ts';
import { NotFoundError, RelatedMismatchError } from '../model/errors.ts';
import type { ResourceIdentifier, ResourceRecord } from '../model/query.ts';
import type { Members } from '../ports/repository.ts';
import type { WriteTransaction } from './write-transaction.ts';
import { Accepted, unguarded, type Changes, type IdentifiedChanges, type Update } from './commands.ts';
import { requireLinked, requireLocked, requireTarget } from './locked.ts';
import { lockAndShow, type ShownLinkage } from './locks.ts';
import { idsIn, isSetByInverse, movesOf, namedBy, relinked } from './relinking.ts';
import { storedRecord, storeChange } from './store.ts';

/**
 * Changes attributes and relationships of a resource.
 * @throws NotFoundError, LinkedNotFoundError, RuleBrokenError
 */
export function update(type: ResourceType): Update {
  return async (transaction, id, { attributes, linkage }, guard = unguarded, shown = []) => {
    const named = [relinked({ type, id }, linkage), ...namedBy(type, linkage)];
    const found = await lockAndShow(transaction, named, unsent({ type, id }, linkage, shown));
    const locked = await findVisible(transaction, found.locked);
    const accepted = await Accepted.by(transaction, guard, requireLocked(locked, type, id), 'update');
    return revise(transaction, { ...found, locked }, accepted, { attributes, linkage });
  };
}

/**
 * Changes the target of a to-one relationship, which must be the resource that the changes identify.
 * @throws NotFoundError, EmptyRelationshipError, RelatedMismatchError, LinkedNotFoundError, RuleBrokenError
 */
export function updateRelated(type: ResourceType, relationship: string): Update<IdentifiedChanges> {
  const { to } = relationshipOf(type, relationship);
  return async (transaction, id, { id: targetId, attributes, linkage }, guard = unguarded, shown = []) => {
    if (!isIdentifier(id)) throw new NotFoundError(type, id);
    const named = [
      { type, id, moves: [relationship] },
      relinked({ type: to, id: targetId }, linkage),
      ...namedBy(to, linkage),
    ];
    const found = await lockAndShow(transaction, named, unsent({ type: to, id: targetId }, linkage, shown));
    const locked = await findVisible(transaction, found.locked);
    const target = requireTarget(locked, { type, id, relationship });
    if (target.id !== targetId) throw new RelatedMismatchError(target.id);
    const accepted = await Accepted.by(transaction, guard, target, 'update');
    return revise(transaction, { ...found, locked }, accepted, { attributes, linkage });
  };
}

/** The shown relationships whose linkage the write does not change. */
function unsent({ type, id }: ResourceIdentifier, linkage: AnyLinkage, shown: readonly string[]): ShownLinkage {
  const names = knownAfter(type, linkage).filter((name) => shown.includes(name) && linkage[name] === undefined);
  return { type, id, relationships: names };
}

/** The to-many relationships whose linkage follows from the linkage that is set. Others are set from the other side, so they have to be read. */
function knownAfter(type: ResourceType, linkage: AnyLinkage): readonly string[] {
  return relationshipNames(type, 'many').filter((name) => !isSetByInverse(type, name, linkage));
}

/** @throws LinkedNotFoundError, RuleBrokenError */
async function revise(
  transaction: WriteTransaction,
  { locked, linkage: stays }: { readonly locked: Locked; readonly linkage: Members },
  accepted: Accepted<Entity>,
  { attributes, linkage }: Changes,
): Promise<ResourceRecord> {
  const { target: entity } = accepted;
  const { type } = entity;
  requireLinked(locked, namedBy(type, linkage));
  const revised = change(entity, attributes);
  const moves = movesOf(locked, entity, linkage);
  const updated = await storeChange(transaction, locked, accepted, { ...(revised !== entity && { revised }), moves });
  const sent = knownAfter(type, linkage).flatMap((name) =>
    linkage[name] === undefined ? [] : [[name, idsIn(linkage[name]).toSorted(compareIdentifiers)] as const],
  );
  return storedRecord(updated, { ...stays, ...Object.fromEntries(sent) });
}
