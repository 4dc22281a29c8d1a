import type { ResourceIdentifier } from '../../src/application/model/query.ts';
import type { View, ViewedResource } from '../../src/application/model/view.ts';
import type { UnitOfWork } from '../../src/application/ports/unit-of-work.ts';
import { runWrites, type Attempt } from '../../src/application/writing/attempts.ts';
import { viewResource } from '../../src/application/reading/find-resource.ts';

/**
 * Runs a write and reads the resource that it returns, in a transaction of their own.
 * @example await execute(unitOfWork, linkComputers, ['1', ['7', '8']], wholeView)
 */
export function execute<Parameters extends readonly unknown[]>(
  unitOfWork: UnitOfWork,
  write: (attempt: Attempt, ...parameters: Parameters) => Promise<ResourceIdentifier>,
  parameters: NoInfer<Parameters>,
  view: View,
): Promise<ViewedResource> {
  return runWrites(unitOfWork)(async (attempt) => {
    const { type, id } = await write(attempt, ...parameters);
    return viewResource(attempt.reader, type, id, view, { most: Infinity, wholeLinkage: true });
  });
}
