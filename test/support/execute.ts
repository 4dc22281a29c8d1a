import type { ResourceIdentifier } from '#application/model/query';
import type { View, ViewedResource } from '#application/model/view';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { writeRunner, type WriteTransaction } from '#application/writing/write-transaction';
import { viewResource } from '#application/reading/find-resource';

/**
 * Runs a write and reads the resource that it returns, in a transaction of their own.
 * @example await execute(unitOfWork, linkComputers, ['1', ['7', '8']], wholeView)
 */
export function execute<Parameters extends readonly unknown[]>(
  unitOfWork: UnitOfWork,
  write: (transaction: WriteTransaction, ...parameters: Parameters) => Promise<ResourceIdentifier>,
  parameters: NoInfer<Parameters>,
  view: View,
): Promise<ViewedResource> {
  return writeRunner(unitOfWork)(async (transaction) => {
    const { type, id } = await write(transaction, ...parameters);
    return viewResource(transaction.reader, type, id, view, { most: Infinity, wholeLinkage: true });
  });
}
