import type { Transaction } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { viewResource } from '../reading/find-resource.ts';
import { isReadAtOnce } from '../reading/read-along.ts';
import type { ResourceType } from '../model/schema.ts';

/** A resource as it is to be shown. */
export interface Shown {
  readonly type: ResourceType;
  readonly id: string;
  readonly view: View;
}

/** Ends a transaction with its last writes, and shows a resource as it is then: asks for all of it at once, and for the end too where it can. */
export function viewLast(
  transaction: Transaction,
  shown: Shown,
  write: () => Promise<void> = async () => undefined,
): Promise<ViewedResource> {
  return askLast(transaction, shown, async (view) => {
    const [, viewed] = await Promise.all([write(), view()]);
    return viewed;
  });
}

/**
 * The same for writes whose outcome decides whether the resource is shown.
 * @param ask makes the last writes and then calls `view`, waiting for neither before both are asked
 */
export function askLast(
  transaction: Transaction,
  { type, id, view }: Shown,
  ask: (view: () => Promise<ViewedResource>) => Promise<ViewedResource>,
): Promise<ViewedResource> {
  const questions = (): Promise<ViewedResource> => ask(() => viewResource(transaction.reader, type, id, view));
  // A view that takes further questions takes them from the same transaction.
  return isReadAtOnce(view) ? transaction.end(questions) : questions();
}
