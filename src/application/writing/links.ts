import { moveAll } from '#domain/relationships';
import { relationshipOf, type AnyLinkage, type ResourceType, type ToManyOf, type ToOneOf } from '#domain/schema';
import { findVisible } from '../access/judge-rows.ts';
import { Accepted, unguarded, type Change } from './commands.ts';
import { entitiesIn, requireLinked, requireLocked, seenTarget } from './locked.ts';
import { lockResources } from './locks.ts';
import { namedBy } from './relinking.ts';
import { storeChange } from './store.ts';
import { updateAny } from './update.ts';

/**
 * Adds resources, given without duplicates, to those that a to-many relationship leads to. Those that are linked already do not change.
 * @throws NotFoundError, LinkedNotFoundError, RuleBrokenError
 */
export function link<Type extends ResourceType>(type: Type, relationship: ToManyOf<Type>): Change<readonly string[]> {
  const { to, inverse } = relationshipOf(type, relationship);
  return async (attempt, id, ids, guard = unguarded) => {
    const linked = namedBy(type, { [relationship]: ids });
    const locked = await findVisible(attempt, await lockResources(attempt, [{ type, id }, ...linked]));
    const accepted = await Accepted.by(attempt, guard, requireLocked(locked, type, id), 'update');
    requireLinked(locked, linked);
    await storeChange(attempt, locked, accepted, { moves: moveAll(entitiesIn(locked, to, ids), inverse, id) });
    return { type, id };
  };
}

/**
 * Makes resources, given without duplicates, all that a to-many relationship leads to.
 * @throws NotFoundError, LinkedNotFoundError, RuleBrokenError
 */
export function replace<Type extends ResourceType>(
  type: Type,
  relationship: ToManyOf<Type>,
): Change<readonly string[]> {
  return relink(type, relationship);
}

/**
 * Takes resources away from those that a to-many relationship leads to. Others, existing or not, are skipped.
 * @throws NotFoundError, RuleBrokenError
 */
export function unlink<Type extends ResourceType>(type: Type, relationship: ToManyOf<Type>): Change<readonly string[]> {
  const { to, inverse } = relationshipOf(type, relationship);
  return async (attempt, id, ids, guard = unguarded) => {
    const parents = await lockResources(attempt, [{ type, id }]);
    const parent = requireLocked(await findVisible(attempt, parents), type, id);
    const accepted = await Accepted.by(attempt, guard, parent, 'update');
    const repository = attempt.repositories[to];
    const named = new Set(ids);
    const linked = (await repository.referringTo(inverse, [id])).filter((each) => named.has(each));
    // A resource that refers to a locked one cannot move away, so no other target has to be locked first.
    const members = await repository.lock(linked);
    const locked = await findVisible(attempt, { ...parents, [to]: new Map(members.map((each) => [each.id, each])) });
    await storeChange(attempt, locked, accepted, { moves: moveAll(locked.visible[to].values(), inverse, null) });
    return { type, id };
  };
}

/**
 * Sets a to-one relationship, or unsets it (`null`); undefined changes nothing.
 * @throws NotFoundError, LinkedNotFoundError, RuleBrokenError
 */
export function assign<Type extends ResourceType>(
  type: Type,
  relationship: ToOneOf<Type>,
): Change<string | null | undefined> {
  return relink(type, relationship);
}

/** Gives a relationship other linkage; undefined changes nothing. */
function relink(type: ResourceType, relationship: string): Change<AnyLinkage[string]> {
  const update = updateAny(type);
  return (attempt, id, linked, guard) =>
    update(attempt, id, { attributes: {}, linkage: { [relationship]: linked } }, guard);
}

/**
 * Unsets a to-one relationship if it leads to the named resource; `null` unsets it in any case, undefined never.
 * @throws NotFoundError, RuleBrokenError
 */
export function unassign<Type extends ResourceType>(
  type: Type,
  relationship: ToOneOf<Type>,
): Change<string | null | undefined> {
  return async (attempt, id, target, guard = unguarded) => {
    const locked = await findVisible(attempt, await lockResources(attempt, [{ type, id, moves: [relationship] }]));
    const accepted = await Accepted.by(attempt, guard, requireLocked(locked, type, id), 'update');
    const { target: entity } = accepted;
    const linked = seenTarget(locked, entity, relationship)?.id;
    const isMeant = linked !== undefined && (target === null || target === linked);
    await storeChange(attempt, locked, accepted, { moves: isMeant ? moveAll([entity], relationship, null) : [] });
    return { type, id };
  };
}
