import { isIdentifier } from '../../domain/identifier.ts';
import type { Person } from '../../domain/person.ts';
import { CollisionError } from '../errors.ts';
import { removePerson } from '../persons/delete-person.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, type Guard } from '../writing.ts';
import { computers } from './computers.ts';
import { lockOwnership, requireOwner } from './lock-ownership.ts';

/** Deletes the person who owns a computer. The computer stays, without an owner. */
export class DeleteOwner {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /** @throws NotFoundError when there is no such computer; NoOwnerError */
  execute(computerId: string): Promise<void> {
    return this.#unitOfWork.write((transaction) => this.within(transaction, computerId));
  }

  async within(transaction: Transaction, computerId: string, guard: Guard<Person> = unguarded): Promise<void> {
    const items = isIdentifier(computerId) ? [computerId] : [];
    const metBefore = transaction.collisions.flatMap(({ personIds }) => personIds);
    const wholeSetOf = metBefore.at(-1) ?? (await transaction.computers.ownersOf(items))[0];
    const named = wholeSetOf === undefined ? { items } : { items, wholeSetOf };
    const locked = await lockOwnership(transaction, computers, named);
    const owner = requireOwner(locked, 'computer', computerId);
    if (owner.id !== wholeSetOf) throw new CollisionError('the computer has just changed hands', [owner.id]);
    guard(owner);
    await removePerson(transaction, owner, locked);
  }
}
