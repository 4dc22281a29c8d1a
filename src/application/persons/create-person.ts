import { draft } from '../../domain/entity.ts';
import { transfer } from '../../domain/ownership.ts';
import { personRules, type PersonAttributes } from '../../domain/person.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { computers } from '../ownership/computers.ts';
import { lockOwnership, requireAll, saveOwnership } from '../ownership/lock-ownership.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { writeAndView } from '../writing.ts';
import type { PersonLinkage } from './update-person.ts';

export interface NewPerson {
  readonly attributes: PersonAttributes;
  /** What the person owns from the start. */
  readonly linkage: PersonLinkage;
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
  execute(person: NewPerson, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, person));
  }

  async within(transaction: Transaction, { attributes, linkage }: NewPerson): Promise<ResourceIdentifier> {
    const { computers: computerIds = [] } = linkage;
    const drafted = draft(personRules, attributes);
    const { persons, items } = await lockOwnership(transaction, computers, { items: computerIds });
    const taken = requireAll(items, 'computer', computerIds);
    const person = await transaction.persons.add(drafted);
    const everybody = new Map([...persons, [person.id, person]]);
    await saveOwnership(transaction, computers, transfer(taken, person, everybody));
    return { type: 'person', id: person.id };
  }
}
