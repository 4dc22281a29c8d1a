// Every write locks everything that it may change before reading it, in `lockOrder`. While a resource is locked, nothing can
// start or stop referring to it, since a write that moves something locks the old and the new target.
import type { Entity } from '#domain/entity';
import { isIdentifier } from '#domain/identifier';
import type { Entities } from '#domain/relationships';
import { perType, relationshipNames, relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import { findVisible, type Locked } from '../access/judge-rows.ts';
import { CollisionError } from '../model/errors.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { Members } from '../ports/repository.ts';
import type { WriteTransaction } from './write-transaction.ts';

/** A resource to lock, and the relationships that may change with it. Skipped if it does not exist. */
export interface NamedResource extends ResourceIdentifier, Touched {}

interface Touched {
  /** To-one relationships that may change: their targets are locked first. */
  readonly moves?: readonly string[];
  /** The moves whose target may be removed: it is locked with everything that its removal changes. */
  readonly removes?: readonly string[];
  /** To-many relationships that may change as a whole: all their members are locked. */
  readonly sets?: readonly string[];
  /**
   * Set if the resource is removed. The resources that its removal cascades to are locked. In a list of writes, the removal is `possible` if an earlier
   * write can link the resource to one that a later write removes.
   */
  readonly removal?: Certainty;
}

type Certainty = 'certain' | 'possible';

/** Everything that changes when a resource's relationships change. */
export function touchedByLinks(type: ResourceType): Touched {
  return { moves: relationshipNames(type, 'one'), sets: relationshipNames(type, 'many') };
}

/** Everything that changes when a resource is removed. */
export function touchedByRemoval(type: ResourceType, removal: Certainty = 'certain'): Touched {
  return { ...touchedByLinks(type), removal };
}

/**
 * Locks the named resources and those that change with them.
 * @returns those that exist, whether the actor sees them or not
 * @throws CollisionError if one has just moved; the next attempt also locks its new target
 * @example const { person, computer } = await lockResources(transaction, [{ type: 'computer', id: '7', moves: ['owner'] }])
 */
export async function lockResources(transaction: WriteTransaction, named: readonly NamedResource[]): Promise<Entities> {
  return (await lockAndShow(transaction, named, undefined)).locked;
}

/** Locks like `lockResources`, and tells which of these the actor sees. */
export async function lockVisible(
  transaction: WriteTransaction,
  named: readonly NamedResource[],
): Promise<Locked & Cut> {
  const { locked, isCut } = await lockAndShow(transaction, named, undefined);
  return { ...(await findVisible(transaction, locked)), isCut };
}

export interface Cut {
  /** True if removals would cascade to more resources than may be deleted, so that not all of them are locked. */
  readonly isCut: boolean;
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
): Promise<{ readonly locked: Entities; readonly linkage: Members } & Cut> {
  const { repositories } = transaction;
  const { wanted, moving, isCut } = await findWanted(transaction, named);
  const locking: Promise<readonly Entity[]>[] = [];
  for (const type of lockOrder) {
    for (const relationship of relationshipNames(type, 'one')) {
      const { to, inverse, onDelete } = relationshipOf(type, relationship);
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
  const [linkage, ...entities] = await Promise.all([readLinkage(transaction, shown), ...locking]);
  const locked = perType(() => new Map<string, Entity>());
  for (const entity of entities.flat()) locked[entity.type].set(entity.id, entity);
  for (const type of lockOrder) requireTargets(type, wanted, locked);
  return { locked, isCut, linkage };
}

/** Finds what to lock, except members of relationships that change as a whole: they are stable only while the owner is locked. */
async function findWanted(transaction: WriteTransaction, named: readonly NamedResource[]) {
  const { repositories, metUnlocked = [] } = transaction;
  const wanted = perType((): Wanted => new Map());
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
  for (const removal of ['certain', 'possible'] as const) {
    const removedOf = (type: ResourceType): readonly string[] =>
      idsOf(wanted[type], (each) => each.removal === removal);
    const most = maxCascade * resourceTypes.flatMap(removedOf).length;
    let found = 0;
    for (const { type, relationship, to } of cascades) {
      const removed = removedOf(to);
      if (removed.length === 0) continue;
      for (const id of await repositories[type].referringTo(relationship, removed)) {
        if (!mayBeRemoved(wanted[type].get(id) ?? {})) found += 1;
        want(wanted[type], id, touchedByRemoval(type, removal));
        if (found > most) return true;
      }
    }
  }
  return false;
}

function mayBeRemoved({ removal }: Touched): boolean {
  return removal !== undefined;
}

async function readLinkage({ repositories }: WriteTransaction, shown: ShownLinkage | undefined): Promise<Members> {
  if (shown === undefined || !isIdentifier(shown.id)) return {};
  const { type, id, relationships } = shown;
  const read = relationships.map(async (name) => {
    const { to, inverse } = relationshipOf(type, name);
    return [name, await repositories[to].referringTo(inverse, [id])] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

type Wanted = Map<string, Touched>;
type WantedByType = Readonly<Record<ResourceType, Wanted>>;

function want(wanted: Wanted, id: string, touched: Touched): void {
  if (!isIdentifier(id)) return;
  const known = wanted.get(id);
  wanted.set(id, known === undefined ? touched : union(known, touched));
}

function union(one: Touched, other: Touched): Touched {
  const removal = [one.removal, other.removal].includes('certain') ? 'certain' : (one.removal ?? other.removal);
  return {
    moves: [...(one.moves ?? []), ...(other.moves ?? [])],
    removes: [...(one.removes ?? []), ...(other.removes ?? [])],
    sets: [...(one.sets ?? []), ...(other.sets ?? [])],
    ...(removal !== undefined && { removal }),
  };
}

function idsOf(wanted: Wanted, isMeant: (touched: Touched) => boolean): readonly string[] {
  return [...wanted].flatMap(([id, touched]) => (isMeant(touched) ? [id] : []));
}

/** @throws CollisionError if the target of a moving resource is not locked, or will be removed but the rows that its removal changes are not locked */
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

/**
 * The order in which all writes lock: types that are referred to before those that refer to them, within a type by
 * identifier. Writes that touch the same rows therefore queue up instead of deadlocking.
 */
export const lockOrder: readonly ResourceType[] = orderOf(resourceTypes);

/** The cascading relationships in the order in which deletions spread: each after those through which its target can be deleted. */
const cascades = lockOrder.flatMap((type) =>
  relationshipNames(type, 'one').flatMap((relationship) => {
    const { to, onDelete } = relationshipOf(type, relationship);
    return onDelete === 'cascade' ? [{ type, relationship, to }] : [];
  }),
);

/** The schema guarantees that to-one relationships form no cycle. */
function orderOf(types: readonly ResourceType[]): readonly ResourceType[] {
  const ordered: ResourceType[] = [];
  const isNext = (type: ResourceType): boolean =>
    !ordered.includes(type) && targetTypesOf(type).every((target) => ordered.includes(target));
  while (ordered.length < types.length) {
    const next = types.find(isNext);
    if (next === undefined) throw new Error('to-one relationships form a cycle');
    ordered.push(next);
  }
  return ordered;
}

function targetTypesOf(type: ResourceType): readonly ResourceType[] {
  return relationshipNames(type, 'one').map((name) => relationshipOf(type, name).to);
}
