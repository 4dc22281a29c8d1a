import { draft } from '../../domain/entity.ts';
import { transfer } from '../../domain/ownership.ts';
import { personRules, type PersonAttributes } from '../../domain/person.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { computers } from '../ownership/computers.ts';
import { lockOwnership, requireAll, saveOwnership } from '../ownership/lock-ownership.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { writeAndView } from '../writing.ts';

export interface CreatePersonCommand {
  readonly attributes: PersonAttributes;
  /** The computers that the person owns from the start, each once. */
  readonly computerIds: readonly string[];
}

export class CreatePerson {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Creates a person, who takes over the named computers.
   * @throws InvalidAttributesError, LinkedNotFoundError
   */
  execute(command: CreatePersonCommand, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, command));
  }

  async within(
    transaction: Transaction,
    { attributes, computerIds }: CreatePersonCommand,
  ): Promise<ResourceIdentifier> {
    const drafted = draft(personRules, attributes);
    const { persons, items } = await lockOwnership(transaction, computers, { items: computerIds });
    const taken = requireAll(items, 'computer', computerIds);
    const person = await transaction.persons.add(drafted);
    const everybody = new Map([...persons, [person.id, person]]);
    await saveOwnership(transaction, computers, transfer(taken, person, everybody));
    return { type: 'person', id: person.id };
  }
}
