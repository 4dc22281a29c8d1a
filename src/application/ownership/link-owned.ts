import { transfer } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import type { Rules } from '../../domain/rules.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { lockOwnership, requireAll, required, saveOwnership } from './lock-ownership.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Adds to what a person owns: `LinkOwned` of computers is how computers are linked. */
export class LinkOwned<ItemRules extends Rules> {
  readonly #unitOfWork: UnitOfWork;
  readonly #resource: OwnedResource<ItemRules>;

  constructor(unitOfWork: UnitOfWork, resource: OwnedResource<ItemRules>) {
    this.#unitOfWork = unitOfWork;
    this.#resource = resource;
  }

  /**
   * Gives the named items, each once, to a person; those that other persons own move. What is already linked stays.
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
    const named = { persons: [personId], items: itemIds };
    const { persons, items } = await lockOwnership(transaction, this.#resource, named);
    const person = required(persons, 'person', personId);
    guard(person);
    const linked = requireAll(items, this.#resource.type, itemIds);
    await saveOwnership(transaction, this.#resource, transfer(linked, person, persons));
    return { type: 'person', id: personId };
  }
}
