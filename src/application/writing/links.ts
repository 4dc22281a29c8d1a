import { moveAll } from '#domain/relationships';
import { relationshipOf, type AnyLinkage, type ResourceType } from '#domain/schema';
import { findVisible } from '../access/judge-rows.ts';
import { Accepted, unguarded, type Change } from './commands.ts';
import { entitiesIn, requireLinked, requireLocked, seenTarget } from './locked.ts';
import { lockVisible } from './locks.ts';
import { namedBy } from './relinking.ts';
import { storeChange } from './store.ts';
import { update as updateOf } from './update.ts';

/**
 * Adds resources, given without duplicates, to a to-many relationship. Resources already linked do not change.
 * @throws NotFoundError, LinkedNotFoundError, RuleBrokenError
 */
export function link(type: ResourceType, relationship: string): Change<readonly string[]> {
  const { to, inverse } = relationshipOf(type, relationship);
  return async (transaction, id, ids, guard = unguarded) => {
    const linked = namedBy(type, { [relationship]: ids });
    const locked = await lockVisible(transaction, [{ type, id }, ...linked]);
    const accepted = await Accepted.by(transaction, guard, requireLocked(locked, type, id), 'update');
    requireLinked(locked, linked);
    await storeChange(transaction, locked, accepted, { moves: moveAll(entitiesIn(locked, to, ids), inverse, id) });
    return { type, id };
  };
}

/**
 * Replaces all members of a to-many relationship with resources, given without duplicates.
 * @throws NotFoundError, LinkedNotFoundError, RuleBrokenError
 */
export function replace(type: ResourceType, relationship: string): Change<readonly string[]> {
  return relink(type, relationship);
}

/**
 * Removes resources from a to-many relationship. Ones that are not members, existing or not, are skipped.
 * @throws NotFoundError, RuleBrokenError
 */
export function unlink(type: ResourceType, relationship: string): Change<readonly string[]> {
  const { to, inverse } = relationshipOf(type, relationship);
  return async (transaction, id, ids, guard = unguarded) => {
    const parents = await lockVisible(transaction, [{ type, id }]);
    const accepted = await Accepted.by(transaction, guard, requireLocked(parents, type, id), 'update');
    const repository = transaction.repositories[to];
    const named = new Set(ids);
    const linked = (await repository.referringTo(inverse, [id])).filter((each) => named.has(each));
    // A resource that refers to a locked one cannot move away, so no other target has to be locked first.
    const members = await repository.lock(linked);
    const stored = { ...parents.stored, [to]: new Map(members.map((each) => [each.id, each])) };
    const locked = await findVisible(transaction, stored);
    await storeChange(transaction, locked, accepted, { moves: moveAll(locked.visible[to].values(), inverse, null) });
    return { type, id };
  };
}

/**
 * Sets a to-one relationship, or unsets it (`null`); undefined changes nothing.
 * @throws NotFoundError, LinkedNotFoundError, RuleBrokenError
 */
export function assign(type: ResourceType, relationship: string): Change<string | null | undefined> {
  return relink(type, relationship);
}

/** Sets the linkage of a relationship; undefined changes nothing. */
function relink(type: ResourceType, relationship: string): Change<AnyLinkage[string]> {
  const update = updateOf(type);
  return (transaction, id, linked, guard) =>
    update(transaction, id, { attributes: {}, linkage: { [relationship]: linked } }, guard);
}

/**
 * Unsets a to-one relationship if the named resource is its target; `null` unsets it in any case, undefined never.
 * @throws NotFoundError, RuleBrokenError
 */
export function unassign(type: ResourceType, relationship: string): Change<string | null | undefined> {
  return async (transaction, id, target, guard = unguarded) => {
    const locked = await lockVisible(transaction, [{ type, id, moves: [relationship] }]);
    const accepted = await Accepted.by(transaction, guard, requireLocked(locked, type, id), 'update');
    const { target: entity } = accepted;
    const linked = seenTarget(locked, entity, relationship)?.id;
    const isMeant = linked !== undefined && (target === null || target === linked);
    await storeChange(transaction, locked, accepted, { moves: isMeant ? moveAll([entity], relationship, null) : [] });
    return { type, id };
  };
}
