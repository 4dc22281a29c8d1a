// Every write has `within`, which runs in the caller's transaction, and `execute`, which opens one and reads the result in it.
import type { Transaction, UnitOfWork } from './ports/unit-of-work.ts';
import type { ResourceIdentifier } from './model/query.ts';
import type { View, ViewedResource } from './model/view.ts';
import { viewResource } from './reading/find-resource.ts';

/**
 * A precondition that the caller adds. A write calls it with the locked target, before it checks that the resources to link exist.
 * @throws the error that the write should fail with
 */
export type Guard<Target> = (target: Target) => void;

/** Accepts any target. */
export const unguarded: Guard<unknown> = () => undefined;

/** Runs a write and reads the resource that it returns, in the same transaction. */
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
