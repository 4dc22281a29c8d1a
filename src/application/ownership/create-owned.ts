import { draft, nextVersion } from '../../domain/entity.ts';
import type { Person } from '../../domain/person.ts';
import type { AttributesOf, Rules } from '../../domain/rules.ts';
import { OwnerConflictError } from '../errors.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { lockOwnership, requireAll, required } from './lock-ownership.ts';
import type { OwnedLinkage, OwnedResource } from './owned-resource.ts';

export interface NewOwned<ItemRules extends Rules> {
  readonly attributes: AttributesOf<ItemRules>;
  readonly linkage: OwnedLinkage;
}

/** Creates an item of anybody or nobody. */
export class CreateOwned<ItemRules extends Rules> {
  readonly #unitOfWork: UnitOfWork;
  readonly #resource: OwnedResource<ItemRules>;

  constructor(unitOfWork: UnitOfWork, resource: OwnedResource<ItemRules>) {
    this.#unitOfWork = unitOfWork;
    this.#resource = resource;
  }

  /**
   * Creates an item, which belongs to the named person or to nobody.
   * @throws InvalidAttributesError, LinkedNotFoundError
   */
  execute(item: NewOwned<ItemRules>, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, item));
  }

  async within(transaction: Transaction, { attributes, linkage }: NewOwned<ItemRules>): Promise<ResourceIdentifier> {
    const drafted = draft(this.#resource.rules, attributes);
    const owners = typeof linkage.owner === 'string' ? [linkage.owner] : [];
    const { persons } = await lockOwnership(transaction, this.#resource, { persons: owners });
    const [owner = null] = requireAll(persons, 'person', owners);
    return create(transaction, this.#resource, drafted, owner);
  }
}

/** Creates an item of one person. */
export class CreateOwnedBy<ItemRules extends Rules> {
  readonly #unitOfWork: UnitOfWork;
  readonly #resource: OwnedResource<ItemRules>;

  constructor(unitOfWork: UnitOfWork, resource: OwnedResource<ItemRules>) {
    this.#unitOfWork = unitOfWork;
    this.#resource = resource;
  }

  /**
   * Creates an item that belongs to the given person. If it names an owner, that must be the same person.
   * @throws InvalidAttributesError, NotFoundError, LinkedNotFoundError, OwnerConflictError
   */
  execute(personId: string, item: NewOwned<ItemRules>, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, personId, item));
  }

  async within(
    transaction: Transaction,
    personId: string,
    { attributes, linkage }: NewOwned<ItemRules>,
    guard: Guard<Person> = unguarded,
  ): Promise<ResourceIdentifier> {
    const drafted = draft(this.#resource.rules, attributes);
    const named = typeof linkage.owner === 'string' ? [linkage.owner] : [];
    const { persons } = await lockOwnership(transaction, this.#resource, { persons: [personId, ...named] });
    const person = required(persons, 'person', personId);
    guard(person);
    requireAll(persons, 'person', named);
    if (linkage.owner !== undefined && linkage.owner !== personId)
      throw new OwnerConflictError(this.#resource.type, personId);
    return create(transaction, this.#resource, drafted, person);
  }
}

/** Creates an item of a locked person, or of nobody. */
async function create<ItemRules extends Rules>(
  transaction: Transaction,
  resource: OwnedResource<ItemRules>,
  drafted: AttributesOf<ItemRules>,
  owner: Person | null,
): Promise<ResourceIdentifier> {
  const { id } = await resource.repository(transaction).add({ ...drafted, ownerId: owner?.id ?? null });
  if (owner !== null) await transaction.persons.save([nextVersion(owner)]);
  return { type: resource.type, id };
}
