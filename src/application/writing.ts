// A write is a function of an open transaction: its caller may do more in it, such as read and render what was written.
import type { ResourceIdentifier } from './model/query.ts';
import type { Transaction } from './ports/unit-of-work.ts';

/**
 * A precondition that the caller adds. A write calls it with the locked target, before it checks that the resources to link exist.
 * @throws the error that the write should fail with
 */
export type Guard<Target> = (target: Target) => void;

/** Accepts any target. */
export const unguarded: Guard<unknown> = () => undefined;

/** Creates a resource; returns its identifier. */
export type Create<Sent> = (transaction: Transaction, sent: Sent) => Promise<ResourceIdentifier>;

/** Changes what an identifier leads to, the target; returns the resource to answer with. */
export type Change<Target, Sent> = (
  transaction: Transaction,
  id: string,
  sent: Sent,
  guard?: Guard<Target>,
) => Promise<ResourceIdentifier>;

/** Deletes what an identifier leads to, the target. */
export type Remove<Target> = (transaction: Transaction, id: string, guard?: Guard<Target>) => Promise<void>;
