import { change } from '../../domain/entity.ts';
import { personRules, type Person, type PersonAttributes } from '../../domain/person.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { computers } from '../ownership/computers.ts';
import { lockOwnership, required } from '../ownership/lock-ownership.ts';
import { replaceSet } from '../ownership/replace-owned.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';

/** What is not named keeps its value. */
export interface PersonChanges {
  readonly attributes: Partial<PersonAttributes>;
  /** The whole new set of computers, each once. */
  readonly computerIds: readonly string[] | undefined;
}

export class UpdatePerson {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Changes a person.
   * @throws NotFoundError, InvalidAttributesError, LinkedNotFoundError
   */
  execute(id: string, changes: PersonChanges, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, id, changes));
  }

  async within(
    transaction: Transaction,
    id: string,
    { attributes, computerIds }: PersonChanges,
    guard: Guard<Person> = unguarded,
  ): Promise<ResourceIdentifier> {
    const person = await (computerIds === undefined
      ? lockPerson(transaction, id, guard)
      : replaceSet(transaction, computers, id, computerIds, guard));
    const changed = change(personRules, person, attributes);
    if (changed !== person) await transaction.persons.save([changed]);
    return { type: 'person', id };
  }
}

async function lockPerson(transaction: Transaction, id: string, guard: Guard<Person>): Promise<Person> {
  const { persons } = await lockOwnership(transaction, computers, { persons: [id] });
  const person = required(persons, 'person', id);
  guard(person);
  return person;
}
