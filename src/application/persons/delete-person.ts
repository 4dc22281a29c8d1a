import { NotFoundError } from '../errors.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { lockLinks } from '../use-cases/lock-links.ts';

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

/** Ends a transaction by deleting a person; errors as above. */
export async function removePerson(transaction: Transaction, id: string): Promise<void> {
  const locked = await lockLinks(transaction, [id], []);
  if (!locked.persons.has(id)) throw new NotFoundError('person', id);
  const owned = await transaction.computers.ownedBy(id);
  const { persons, computers } = transaction;
  await transaction.end(() =>
    Promise.all([computers.lock(owned), computers.assignOwner(owned, null), persons.remove(id)]),
  );
}
