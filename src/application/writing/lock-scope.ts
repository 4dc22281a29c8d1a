// The locks of several writes that share a transaction. Each of them locks for itself, but a lock taken after those of a later type can deadlock
// (docs/decisions/0004). So everything is locked at once first, and from then on only what is locked exists.
import { perType, relationshipNames, type ResourceType } from '#domain/schema';
import type { ResourceIdentifier } from '../model/query.ts';
import type { Repository } from '../ports/repository.ts';
import type { Attempt } from './attempts.ts';
import { lockResources, touchedByRemoval, type NamedResource } from './locks.ts';

/** What writes can touch, as far as it is known before the first of them. */
export interface WriteScope {
  /** Everything that they name by an identifier. */
  readonly named: readonly ResourceIdentifier[];
  /** The named ones that lose or change their relationships as a whole; `all` if that can be any that are locked. */
  readonly relinked: readonly ResourceIdentifier[] | 'all';
}

/**
 * Locks all that writes can touch: what they name, what that leads to, and what leads to the relinked ones.
 * @returns the transaction for these writes: what exists in it is what is locked now, or what they create
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
  const repositories = perType((type) => {
    const ids = wanted.filter((each) => each.type === type).map(({ id }) => id);
    return scoped(attempt.repositories[type], new LockScope(type, ids, locked[type].keys()));
  });
  return { ...attempt, repositories };
}

/** All that changes when a resource is removed, or what it leads to. */
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

function scoped(repository: Repository, scope: LockScope): Repository {
  return {
    ...repository,
    add: async (draft) => {
      const added = await repository.add(draft);
      scope.add(added.id);
      return added;
    },
    lock: async (ids) => repository.lock(scope.within(ids)),
    targetsOf: async (relationship, ids) => repository.targetsOf(relationship, scope.within(ids)),
  };
}
