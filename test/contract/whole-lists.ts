// The content of lists of any length.
import { expect } from 'chai';
import type { ListRequest, Viewed, ViewedList } from '#application/model/view';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { FindResources } from '#application/reading/find-resources';
import { loadRelated } from '#application/reading/load-related';
import { assemble, type Assembled } from '../support/assemble.ts';

/** Expects a list request to show the same as a single query for the whole list. */
export async function expectSame(unitOfWork: UnitOfWork, request: ListRequest): Promise<Assembled> {
  const shown = await gather(await new FindResources(unitOfWork).execute(request));
  expect(shown).to.deep.equal(await gather(await wholeList(unitOfWork, request)));
  return shown;
}

export async function wholeList(
  unitOfWork: UnitOfWork,
  { view, ...request }: ListRequest,
): Promise<Viewed<ViewedList>> {
  const { records, total, pageInfo } = await unitOfWork.reader.find({ ...request, ...view.selections[request.type] });
  const included = await loadRelated(unitOfWork.reader, view, { records }, { most: Infinity, wholeLinkage: true });
  return { kind: 'whole', whole: { records, total, included, ...(pageInfo && { pageInfo }) } };
}

/** The content of a list. */
export async function gather(list: Viewed<ViewedList>): Promise<Assembled> {
  if (list.kind === 'parts') return assemble(list.parts);
  const { records, included = [], total, pageInfo } = list.whole;
  return { data: records, included, total, hasMore: pageInfo?.hasMore, positions: pageInfo?.positions ?? [] };
}
