// Every write locks everything that it may change before reading it, in `lockOrder`. A write that moves something locks the old and the new target,
// so while a resource is locked, no reference to it can start or end. Members of a set whose type is locked later are therefore read once the
// resource that has them is locked. Other members are read before the locks are taken, and again afterwards.
import type { Entity } from '#domain/entity';
import { isIdentifier } from '#domain/identifier';
import { linkedIn, type Entities } from '#domain/relationships';
import {
  isManyToMany,
  perType,
  relationshipNames,
  relationshipOf,
  resourceTypes,
  type ResourceType,
} from '#domain/schema';
import { findVisible, type Locked, type LockedRows } from '../access/judge-rows.ts';
import { CollisionError } from '../model/errors.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { Members } from '../ports/repository.ts';
import type { WriteTransaction } from './write-transaction.ts';
import { linksAmong, readEarlyMembers, requireMembers } from './early-members.ts';
import { cascades, lockOrder, setsReadLate } from './lock-order.ts';
import {
  idsOf,
  mayBeRemoved,
  touchedByRemoval,
  want,
  type NamedResource,
  type Touched,
  type WantedById,
  type WantedByType,
} from './wanted.ts';

/**
 * Locks the named resources and those that change with them.
 * @returns those that exist, whether the actor sees them or not
 * @throws CollisionError if one has just moved; the next attempt also locks its new target
 * @example const { stored } = await lockResources(transaction, [{ type: 'computer', id: '7', moves: ['owner'] }])
 */
export async function lockResources(
  transaction: WriteTransaction,
  named: readonly NamedResource[],
): Promise<LockedRows> {
  return (await lockAndShow(transaction, named, undefined)).locked;
}

/** Locks like `lockResources`, and finds those that the actor sees. */
export async function lockVisible(transaction: WriteTransaction, named: readonly NamedResource[]): Promise<Locked> {
  return findVisible(transaction, await lockResources(transaction, named));
}

/** To-many relationships of a resource. */
export interface ShownLinkage extends ResourceIdentifier {
  readonly relationships: readonly string[];
}

/**
 * Locks like `lockResources`, and reads linkage of a named resource, which is stable while the resource is locked.
 * @returns `linkage` by relationship, ascending
 */
export async function lockAndShow(
  transaction: WriteTransaction,
  named: readonly NamedResource[],
  shown: ShownLinkage | undefined,
): Promise<{ readonly locked: LockedRows; readonly linkage: Members }> {
  const { repositories } = transaction;
  const { wanted, moving, isCut } = await findWanted(transaction, named);
  const locking: Promise<readonly Entity[]>[] = [];
  for (const type of lockOrder) {
    for (const { relationship, to, inverse, onDelete } of setsReadLate[type]) {
      const holders = idsOf(wanted[to], ({ sets = [] }) => sets.includes(inverse));
      if (holders.length === 0) continue;
      const [members] = await Promise.all([repositories[type].referringTo(relationship, holders), ...locking]);
      // Resources that the removal cascades to were found earlier, unless they are new or too many.
      const isDeleted = onDelete === 'cascade' && idsOf(wanted[to], mayBeRemoved).length > 0;
      const touched = isDeleted ? touchedByRemoval(type) : {};
      for (const id of isDeleted && isCut ? [] : members) want(wanted[type], id, touched);
    }
    locking.push(repositories[type].lock([...wanted[type].keys()], moving[type]));
  }
  const [linkage, members, ...entities] = await Promise.all([
    readLinkage(transaction, shown),
    readEarlyMembers(transaction, wanted),
    ...locking,
  ]);
  const stored = perType(() => new Map<string, Entity>());
  for (const entity of entities.flat()) stored[entity.type].set(entity.id, entity);
  for (const type of lockOrder) requireTargets(type, wanted, stored);
  if (!isCut) requireMembers(members, wanted, stored);
  return { locked: { stored, links: linksAmong(members), isCut }, linkage };
}

