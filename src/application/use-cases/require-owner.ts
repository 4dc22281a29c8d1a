import { CollisionError, NoOwnerError } from '../errors.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { findOwnerId } from '../reading/find-owner.ts';
import { lockLinks } from './lock-links.ts';

/**
 * The identifier of a computer's owner, who is locked together with the owners of other computers that the transaction is about to move:
 * while the owner is locked, the computer stays theirs.
 * @throws NotFoundError when there is no such computer; NoOwnerError; CollisionError when the computer has changed hands meanwhile
 */
export async function requireOwner(
  transaction: Transaction,
  computerId: string,
  computerIds: readonly string[],
): Promise<string> {
  const ownerId = await findOwnerId(transaction.reader, computerId);
  if (ownerId === undefined) throw new NoOwnerError(computerId);
  await lockLinks(transaction, [ownerId], computerIds);
  if ((await findOwnerId(transaction.reader, computerId)) !== ownerId)
    throw new CollisionError(`computer ${computerId} has just been given to another person`);
  return ownerId;
}
