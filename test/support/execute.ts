import type { ResourceIdentifier } from '../../src/application/model/query.ts';
import type { View, ViewedResource } from '../../src/application/model/view.ts';
import type { Transaction, UnitOfWork } from '../../src/application/ports/unit-of-work.ts';
import { viewResource } from '../../src/application/reading/find-resource.ts';

/**
 * Runs a write and reads the resource that it returns, in a transaction of their own.
 * @example await execute(unitOfWork, linkOwned('computers'), ['1', ['7', '8']], wholeView)
 */
export function execute<Parameters extends readonly unknown[]>(
  unitOfWork: UnitOfWork,
  write: (transaction: Transaction, ...parameters: Parameters) => Promise<ResourceIdentifier>,
  parameters: NoInfer<Parameters>,
  view: View,
): Promise<ViewedResource> {
  return unitOfWork.write(async (transaction) => {
    const { type, id } = await write(transaction, ...parameters);
    return viewResource(transaction.reader, type, id, view, { most: Infinity, wholeLinkage: true });
  });
}
