import { transfer } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import { computers } from '../ownership/computers.ts';
import { lockOwned, lockOwnership, required } from '../ownership/lock-ownership.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, type Guard } from '../writing.ts';

export class DeletePerson {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Deletes a person. What they own stays, without an owner.
   * @throws NotFoundError
   */
  execute(id: string): Promise<void> {
    return this.#unitOfWork.write((transaction) => this.within(transaction, id));
  }

  async within(transaction: Transaction, id: string, guard: Guard<Person> = unguarded): Promise<void> {
    const { persons } = await lockOwnership(transaction, computers, { persons: [id] });
    const person = required(persons, 'person', id);
    guard(person);
    const { items } = transfer(await lockOwned(transaction, computers, person), null, persons);
    await transaction.computers.save(items);
    await transaction.persons.remove([id]);
  }
}
