import { isIdentifier } from '../../domain/identifier.ts';
import { NotFoundError } from '../errors.ts';
import type { Repositories, UnitOfWork } from '../ports/unit-of-work.ts';
import type { ResourceRecord, Selection } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { ResourceType } from '../model/schema.ts';

type Change = (repositories: Repositories, selection: Selection) => Promise<ResourceRecord | undefined>;

/**
 * Changes one resource in one step, which also shows it as the view does; for a view that includes nothing.
 * @param change one call of one repository
 * @throws NotFoundError; for what cannot be an identifier without asking the storage
 */
export async function changeAtOnce(
  unitOfWork: UnitOfWork,
  type: ResourceType,
  id: string,
  { selections }: View,
  change: Change,
): Promise<ViewedResource> {
  const record = isIdentifier(id)
    ? await unitOfWork.writeAtOnce((repositories) => change(repositories, selections[type]))
    : undefined;
  if (record === undefined) throw new NotFoundError(type, id);
  return { record, included: undefined };
}
