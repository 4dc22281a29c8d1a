import type { Person } from '../../domain/person.ts';
import { NotFoundError } from '../errors.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { giveComputers, lockLinks, requireLinked } from '../use-cases/lock-links.ts';
import { viewLast } from '../use-cases/view-last.ts';

export class ReplaceComputers {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Makes the named computers, each once, the whole set of a person's computers.
   * @throws NotFoundError, LinkedNotFoundError
   */
  execute(personId: string, computerIds: readonly string[], view: View): Promise<ViewedResource> {
    return this.#unitOfWork.write(async (transaction) => {
      await replaceSet(transaction, personId, computerIds);
      return viewLast(transaction, { type: 'person', id: personId, view });
    });
  }
}

/** Replaces a person's set of computers inside a transaction; resolves to the person, who is locked. Errors as above. */
export async function replaceSet(
  transaction: Transaction,
  personId: string,
  computerIds: readonly string[],
): Promise<Person> {
  const { persons, computers } = await lockLinks(transaction, [personId], computerIds);
  const person = persons.get(personId);
  if (person === undefined) throw new NotFoundError('person', personId);
  requireLinked('computer', computerIds, computers);
  const owned = await transaction.computers.ownedBy(personId);
  const dropped = await transaction.computers.lock(owned.filter((id) => !computers.has(id)));
  const dropping = { computers: dropped, ownerId: null };
  await giveComputers(transaction, dropping, { computers: computers.values(), ownerId: personId });
  return person;
}
