import type { computerRules } from '../../domain/computer.ts';
import { transfer } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import { computers } from '../ownership/computers.ts';
import { lockOwnership, ownedIn, required, type LockedOwnership } from '../ownership/lock-ownership.ts';
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
    const locked = await lockOwnership(transaction, computers, { wholeSetOf: id });
    const person = required(locked.persons, 'person', id);
    guard(person);
    await removePerson(transaction, person, locked);
  }
}

/** Removes a person, who is locked with all that they own. */
export async function removePerson(
  transaction: Transaction,
  person: Person,
  locked: LockedOwnership<typeof computerRules>,
): Promise<void> {
  const { items } = transfer(ownedIn(locked, person), null, locked.persons);
  await transaction.computers.save(items);
  await transaction.persons.remove([person.id]);
}
