import { isIdentifier } from '../../domain/identifier.ts';
import type { GiftOutcome } from '../ports/computer-repository.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import type { ViewedResource } from '../model/view.ts';
import { lockLinks } from './lock-links.ts';
import { askLast, type Shown } from './view-last.ts';

/** Computers, each once, and who gets them; nobody when `null`. */
export interface Gift {
  readonly computerIds: readonly string[];
  readonly ownerId: string | null;
}

/**
 * Ends a transaction by giving computers, all or none, and showing a resource as it is then: both are asked for at once.
 * @param check throws when what should be there is not; nothing has been changed then
 */
export async function giveAndView(
  transaction: Transaction,
  gift: Gift,
  shown: Shown,
  check: (outcome: GiftOutcome) => void,
): Promise<ViewedResource> {
  return askLast(transaction, shown, async (view) => {
    const [given, viewed] = await Promise.allSettled([give(transaction, gift), view()]);
    if (given.status === 'rejected') throw given.reason;
    check(given.value);
    if (viewed.status === 'rejected') throw viewed.reason;
    return viewed.value;
  });
}

async function give(transaction: Transaction, { computerIds, ownerId }: Gift): Promise<GiftOutcome> {
  const owners = ownerId === null ? [] : [ownerId];
  if ([...computerIds, ...owners].every(isIdentifier)) return transaction.computers.give(computerIds, ownerId);
  // What cannot be an identifier is not there.
  const { persons, computers } = await lockLinks(transaction, owners, computerIds);
  return { ownerExists: owners.every((id) => persons.has(id)), existing: [...computers.keys()] };
}
