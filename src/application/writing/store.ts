// The last step of every write, once everything is locked and decided: checks permissions and rules,
// then stores the change.
import { entityName, type Draft, type Entity } from '#domain/entity';
import { identified, NEW, outcomeOf, type ChangeSet, type Link, type Move } from '#domain/relationships';
import type { Holding } from '#domain/removal';
import { isManyToMany, relationshipNames, relationshipOf, resourceTypes } from '#domain/schema';
import type { Locked } from '../access/judge-rows.ts';
import { Judged, Permitted } from '../access/permitted-changes.ts';
import { StillReferencedError } from '../model/errors.ts';
import type { ResourceIdentifier, ResourceRecord } from '../model/query.ts';
import type { Members } from '../ports/repository.ts';
import type { WriteTransaction } from './write-transaction.ts';
import type { Accepted } from './commands.ts';
import { lockOrder } from './lock-order.ts';
import { idsIn } from './relinking.ts';
import { requireRules } from './rules.ts';

/**
 * Stores a change of existing resources.
 * @param locked everything that changes, hidden or not, in its stored state
 * @param accepted proof that the target was judged, and the guard called
 * @returns the target as stored
 * @throws ForbiddenError, RelationshipRequiredError, RuleBrokenError
 */
export async function storeChange(
  transaction: WriteTransaction,
  locked: Locked,
  accepted: Accepted<Entity>,
  change: Omit<ChangeSet, 'added'>,
): Promise<Judged> {
  const permitted = await Permitted.by(transaction, change, locked, accepted.judged);
  return save(transaction, locked, permitted, accepted.target);
}

/**
 * Deletes resources, and ends the links of others to them.
 * @param refused the links that prevent the deletion
 * @throws ForbiddenError, StillReferencedError
 */
export async function storeRemoval(
  transaction: WriteTransaction,
  locked: Locked,
  accepted: Accepted<Entity>,
  change: Required<Pick<ChangeSet, 'moves' | 'removed'>>,
  refused: readonly Holding[],
): Promise<void> {
  const permitted = await Permitted.by(transaction, change, locked, accepted.judged);
  const [first] = refused;
  if (first !== undefined) {
    const { type, relationship, holding } = first;
    const seen = holding.filter(({ id }) => locked.visible[type].has(id)).length;
    throw new StillReferencedError(type, relationship, seen);
  }
  await save(transaction, locked, permitted, accepted.target);
}

/**
 * Stores a new resource and the changes to existing ones.
 * @param accepted see `storeChange`, also for `locked`
 * @returns the new resource as stored
 * @throws ForbiddenError, RuleBrokenError
 */
export async function storeAdded(
  transaction: WriteTransaction,
  locked: Locked,
  accepted: Accepted,
  change: ChangeSet & { readonly added: Draft },
): Promise<Judged> {
  const permitted = await Permitted.by(transaction, change, locked, accepted.judged);
  // Links from the new resource to itself are saved later, when its identifier is known.
  const others = Object.entries(change.added.targets).map(([name, id]) => [name, id === NEW ? null : id] as const);
  return save(transaction, locked, permitted, { ...change.added, targets: Object.fromEntries(others) });
}

/**
 * Converts a stored resource to the record that a query returns.
 * @param toMany the linkage to show, ascending
 */
export function storedRecord({ entity }: Judged, toMany: Members): ResourceRecord {
  const { type, id, attributes, targets, version } = entity;
  const linkage = [
    ...relationshipNames(type, 'one').map((name) => [name, idsIn(targets[name])] as const),
    ...Object.entries(toMany),
  ];
  return { type, id, attributes, linkage: Object.fromEntries(linkage), version };
}

/**
 * Saves a change once the rules accept it, and judges its outcome.
 * @param answered the resource for the response: an existing one, or the one to add
 * @throws ForbiddenError, RuleBrokenError
 */
async function save(
  transaction: WriteTransaction,
  { stored }: Locked,
  permitted: Permitted,
  answered: Entity | Draft,
): Promise<Judged> {
  const { allRows, repositories } = transaction;
  const { change } = permitted;
  const outcome = outcomeOf(change, stored);
  await requireRules(allRows, change, outcome);
  const before = 'id' in answered ? answered : await repositories[answered.type].add(answered, permitted);
  const entities = outcome.map(({ after }) =>
    after.id === NEW
      ? { ...after, ...before, version: after.version, targets: identified(after, before.id).targets }
      : identified(after, before.id),
  );
  const moves = identifiedMoves(change.moves ?? [], before.id);
  await relink(transaction, permitted, moves);
  const isAnswered = ({ type, id }: ResourceIdentifier): boolean => type === before.type && id === before.id;
  const unsaved = entities.filter((entity) => !isAnswered(entity) || entity.version !== before.version);
  const saved: Entity[] = [];
  for (const type of lockOrder.toReversed()) {
    const changed = unsaved.filter((entity) => entity.type === type);
    if (changed.length > 0) saved.push(...(await repositories[type].save(changed, permitted)));
    const removed = (change.removed ?? []).filter((entity) => entity.type === type).map(({ id }) => id);
    if (removed.length > 0) await repositories[type].remove(removed, permitted);
  }
  const savedByName = new Map(saved.map((entity) => [entityName(entity), entity]));
  const changed = outcome.map(({ before: found }, index) => {
    const after = entities[index] ?? before;
    // An added resource that needed no further save is in `before`.
    return { before: found, after: savedByName.get(entityName(after)) ?? before };
  });
  transaction.changes.add(changed, change.removed ?? [], moves);
  return Judged.by(transaction, permitted, savedByName.get(entityName(before)) ?? before);
}

/** Replaces `NEW` in moves with the identifier of the added resource. */
function identifiedMoves(moves: readonly Move[], newId: string): readonly Move[] {
  const identify = <Id extends string | null>(id: Id): Id | string => (id === NEW ? newId : id);
  return moves.map(({ id, from, to, ...move }) => ({
    ...move,
    id: identify(id),
    from: identify(from),
    to: identify(to),
  }));
}

/** Saves the links that start or end. */
async function relink({ repositories }: WriteTransaction, permitted: Permitted, moves: readonly Move[]): Promise<void> {
  const linkTo = ({ type, id, relationship }: Move, target: string | null): readonly Link[] =>
    target === null ? [] : [{ type, id, relationship, target }];
  for (const type of resourceTypes) {
    const ofType = moves.filter((move) => move.type === type && isManyToMany(relationshipOf(type, move.relationship)));
    for (const [relationship, changed] of Map.groupBy(ofType, (move) => move.relationship)) {
      const added = changed.flatMap((move) => linkTo(move, move.to));
      const removed = changed.flatMap((move) => linkTo(move, move.from));
      await repositories[type].relink(relationship, { added, removed }, permitted);
    }
  }
}
