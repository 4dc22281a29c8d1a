// What one request costs the database, gathered while it is worked on.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestCost {
  statements: number;
  databaseMillis: number;
}

const current = new AsyncLocalStorage<RequestCost>();

/** Does the work of a request; statements that end meanwhile are counted to its cost. */
export function atCostOf<Result>(cost: RequestCost, work: () => Promise<Result>): Promise<Result> {
  return current.run(cost, work);
}

/** Counts a statement to the request that it was sent for, if it was for one. */
export function countStatement(millis: number): void {
  const cost = current.getStore();
  if (cost === undefined) return;
  cost.statements += 1;
  cost.databaseMillis += millis;
}
