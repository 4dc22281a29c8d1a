// Locks for several writes in one transaction. If each locked only what it needs, a lock taken after those of a later
// type could deadlock (docs/decisions/0004). So everything is locked first, and nothing else exists for the writes.
import { perType, relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';
import type { ResourceIdentifier } from '../model/query.ts';
import type { WriteTransaction, GuardedRepository } from './write-transaction.ts';
import { lockResources, touchedByRemoval, type NamedResource } from './locks.ts';

/** The resources that several writes can touch, as far as is known before they run. */
export interface WriteScope {
  /** The resources that they name by identifier. */
  readonly named: readonly ResourceIdentifier[];
  /** The named resources whose relationships change as a whole; `all` if that can be any locked resource. */
  readonly relinked: readonly ResourceIdentifier[] | 'all';
}

/**
 * Locks all that the writes can touch: the named resources, their targets, and the resources that refer to relinked ones.
 * @returns the transaction to run them in. Only resources that are now locked, or that the writes create, exist in it
 * @throws CollisionError if a resource has just moved
 */
export async function lockAll(
  transaction: WriteTransaction,
  { named, relinked }: WriteScope,
): Promise<WriteTransaction> {
  const all = relinked === 'all';
  const request: readonly NamedResource[] = [
    ...named.map(({ type, id }) => ({
      type,
      id,
      ...(all ? touchedByAnyRemoval(type) : { moves: relationshipNames(type, 'one') }),
    })),
    ...(all ? [] : relinked.map(({ type, id }) => ({ type, id, ...touchedByRemoval(type) }))),
  ];
  const locked = await lockResources(transaction, request);
  const wanted = [...request, ...(transaction.metUnlocked ?? [])];
  const scopes = perType((type) => {
    const ids = wanted.filter((each) => each.type === type).map(({ id }) => id);
    return new LockScope(type, ids, locked[type].keys());
  });
  const repositories = perType((type) => scoped(type, transaction.repositories[type], scopes));
  return { ...transaction, repositories };
}

/** Everything that changes when a resource or any of its targets is removed. */
function touchedByAnyRemoval(type: ResourceType): Omit<NamedResource, keyof ResourceIdentifier> {
  return { ...touchedByRemoval(type), removes: relationshipNames(type, 'one') };
}

/** Distinguishes locked resources from those that did not exist when the locks were taken. */
class LockScope {
  readonly #type: ResourceType;
  readonly #wanted: ReadonlySet<string>;
  readonly #locked: Set<string>;

  constructor(type: ResourceType, wanted: readonly string[], locked: Iterable<string>) {
    this.#type = type;
    this.#wanted = new Set(wanted);
    this.#locked = new Set(locked);
  }

  add(id: string): void {
    this.#locked.add(id);
  }

  /**
   * Returns the ids that are locked. A resource that did not exist when locks were taken is left out, even if it exists now.
   * @throws Error for an id that was not among those to lock: locking it now could deadlock
   */
  within(ids: readonly string[]): readonly string[] {
    return ids.filter((id) => {
      if (this.#locked.has(id)) return true;
      if (this.#wanted.has(id)) return false;
      throw new Error(`${this.#type} ${id} was not locked with the others`);
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
    referringTo: (relationship, targetIds) => repository.referringTo(relationship, targetIds),
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
