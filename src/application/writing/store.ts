// The one point that every write passes once everything is locked and decided: the rules judge it, then it is stored.
import { NEW, outcomeOf, type ChangeSet, type Entities } from '../../domain/relationships.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { Attempt } from './attempts.ts';
import type { Accepted } from './guard.ts';
import { lockOrder } from './lock-order.ts';
import { requireRules } from './rules.ts';

/**
 * Stores a change.
 * @param locked everything that changes, as it is now
 * @param _accepted proves that the guard was asked
 * @returns the added resource
 * @throws RuleBrokenError
 */
export async function store(
  { repositories, reader }: Attempt,
  locked: Entities,
  _accepted: Accepted,
  change: ChangeSet,
): Promise<Pick<ResourceIdentifier, 'id'>> {
  await requireRules(reader, locked, change);
  const { added: draft, removed } = change;
  const added = draft && (await repositories[draft.type].add(draft));
  const outcome = outcomeOf(change, locked, added);
  for (const type of lockOrder.toReversed()) {
    await repositories[type].save(outcome.filter((entity) => entity.type === type));
    if (removed?.type === type) await repositories[type].remove([removed.id]);
  }
  return { id: added?.id ?? NEW };
}
