// The last step of every write, once everything is locked and decided: checks that its actor may do it and the rules,
// then stores the change.
import type { Draft, Entity } from '#domain/entity';
import { NEW, outcomeOf, type ChangeSet, type Entities } from '#domain/relationships';
import type { AtMostRule, UniqueRule } from '#domain/rules';
import { relationshipNames, relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import type { Locked } from '../access/judge-rows.ts';
import { Permitted } from '../access/permitted-changes.ts';
import { RuleBrokenError, type BrokenRule } from '../model/errors.ts';
import { hasIdentifier, type Filter } from '../model/filter.ts';
import type { ResourceRecord } from '../model/query.ts';
import type { Members } from '../ports/repository.ts';
import type { ResourceReader } from '../ports/resource-reader.ts';
import type { Attempt } from './attempts.ts';
import type { Accepted } from './commands.ts';
import { lockOrder } from './locks.ts';
import { idsIn } from './relinking.ts';

/**
 * Stores a change of what exists.
 * @param locked everything that changes, seen or not, as stored now
 * @param accepted proof that the target was judged, and the guard called
 * @returns what is stored anew
 * @throws ForbiddenError, RuleBrokenError
 */
export async function storeChange(
  attempt: Attempt,
  locked: Locked,
  accepted: Accepted<Entity>,
  change: Omit<ChangeSet, 'added'>,
): Promise<readonly Entity[]> {
  const permitted = await Permitted.by(attempt, change, locked, accepted.judged);
  await requireRules(attempt.reader, locked.stored, change);
  const outcome = outcomeOf(change, locked.stored);
  await save(attempt, outcome, permitted);
  await permitted.requireOutcome(attempt, NEW, accepted.target);
  return outcome;
}

/**
 * Stores a new resource, and what changes with it.
 * @param locked everything that changes, seen or not, as stored now
 * @param accepted as of `storeChange`
 * @returns the new resource as it is stored
 * @throws ForbiddenError, RuleBrokenError
 */
export async function storeAdded(
  attempt: Attempt,
  locked: Locked,
  accepted: Accepted,
  change: ChangeSet & { readonly added: Draft },
): Promise<Entity> {
  const permitted = await Permitted.by(attempt, change, locked, accepted.judged);
  await requireRules(attempt.reader, locked.stored, change);
  const added = await attempt.repositories[change.added.type].add(change.added, permitted);
  const outcome = outcomeOf(change, locked.stored, added);
  await save(attempt, outcome, permitted);
  await permitted.requireOutcome(attempt, added.id, added);
  return latest(outcome, added);
}

/** An entity after a change, whose outcome has it only if it is stored anew. */
export function latest(outcome: readonly Entity[], before: Entity): Entity {
  return outcome.find(({ type, id }) => type === before.type && id === before.id) ?? before;
}

/**
 * A stored resource as a query finds it.
 * @param toMany the linkage to show, ascending
 */
export function storedRecord({ type, id, attributes, targets, version }: Entity, toMany: Members): ResourceRecord {
  const linkage = [
    ...relationshipNames(type, 'one').map((name) => [name, idsIn(targets[name])] as const),
    ...Object.entries(toMany),
  ];
  return { type, id, attributes, linkage: Object.fromEntries(linkage), version };
}

async function save({ repositories }: Attempt, outcome: readonly Entity[], permitted: Permitted): Promise<void> {
  const { removed } = permitted.change;
  for (const type of lockOrder.toReversed()) {
    await repositories[type].save(
      outcome.filter((entity) => entity.type === type),
      permitted,
    );
    if (removed?.type === type) await repositories[type].remove([removed.id], permitted);
  }
}

// Checks a change against the declared rules. A unique index in the storage backs up `unique`: of two simultaneous
// writes one collides, and sees the other's value when it is retried. For `at most` the count is stable, because the
// resource that it belongs to is locked.

/**
 * @param locked the entities that the change is about, as stored now
 * @throws RuleBrokenError with every rule that would be broken
 */
async function requireRules(reader: ResourceReader, locked: Entities, change: ChangeSet): Promise<void> {
  const broken: BrokenRule[] = [];
  for (const type of resourceTypes)
    for (const rule of schema[type].rules) {
      const holds =
        rule.kind === 'unique'
          ? await isUnique(reader, locked, change, { type, rule })
          : await isAtMost(reader, change, { type, rule });
      if (!holds) broken.push({ type, rule });
    }
  if (broken.length > 0) throw new RuleBrokenError(broken);
}

interface Of<Declared> {
  readonly type: ResourceType;
  readonly rule: Declared;
}

async function isUnique(
  reader: ResourceReader,
  locked: Entities,
  { added, revised }: ChangeSet,
  { type, rule: { attribute } }: Of<UniqueRule>,
): Promise<boolean> {
  const before = revised && locked[revised.type].get(revised.id)?.attributes[attribute];
  for (const entity of [added, revised]) {
    const value = entity?.type === type ? (entity.attributes[attribute] ?? null) : null;
    if (value === null || (entity === revised && value === before)) continue;
    const filter: Filter = { kind: 'compare', attribute, comparison: 'equal', operand: { kind: 'value', value } };
    if ((await countOf(reader, type, filter)) > 0) return false;
  }
  return true;
}

async function isAtMost(
  reader: ResourceReader,
  { moves = [] }: ChangeSet,
  { type, rule: { relationship, most } }: Of<AtMostRule>,
): Promise<boolean> {
  const { to: item, inverse } = relationshipOf(type, relationship);
  const moving = moves.filter((move) => move.type === item && move.relationship === inverse);
  for (const target of new Set(moving.map(({ to }) => to))) {
    if (target === null) continue;
    const [joining, leaving] = [moving.filter(({ to }) => to === target), moving.filter(({ from }) => from === target)];
    const grows = joining.length - leaving.length;
    const filter: Filter = { kind: 'related', relationship: inverse, filter: hasIdentifier(target) };
    if (grows > 0 && grows + (target === NEW ? 0 : await countOf(reader, item, filter)) > most) return false;
  }
  return true;
}

async function countOf(reader: ResourceReader, type: ResourceType, filter: Filter): Promise<number> {
  const page = { kind: 'numbered', size: 1, number: 1 } as const;
  const { total = 0 } = await reader.find({ type, filter, sort: [], page, attributes: [], linkage: [], total: true });
  return total;
}
