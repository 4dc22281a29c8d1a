import { replaceOwned } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import type { Rules } from '../../domain/rules.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { lockOwnership, ownedIn, requireAll, required, saveOwnership, type LockedOwnership } from './lock-ownership.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Replaces what a person owns of one type. */
export class ReplaceOwned<ItemRules extends Rules> {
  readonly #unitOfWork: UnitOfWork;
  readonly #resource: OwnedResource<ItemRules>;

  constructor(unitOfWork: UnitOfWork, resource: OwnedResource<ItemRules>) {
    this.#unitOfWork = unitOfWork;
    this.#resource = resource;
  }

  /**
   * Makes the named items, each once, the whole set of a person's items.
   * @throws NotFoundError, LinkedNotFoundError
   */
  execute(personId: string, itemIds: readonly string[], view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, personId, itemIds));
  }

  async within(
    transaction: Transaction,
    personId: string,
    itemIds: readonly string[],
    guard: Guard<Person> = unguarded,
  ): Promise<ResourceIdentifier> {
    const locked = await lockOwnership(transaction, this.#resource, { wholeSetOf: personId, items: itemIds });
    const person = required(locked.persons, 'person', personId);
    guard(person);
    await replaceSet(transaction, this.#resource, person, itemIds, locked);
    return { type: 'person', id: personId };
  }
}

/**
 * Replaces a person's set of items, which is locked as a whole.
 * @throws LinkedNotFoundError
 */
export async function replaceSet<ItemRules extends Rules>(
  transaction: Transaction,
  resource: OwnedResource<ItemRules>,
  person: Person,
  itemIds: readonly string[],
  locked: LockedOwnership<ItemRules>,
): Promise<void> {
  const wanted = requireAll(locked.items, resource.type, itemIds);
  const change = replaceOwned(ownedIn(locked, person), wanted, person, locked.persons);
  await saveOwnership(transaction, resource, change);
}
