import { replaceOwned } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import type { Rules } from '../../domain/rules.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { lockOwned, lockOwnership, requireAll, required, saveOwnership } from './lock-ownership.ts';
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
    guard?: Guard<Person>,
  ): Promise<ResourceIdentifier> {
    await replaceSet(transaction, this.#resource, personId, itemIds, guard);
    return { type: 'person', id: personId };
  }
}

/**
 * Replaces a person's set of items; errors as above.
 * @returns the person as locked, before the change
 */
export async function replaceSet<ItemRules extends Rules>(
  transaction: Transaction,
  resource: OwnedResource<ItemRules>,
  personId: string,
  itemIds: readonly string[],
  guard: Guard<Person> = unguarded,
): Promise<Person> {
  const { persons, items } = await lockOwnership(transaction, resource, { persons: [personId], items: itemIds });
  const person = required(persons, 'person', personId);
  guard(person);
  const wanted = requireAll(items, resource.type, itemIds);
  const owned = await lockOwned(transaction, resource, person);
  await saveOwnership(transaction, resource, replaceOwned(owned, wanted, person, persons));
  return person;
}
