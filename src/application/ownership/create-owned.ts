import { draft, nextVersion } from '../../domain/entity.ts';
import type { Person } from '../../domain/person.ts';
import type { AttributesOf, Rules } from '../../domain/rules.ts';
import { OwnerConflictError } from '../errors.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { lockOwnership, requireAll, required } from './lock-ownership.ts';
import type { OwnedResource } from './owned-resource.ts';

export interface CreateOwnedCommand<ItemRules extends Rules> {
  readonly attributes: AttributesOf<ItemRules>;
  readonly ownerId: string | null;
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
  execute(command: CreateOwnedCommand<ItemRules>, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, command));
  }

  async within(
    transaction: Transaction,
    { attributes, ownerId }: CreateOwnedCommand<ItemRules>,
  ): Promise<ResourceIdentifier> {
    const drafted = draft(this.#resource.rules, attributes);
    const owners = ownerId === null ? [] : [ownerId];
    const { persons } = await lockOwnership(transaction, this.#resource, { persons: owners });
    const [owner = null] = requireAll(persons, 'person', owners);
    return create(transaction, this.#resource, drafted, owner);
  }
}

export interface CreateOwnedByCommand<ItemRules extends Rules> {
  readonly personId: string;
  readonly attributes: AttributesOf<ItemRules>;
  /** The owner whom the description of the item names, if it says anything of one. */
  readonly namedOwnerId: string | null | undefined;
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
   * Creates an item that belongs to the given person.
   * @throws InvalidAttributesError, NotFoundError, LinkedNotFoundError, OwnerConflictError
   */
  execute(command: CreateOwnedByCommand<ItemRules>, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, command));
  }

  async within(
    transaction: Transaction,
    { personId, attributes, namedOwnerId }: CreateOwnedByCommand<ItemRules>,
    guard: Guard<Person> = unguarded,
  ): Promise<ResourceIdentifier> {
    const drafted = draft(this.#resource.rules, attributes);
    const named = typeof namedOwnerId === 'string' ? [namedOwnerId] : [];
    const { persons } = await lockOwnership(transaction, this.#resource, { persons: [personId, ...named] });
    const person = required(persons, 'person', personId);
    guard(person);
    requireAll(persons, 'person', named);
    if (namedOwnerId !== undefined && namedOwnerId !== personId)
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
