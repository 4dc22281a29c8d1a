// Locks for several writes in one transaction. If each locked only what it needs, a lock taken after those of a later
// type could deadlock (docs/decisions/0004). So everything is locked first, and from then on only that exists.
import { perType, relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';
import type { ResourceIdentifier } from '../model/query.ts';
import type { Attempt, GuardedRepository } from './attempts.ts';
import { lockResources, touchedByRemoval, type NamedResource } from './locks.ts';

/** What several writes can touch, as far as that is known before they run. */
export interface WriteScope {
  /** Everything that they name by an identifier. */
  readonly named: readonly ResourceIdentifier[];
  /** Those of them whose relationships change as a whole; `all` if that can be any locked resource. */
  readonly relinked: readonly ResourceIdentifier[] | 'all';
}

/**
 * Locks all that the writes can touch: what they name, its targets, and what refers to the relinked ones.
 * @returns the attempt to run them in: only what is locked now, or what they create, exists in it
 * @throws CollisionError if a resource has just moved
 */
export async function lockAll(attempt: Attempt, { named, relinked }: WriteScope): Promise<Attempt> {
  const all = relinked === 'all';
  const request: readonly NamedResource[] = [
    ...named.map(({ type, id }) => ({
      type,
      id,
      ...(all ? touchedByAnyRemoval(type) : { moves: relationshipNames(type, 'one') }),
    })),
    ...(all ? [] : relinked.map(({ type, id }) => ({ type, id, ...touchedByRemoval(type) }))),
  ];
  const locked = await lockResources(attempt, request);
  const wanted = [...request, ...(attempt.metUnlocked ?? [])];
  const scopes = perType((type) => {
    const ids = wanted.filter((each) => each.type === type).map(({ id }) => id);
    return new LockScope(type, ids, locked[type].keys());
  });
  const repositories = perType((type) => scoped(type, attempt.repositories[type], scopes));
  return { ...attempt, repositories };
}

/** All that changes when a resource or any of its targets is removed. */
function touchedByAnyRemoval(type: ResourceType): Omit<NamedResource, keyof ResourceIdentifier> {
  return { ...touchedByRemoval(type), removes: relationshipNames(type, 'one') };
}

/** Tells what is locked from what did not exist when the locks were taken. */
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
   * Those that are locked. What was wanted but did not exist stays out, even if it exists by now.
   * @throws Error for what was never wanted: locking it now could deadlock
   */
  within(ids: readonly string[]): readonly string[] {
    return ids.filter((id) => {
      if (this.#locked.has(id)) return true;
      if (this.#wanted.has(id)) return false;
      throw new Error(`${this.#type} ${id} was not locked with the others`);
    });
  }
}

/** Names every method, so that a new one does not compile before it says what it may lock. */
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
