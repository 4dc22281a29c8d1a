import { NotFoundError } from '../errors.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { lockLinks } from './lock-links.ts';

export class DeletePerson {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Deletes a person. Their computers stay, without an owner.
   * @throws NotFoundError
   */
  execute(id: string): Promise<void> {
    return this.#unitOfWork.write((transaction) => removePerson(transaction, id));
  }
}

/** Deletes a person inside a transaction; errors as above. */
export async function removePerson(transaction: Transaction, id: string): Promise<void> {
  const { persons } = await lockLinks(transaction, [id], []);
  if (!persons.has(id)) throw new NotFoundError('person', id);
  const owned = await transaction.computers.ownedBy(id);
  if (owned.length > 0) {
    await transaction.computers.lock(owned);
    await transaction.computers.assignOwner(owned, null);
  }
  await transaction.persons.remove(id);
}
