// What all writes have in common. Each has `within`, for a transaction that somebody else has opened, and `execute`, which opens one and shows
// the resource as it is stored then.
import type { Transaction, UnitOfWork } from './ports/unit-of-work.ts';
import type { ResourceIdentifier } from './model/query.ts';
import type { View, ViewedResource } from './model/view.ts';
import { viewResource } from './reading/find-resource.ts';

/**
 * A condition of the caller on the resource that a write is about. Called once that is locked, before anything linked is required.
 * @throws whatever the write is to fail with
 */
export type Guard<Target> = (target: Target) => void;

/** The guard of callers who make no condition. */
export const unguarded: Guard<unknown> = () => undefined;

/** Runs a write and shows the resource that it names, read in the same transaction. */
export function writeAndView(
  unitOfWork: UnitOfWork,
  view: View,
  write: (transaction: Transaction) => Promise<ResourceIdentifier>,
): Promise<ViewedResource> {
  return unitOfWork.write(async (transaction) => {
    const { type, id } = await write(transaction);
    return viewResource(transaction.reader, type, id, view);
  });
}
