// Locks for several writes in one transaction. If each locked only what it needs, a lock taken after those of a later
// type could deadlock (ARCHITECTURE.md, decision 4). So everything is locked first, and the writes find nothing else.
import { perType, relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';
import { TooManyDeletedError } from '../model/errors.ts';
import type { Parent, ResourceIdentifier } from '../model/query.ts';
import type { WriteTransaction, GuardedRepository } from './write-transaction.ts';
import { presetTargets } from './presets.ts';
import { cascades } from './lock-order.ts';
import { lockResources } from './locks.ts';
import { touchedByLinks, touchedByRemoval, type NamedResource } from './wanted.ts';

/** The resources that several writes can touch, as far as is known before they run. */
export interface WriteScope {
  /** The resources that they name by identifier. */
  readonly named: readonly ResourceIdentifier[];
  /** The named resources that may be linked to others. */
  readonly linked: readonly ResourceIdentifier[];
  /** The named resources whose relationships change as a whole. */
  readonly relinked: readonly ResourceIdentifier[];
  /** The named resources that are removed. */
  readonly removed: readonly ResourceIdentifier[];
  /** True if they also remove a resource that they add. */
  readonly removesAdded: boolean;
  /** The to-one relationships whose targets are removed. The `id` is `NEW` for a resource that the writes add. */
  readonly removedTargets: readonly Parent[];
  /** The types of resources that they add. */
  readonly added: readonly ResourceType[];
}

/**
 * Locks everything that the writes can touch: the resources that they or presets name, their targets, and the resources that refer to relinked or
 * removed ones.
 * @returns the transaction to run them in. Only resources that are now locked, or that the writes create, exist in it
 * @throws CollisionError if a resource has just moved
 */
export async function lockAll(
  transaction: WriteTransaction,
  { named, linked, relinked, removed, removesAdded, removedTargets, added }: WriteScope,
): Promise<WriteTransaction> {
  const preset = [...new Set(added)].flatMap((type) => presetTargets(transaction.permissions, type));
  // An earlier write can link a resource to one that a later write removes, so that the removal cascades to it. It can also make the resource the
  // target that is removed.
  const mayCascade = (removed.length > 0 || removesAdded) && cascades.length > 0;
  const mayRemoveLinked = removedTargets.length > 0 || mayCascade;
  const request: readonly NamedResource[] = [
    ...[...named, ...preset].map(({ type, id }) => ({ type, id, moves: relationshipNames(type, 'one') })),
    ...relinked.map(({ type, id }) => ({ type, id, ...touchedByLinks(type) })),
    ...removed.map(({ type, id }) => ({ type, id, ...touchedByRemoval(type) })),
    ...removedTargets.map(({ type, id, relationship }) => ({ type, id, removes: [relationship] })),
    ...(mayRemoveLinked ? [...linked, ...preset] : []).map(({ type, id }) => ({
      type,
      id,
      ...touchedByRemoval(type, 'possible'),
    })),
  ];
  const locked = await lockResources(transaction, request);
  const missed = (type: ResourceType, id: string): Error =>
    locked.isCut
      ? new TooManyDeletedError(transaction.maxCascade)
      : new Error(`${type} ${id} was not locked with the others`);
  const wanted = [...request, ...(transaction.metUnlocked ?? [])];
  const scopes = perType((type) => {
    const ids = wanted.filter((each) => each.type === type).map(({ id }) => id);
    return new LockScope(ids, locked.stored[type].keys(), (id) => missed(type, id));
  });
  const repositories = perType((type) => scoped(type, transaction.repositories[type], scopes));
  return { ...transaction, repositories };
}

/** Distinguishes locked resources from those that did not exist when the locks were taken. */
class LockScope {
  readonly #wanted: ReadonlySet<string>;
  readonly #locked: Set<string>;
  readonly #missed: (id: string) => Error;

  /** @param missed creates the error for a resource that was not among those to lock */
  constructor(wanted: readonly string[], locked: Iterable<string>, missed: (id: string) => Error) {
    this.#wanted = new Set(wanted);
    this.#locked = new Set(locked);
    this.#missed = missed;
  }

  add(id: string): void {
    this.#locked.add(id);
  }

  /**
   * Returns the ids that are locked. A resource that did not exist when locks were taken is left out, even if it exists now.
   * @throws the error from `missed` for an id that was not among those to lock: locking it now could deadlock
   */
  within(ids: readonly string[]): readonly string[] {
    return ids.filter((id) => {
      if (this.#locked.has(id)) return true;
      if (this.#wanted.has(id)) return false;
      throw this.#missed(id);
    });
  }
}

/** Lists every method, so a new one does not compile until it is restricted to the locked resources. */
function scoped(
  type: ResourceType,
  repository: GuardedRepository,
  scopes: Readonly<Record<ResourceType, LockScope>>,
): GuardedRepository {
  const scope = scopes[type];
  return {
    save: (entities, permitted) => repository.save(entities, permitted),
    remove: (ids, permitted) => repository.remove(ids, permitted),
    relink: (relationship, change, permitted) => repository.relink(relationship, change, permitted),
    referringTo: (relationship, targetIds) => repository.referringTo(relationship, targetIds),
    linksOf: (relationship, ids, others) => repository.linksOf(relationship, ids, others),
    add: async (draft, permitted) => {
      const added = await repository.add(draft, permitted);
      scope.add(added.id);
      return added;
    },
    lock: async (ids, members = {}) => {
      const linked = Object.entries(members).map(
        ([name, each]) => [name, scopes[relationshipOf(type, name).to].within(each)] as const,
      );
      const locked = await repository.lock(scope.within(ids), Object.fromEntries(linked));
      scope.within(locked.map(({ id }) => id));
      return locked;
    },
    targetsOf: async (relationship, ids) => repository.targetsOf(relationship, scope.within(ids)),
  };
}
