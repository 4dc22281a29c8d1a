import { endLinks, linkedIn, moveAll, startLinks } from '#domain/relationships';
import { isManyToMany, relationshipOf, type AnyLinkage, type ResourceType } from '#domain/schema';
import type { Parent } from '../model/query.ts';
import type { WriteTransaction } from './write-transaction.ts';
import { Accepted, unguarded, type Relink } from './commands.ts';
import { entitiesIn, requireLinked, requireLocked, seenTarget } from './locked.ts';
import { lockVisible } from './locks.ts';
import { namedBy } from './relinking.ts';
import { storeChange } from './store.ts';
import { update as updateOf } from './update.ts';

/**
 * Adds resources, given without duplicates, to a to-many relationship. Resources already linked do not change.
 * @throws NotFoundError, LinkedNotFoundError, RuleBrokenError
 */
export function link(type: ResourceType, relationship: string): Relink<readonly string[]> {
  const declared = relationshipOf(type, relationship);
  const { to, inverse } = declared;
  return async (transaction, id, ids, guard = unguarded) => {
    const linked = namedBy(type, { [relationship]: ids });
    const locked = await lockVisible(transaction, [{ type, id }, ...linked]);
    const accepted = await Accepted.by(transaction, guard, requireLocked(locked, type, id), 'update');
    requireLinked(locked, linked);
    const parent = { type, id, relationship };
    const moves = isManyToMany(declared)
      ? startLinks(parent, relationship, ids, await linkedAmong(transaction, parent, ids))
      : moveAll(entitiesIn(locked, to, ids), inverse, id);
    await storeChange(transaction, locked, accepted, { moves });
    return { type, id };
  };
}

/**
 * Replaces all members of a to-many relationship with resources, given without duplicates.
 * @throws NotFoundError, LinkedNotFoundError, RuleBrokenError
 */
export function replace(type: ResourceType, relationship: string): Relink<readonly string[]> {
  return relink(type, relationship);
}

/**
 * Removes resources from a to-many relationship. Ones that are not members, existing or not, are skipped.
 * @throws NotFoundError, RuleBrokenError
 */
export function unlink(type: ResourceType, relationship: string): Relink<readonly string[]> {
  const declared = relationshipOf(type, relationship);
  const { to, inverse } = declared;
  return async (transaction, id, ids, guard = unguarded) => {
    const locked = await lockVisible(transaction, [{ type, id }, ...ids.map((each) => ({ type: to, id: each }))]);
    const accepted = await Accepted.by(transaction, guard, requireLocked(locked, type, id), 'update');
    const parent = { type, id, relationship };
    const seen = ids.flatMap((each) => locked.visible[to].get(each) ?? []);
    const seenIds = seen.map((each) => each.id);
    const moves = isManyToMany(declared)
      ? endLinks(parent, relationship, await linkedAmong(transaction, parent, seenIds))
      : moveAll(
          seen.filter(({ targets }) => targets[inverse] === id),
          inverse,
          null,
        );
    await storeChange(transaction, locked, accepted, { moves });
    return { type, id };
  };
}

/** The members of `others` that a many-to-many relationship links to a locked resource. */
async function linkedAmong(
  { repositories }: WriteTransaction,
  parent: Parent,
  others: readonly string[],
): Promise<readonly string[]> {
  const { type, id, relationship } = parent;
  return linkedIn(await repositories[type].linksOf(relationship, [id], others), parent, relationship);
}

/**
 * Sets a to-one relationship, or unsets it (`null`); undefined changes nothing.
 * @throws NotFoundError, LinkedNotFoundError, RuleBrokenError
 */
export function assign(type: ResourceType, relationship: string): Relink<string | null | undefined> {
  return relink(type, relationship);
}

/** Sets the linkage of a relationship; undefined changes nothing. */
function relink(type: ResourceType, relationship: string): Relink<AnyLinkage[string]> {
  const update = updateOf(type);
  return (transaction, id, linked, guard) =>
    update(transaction, id, { attributes: {}, linkage: { [relationship]: linked } }, guard);
}

/**
 * Unsets a to-one relationship if the named resource is its target; `null` unsets it in any case, undefined never.
 * @throws NotFoundError, RuleBrokenError
 */
export function unassign(type: ResourceType, relationship: string): Relink<string | null | undefined> {
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
