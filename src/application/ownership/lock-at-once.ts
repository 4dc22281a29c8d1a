// The locks of several writes that share a transaction. Each of them locks for itself, but a lock taken after the items can deadlock, even if
// the item's owner is locked (docs/decisions/0021). So everything is locked at once first, and from then on only what is locked exists.
import type { Entity } from '../../domain/entity.ts';
import { ownedRelationships, perOwned, typeOf, type OwnedRelationship } from '../model/owned-resources.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { ResourceType } from '../model/schema.ts';
import { ownedRepositories, type OwnedRepositoryOf, type Repository } from '../ports/repository.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { lockOwnership, repositoryOf } from './lock-ownership.ts';
import { itemsIn } from './locked-ownership.ts';

/** What writes can touch, as far as it is known before the first of them. */
export interface Reach {
  /** Everything that they name by an identifier. */
  readonly named: readonly ResourceIdentifier[];
  /** The named ones that lose or change their relationships as a whole; `all` if that can be any that are locked. */
  readonly relinked: readonly ResourceIdentifier[] | 'all';
}

/**
 * Locks all that writes can touch: what they name, its owners, and what the relinked persons own.
 * @returns the transaction for these writes: what exists in it is what is locked now, or what they create
 * @throws CollisionError if an item has just changed hands
 */
export async function lockAtOnce(transaction: Transaction, { named, relinked }: Reach): Promise<Transaction> {
  const persons = idsOf(named, 'person');
  const items = perOwned((relationship) => idsOf(named, typeOf(relationship)));
  const of = relinked === 'all' ? relinked : idsOf(relinked, 'person');
  const wholeSets = { of, relationships: ownedRelationships };
  const locked = await lockOwnership(transaction, { persons, items, wholeSets });
  const met = transaction.collisions.flatMap(({ personIds }) => personIds);
  return {
    ...transaction,
    persons: fenced(transaction.persons, new Fence('person', [...persons, ...met], locked.persons.keys())),
    ...ownedRepositories(<Relationship extends OwnedRelationship>(relationship: Relationship) => {
      const fence = new Fence(typeOf(relationship), items[relationship], itemsIn(locked, relationship).keys());
      return fencedItems<Relationship>(repositoryOf(transaction, relationship), fence);
    }),
  };
}

function idsOf(identifiers: readonly ResourceIdentifier[], type: ResourceType): readonly string[] {
  return [...new Set(identifiers.filter((each) => each.type === type).map(({ id }) => id))];
}

/** Tells what is locked from what did not exist when the locks were taken. */
class Fence {
  readonly #type: ResourceType;
  readonly #wanted: ReadonlySet<string>;
  readonly #held: Set<string>;

  constructor(type: ResourceType, wanted: readonly string[], held: Iterable<string>) {
    this.#type = type;
    this.#wanted = new Set(wanted);
    this.#held = new Set(held);
  }

  admit(id: string): void {
    this.#held.add(id);
  }

  /**
   * Those that are locked. What was wanted but did not exist stays out, even if it exists by now.
   * @throws Error for what was never wanted: locking it now could deadlock
   */
  within(ids: readonly string[]): readonly string[] {
    return ids.filter((id) => {
      if (this.#held.has(id)) return true;
      if (this.#wanted.has(id)) return false;
      throw new Error(`${this.#type} ${id} was not locked with the others`);
    });
  }
}

function fenced<Stored extends Entity, Draft>(
  repository: Repository<Stored, Draft>,
  fence: Fence,
): Repository<Stored, Draft> {
  return {
    ...repository,
    add: async (draft) => {
      const added = await repository.add(draft);
      fence.admit(added.id);
      return added;
    },
    lock: async (ids) => repository.lock(fence.within(ids)),
  };
}

function fencedItems<Relationship extends OwnedRelationship>(
  repository: OwnedRepositoryOf<Relationship>,
  fence: Fence,
): OwnedRepositoryOf<Relationship> {
  return {
    ...repository,
    ...fenced(repository, fence),
    ownersOf: async (ids) => repository.ownersOf(fence.within(ids)),
  };
}