/** Finds the resources to lock, except members that are read once the resource that has them is locked. */
async function findWanted(transaction: WriteTransaction, named: readonly NamedResource[]) {
  const { repositories, metUnlocked = [] } = transaction;
  const wanted = perType((): WantedById => new Map());
  /** Members of to-many relationships that move: the resources they are linked to are locked. */
  const moving = perType((): Record<string, readonly string[]> => ({}));
  for (const { type, id, ...touched } of named) want(wanted[type], id, touched);
  const removable = new Set(
    named.flatMap(({ type, removes = [] }) => removes.map((relationship) => relationshipOf(type, relationship).to)),
  );
  for (const { type, id } of metUnlocked) want(wanted[type], id, removable.has(type) ? touchedByRemoval(type) : {});
  for (const type of lockOrder.toReversed())
    for (const relationship of relationshipNames(type, 'one')) {
      const { to } = relationshipOf(type, relationship);
      const removing = idsOf(wanted[type], ({ removes = [] }) => removes.includes(relationship));
      for (const id of await repositories[type].targetsOf(relationship, removing))
        want(wanted[to], id, touchedByRemoval(to));
    }
  const isCut = await wantDeleted(transaction, wanted);
  for (const { type, ids } of await readEarlyMembers(transaction, wanted))
    for (const id of ids) want(wanted[type], id, {});
  for (const type of lockOrder)
    for (const relationship of relationshipNames(type, 'one')) {
      const { to, inverse } = relationshipOf(type, relationship);
      const isMoved = ({ moves = [], removes = [] }: Touched): boolean =>
        moves.includes(relationship) && !removes.includes(relationship);
      moving[to][inverse] = idsOf(wanted[type], isMoved);
    }
  return { wanted, moving, isCut };
}

/**
 * Adds the resources that removals cascade to: up to the limit for each removal, and one more, which is enough to refuse the write. Those of certain
 * removals come first.
 * @returns true if there are more
 */
async function wantDeleted({ repositories, maxCascade }: WriteTransaction, wanted: WantedByType): Promise<boolean> {
  const known = new Set<string>();
  for (const removal of ['certain', 'possible'] as const) {
    const removedOf = (type: ResourceType): readonly string[] =>
      idsOf(wanted[type], (each) => each.removal === removal);
    const most = maxCascade * resourceTypes.flatMap(removedOf).length;
    let found = 0;
    for (let isGrowing = true; isGrowing;) {
      isGrowing = false;
      for (const { type, relationship, to } of cascades) {
        const place = (id: string): string => `${type}.${relationship} ${id}`;
        const removed = removedOf(to).filter((id) => !known.has(place(id)));
        if (removed.length === 0) continue;
        for (const id of removed) known.add(place(id));
        // In a cycle of types, these may cause further deletions.
        isGrowing = true;
        for (const id of await repositories[type].referringTo(relationship, removed)) {
          if (!mayBeRemoved(wanted[type].get(id) ?? {})) found += 1;
          want(wanted[type], id, touchedByRemoval(type, removal));
          if (found > most) return true;
        }
      }
    }
  }
  return false;
}

async function readLinkage({ repositories }: WriteTransaction, shown: ShownLinkage | undefined): Promise<Members> {
  if (shown === undefined || !isIdentifier(shown.id)) return {};
  const { type, id, relationships } = shown;
  const read = relationships.map(async (name): Promise<readonly [string, readonly string[]]> => {
    const declared = relationshipOf(type, name);
    if (isManyToMany(declared))
      return [name, linkedIn(await repositories[type].linksOf(name, [id]), { type, id }, name)];
    return [name, await repositories[declared.to].referringTo(declared.inverse, [id])];
  });
  return Object.fromEntries(await Promise.all(read));
}

/** @throws CollisionError if the target of a moving resource is not locked, or will be removed but the rows that its removal changes are not */
function requireTargets(type: ResourceType, wanted: WantedByType, locked: Entities): void {
  const unlocked: ResourceIdentifier[] = [];
  for (const [id, { moves = [], removes = [] }] of wanted[type])
    for (const relationship of moves) {
      const target = locked[type].get(id)?.targets[relationship] ?? null;
      if (target === null) continue;
      const { to } = relationshipOf(type, relationship);
      const touched = wanted[to].get(target);
      const isReady = removes.includes(relationship) ? mayBeRemoved(touched ?? {}) : locked[to].has(target);
      if (!isReady) unlocked.push({ type: to, id: target });
    }
  if (unlocked.length > 0) throw new CollisionError('resources have just moved', unlocked);
}
