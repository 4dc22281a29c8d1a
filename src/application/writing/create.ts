import { draft } from '#domain/entity';
import { compareIdentifiers } from '#domain/identifier';
import { NEW } from '#domain/relationships';
import { isManyToMany, relationshipNames, relationshipOf, type AnyLinkage, type ResourceType } from '#domain/schema';
import type { Locked } from '../access/judge-rows.ts';
import { ParentConflictError } from '../model/errors.ts';
import type { ResourceRecord } from '../model/query.ts';
import type { WriteTransaction } from './write-transaction.ts';
import { Accepted, unguarded, type Create, type CreateRelated, type Creation } from './commands.ts';
import { requireLinked, requireLocked } from './locked.ts';
import { lockVisible } from './locks.ts';
import { isPreset, presetNames, presetTargets, requirePresets, withoutPresets, withPresets } from './presets.ts';
import { idsIn, movesOf, namedBy } from './relinking.ts';
import { storedRecord, storeAdded } from './store.ts';
import type { NamedResource } from './wanted.ts';

/**
 * Creates a resource, and links it to others.
 * @throws LinkedNotFoundError, ForbiddenError, RuleBrokenError
 */
export function create(type: ResourceType): Create {
  return async (transaction, { attributes, linkage }, guard = unguarded) => {
    const { permissions } = transaction;
    const linked = othersIn(type, withoutPresets(permissions, type, linkage));
    const locked = await lockVisible(transaction, [...linked, ...presetTargets(permissions, type)]);
    const accepted = await Accepted.by(transaction, guard, undefined, 'create');
    requireLinked(locked, linked);
    requirePresets(permissions, type, { attributes, linkage }, locked);
    return add(transaction, locked, accepted, { type, attributes, linkage });
  };
}

/**
 * Creates a resource in a to-many relationship of its parent. If the resource names a parent itself, it must be the same one. In a many-to-many
 * relationship, the parent is added to those that it names.
 * @throws NotFoundError, LinkedNotFoundError, ForbiddenError, ParentConflictError, RuleBrokenError
 */
export function createRelated(type: ResourceType, relationship: string): CreateRelated {
  const { to, inverse } = relationshipOf(type, relationship);
  return async (transaction, id, { attributes, linkage }, guard = unguarded) => {
    const { permissions } = transaction;
    const linked = othersIn(to, withoutPresets(permissions, to, linkage));
    const locked = await lockVisible(transaction, [{ type, id }, ...linked, ...presetTargets(permissions, to)]);
    // A link that the policy sets needs no permission on the other side.
    const action = isPreset(permissions, to, inverse) ? 'read' : 'update';
    const accepted = await Accepted.by(transaction, guard, requireLocked(locked, type, id), action);
    requireLinked(locked, linked);
    requirePresets(permissions, to, { attributes, linkage, implied: { [inverse]: id } }, locked);
    const { [inverse]: sent } = linkage;
    return add(transaction, locked, accepted, {
      type: to,
      attributes,
      linkage: { ...linkage, [inverse]: withParent(to, inverse, sent, id) },
    });
  };
}

/** The existing resources in the linkage of a new one. */
function othersIn(type: ResourceType, linkage: AnyLinkage): readonly NamedResource[] {
  return namedBy(type, linkage).filter(({ id }) => id !== NEW);
}

/**
 * The linkage of the new resource: the sent linkage and the parent.
 * @throws ParentConflictError
 */
function withParent(
  type: ResourceType,
  relationship: string,
  sent: AnyLinkage[string],
  parentId: string,
): AnyLinkage[string] {
  if (isManyToMany(relationshipOf(type, relationship))) return [...new Set([...idsIn(sent), parentId])];
  if (sent !== undefined && sent !== parentId) throw new ParentConflictError(type, relationship, parentId);
  return parentId;
}

interface Added extends Creation {
  readonly type: ResourceType;
}

/** @throws ForbiddenError, RuleBrokenError */
async function add(
  transaction: WriteTransaction,
  locked: Locked,
  accepted: Accepted,
  { type, ...creation }: Added,
): Promise<ResourceRecord> {
  const { permissions } = transaction;
  const { attributes, linkage } = withPresets(permissions, type, creation);
  const added = draft(type, attributes, linkage);
  const unsent = Object.keys(added.attributes).filter((name) => attributes[name] === undefined);
  const filled = new Set([...presetNames(permissions, type), ...unsent]);
  const self = { ...added, id: NEW, targets: {}, version: 1 };
  const visible = { ...locked.visible, [type]: new Map([...locked.visible[type], [NEW, self]]) };
  const moves = movesOf({ ...locked, visible }, self, linkage);
  const stored = await storeAdded(transaction, locked, accepted, { added, filled, moves });
  // A new resource has only the relationships that were sent.
  const toMany = relationshipNames(type, 'many').map((name) => {
    const others = idsIn(linkage[name]).filter((id) => id !== NEW);
    const own = isLinkedToItself(type, name, linkage) ? [stored.entity.id] : [];
    return [name, [...others, ...own].toSorted(compareIdentifiers)] as const;
  });
  return storedRecord(stored, Object.fromEntries(toMany));
}

/** True if the linkage links the new resource to itself, on either side of the relationship. */
function isLinkedToItself(type: ResourceType, relationship: string, linkage: AnyLinkage): boolean {
  const { to, inverse } = relationshipOf(type, relationship);
  return to === type && [relationship, inverse].some((name) => idsIn(linkage[name]).includes(NEW));
}
