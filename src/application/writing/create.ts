import { draft } from '#domain/entity';
import { compareIdentifiers } from '#domain/identifier';
import { NEW } from '#domain/relationships';
import {
  relationshipNames,
  relationshipOf,
  type AnyLinkage,
  type Attributes,
  type ResourceType,
  type TargetOf,
  type ToManyOf,
} from '#domain/schema';
import { findVisible, type Locked } from '../access/judge-rows.ts';
import { ParentConflictError } from '../model/errors.ts';
import type { ResourceRecord } from '../model/query.ts';
import type { Attempt } from './attempts.ts';
import { Accepted, unguarded, type Create, type CreateRelated } from './commands.ts';
import { requireLinked, requireLocked } from './locked.ts';
import { lockResources } from './locks.ts';
import { idsIn, movesOf, namedBy } from './relinking.ts';
import { storedRecord, storeAdded } from './store.ts';

/**
 * Creates a resource, and links it to others.
 * @throws LinkedNotFoundError, RuleBrokenError
 */
export function create<Type extends ResourceType>(type: Type): Create<Type> {
  return async (attempt, { attributes, linkage }, guard = unguarded) => {
    const locked = await findVisible(attempt, await lockResources(attempt, namedBy(type, linkage)));
    return add(attempt, locked, await Accepted.by(attempt, guard, undefined, 'create'), { type, attributes, linkage });
  };
}

/**
 * Creates a resource to which a to-many relationship of another one, its parent, leads. If it names a parent itself, it must be this one.
 * @throws NotFoundError, LinkedNotFoundError, ParentConflictError, RuleBrokenError
 */
export function createRelated<Type extends ResourceType, Name extends ToManyOf<Type>>(
  type: Type,
  relationship: Name,
): CreateRelated<TargetOf<Type, Name>> {
  const { to, inverse } = relationshipOf(type, relationship);
  return async (attempt, id, { attributes, linkage: sent }, guard = unguarded) => {
    const linkage: AnyLinkage = sent;
    const locked = await findVisible(attempt, await lockResources(attempt, [{ type, id }, ...namedBy(to, linkage)]));
    const accepted = await Accepted.by(attempt, guard, requireLocked(locked, type, id), 'update');
    requireLinked(locked, namedBy(to, linkage));
    if (linkage[inverse] !== undefined && linkage[inverse] !== id) throw new ParentConflictError(to, inverse, id);
    return add(attempt, locked, accepted, { type: to, attributes, linkage: { ...linkage, [inverse]: id } });
  };
}

interface Added {
  readonly type: ResourceType;
  readonly attributes: Attributes;
  readonly linkage: AnyLinkage;
}

/** @throws LinkedNotFoundError, RuleBrokenError */
async function add(
  attempt: Attempt,
  locked: Locked,
  accepted: Accepted,
  { type, attributes, linkage }: Added,
): Promise<ResourceRecord> {
  requireLinked(locked, namedBy(type, linkage));
  const added = draft(type, attributes, linkage);
  const moves = movesOf(locked, { ...added, id: NEW, targets: {} }, linkage);
  // Nothing leads to a new resource but what was sent.
  const toMany = relationshipNames(type, 'many').map(
    (name) => [name, idsIn(linkage[name]).toSorted(compareIdentifiers)] as const,
  );
  return storedRecord(await storeAdded(attempt, locked, accepted, { added, moves }), Object.fromEntries(toMany));
}
