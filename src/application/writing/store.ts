// The last step of every write, once everything is locked and decided: checks permissions and rules,
// then stores the change.
import type { Draft, Entity } from '#domain/entity';
import { NEW, outcomeOf, type ChangeSet, type Entities } from '#domain/relationships';
import type { AtMostRule, UniqueRule } from '#domain/rules';
import { relationshipNames, relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import type { AllRows, Locked } from '../access/judge-rows.ts';
import { Judged, Permitted } from '../access/permitted-changes.ts';
import { RuleBrokenError, type BrokenRule } from '../model/errors.ts';
import { hasIdentifier, type Filter } from '../model/filter.ts';
import type { ResourceRecord } from '../model/query.ts';
import type { Members } from '../ports/repository.ts';
import type { WriteTransaction } from './write-transaction.ts';
import type { Accepted } from './commands.ts';
import { lockOrder } from './locks.ts';
import { idsIn } from './relinking.ts';

/**
 * Stores a change of existing resources.
 * @param locked everything that changes, hidden or not, in its stored state
 * @param accepted proof that the target was judged, and the guard called
 * @returns the target as stored
 * @throws ForbiddenError, RuleBrokenError
 */
export async function storeChange(
  transaction: WriteTransaction,
  locked: Locked,
  accepted: Accepted<Entity>,
  change: Omit<ChangeSet, 'added'>,
): Promise<Judged> {
  const permitted = await Permitted.by(transaction, change, locked, accepted.judged);
  return save(transaction, locked, permitted, accepted.target);
}

/**
 * Stores a new resource and the changes to existing ones.
 * @param accepted see `storeChange`, also for `locked`
 * @returns the new resource as stored
 * @throws ForbiddenError, RuleBrokenError
 */
export async function storeAdded(
  transaction: WriteTransaction,
  locked: Locked,
  accepted: Accepted,
  change: ChangeSet & { readonly added: Draft },
): Promise<Judged> {
  const permitted = await Permitted.by(transaction, change, locked, accepted.judged);
  return save(transaction, locked, permitted, change.added);
}

/**
 * Converts a stored resource to the record that a query returns.
 * @param toMany the linkage to show, ascending
 */
export function storedRecord({ entity }: Judged, toMany: Members): ResourceRecord {
  const { type, id, attributes, targets, version } = entity;
  const linkage = [
    ...relationshipNames(type, 'one').map((name) => [name, idsIn(targets[name])] as const),
    ...Object.entries(toMany),
  ];
  return { type, id, attributes, linkage: Object.fromEntries(linkage), version };
}

/**
 * Saves a change once the rules accept it, and judges its outcome.
 * @param answered the resource to answer with: an existing one, or the one to add
 * @throws ForbiddenError, RuleBrokenError
 */
async function save(
  transaction: WriteTransaction,
  { stored }: Locked,
  permitted: Permitted,
  answered: Entity | Draft,
): Promise<Judged> {
  const { allRows, repositories } = transaction;
  const { change } = permitted;
  await requireRules(allRows, stored, change);
  const before = 'id' in answered ? answered : await repositories[answered.type].add(answered, permitted);
  const outcome = outcomeOf(change, stored, change.added && before);
  for (const type of lockOrder.toReversed()) {
    await repositories[type].save(
      outcome.filter((entity) => entity.type === type),
      permitted,
    );
    if (change.removed?.type === type) await repositories[type].remove([change.removed.id], permitted);
  }
  // The outcome has only the resources that were stored again.
  const after = outcome.find(({ type, id }) => type === before.type && id === before.id) ?? before;
  return Judged.by(transaction, permitted, after);
}

// Checks a change against the declared rules. A unique index in the storage backs up `unique`: of two simultaneous
// writes one collides, and sees the other's value when it is retried. For `at most` the count is stable, because the
// resource that it belongs to is locked.

/**
 * @param locked the entities that the change is about, in their stored state
 * @throws RuleBrokenError with every rule that would be broken
 */
async function requireRules(allRows: AllRows, locked: Entities, change: ChangeSet): Promise<void> {
  const broken: BrokenRule[] = [];
  for (const type of resourceTypes)
    for (const rule of schema[type].rules) {
      const holds =
        rule.kind === 'unique'
          ? await isUnique(allRows, locked, change, { type, rule })
          : await isAtMost(allRows, change, { type, rule });
      if (!holds) broken.push({ type, rule });
    }
  if (broken.length > 0) throw new RuleBrokenError(broken);
}

interface Of<Declared> {
  readonly type: ResourceType;
  readonly rule: Declared;
}

async function isUnique(
  allRows: AllRows,
  locked: Entities,
  { added, revised }: ChangeSet,
  { type, rule: { attribute } }: Of<UniqueRule>,
): Promise<boolean> {
  const before = revised && locked[revised.type].get(revised.id)?.attributes[attribute];
  for (const entity of [added, revised]) {
    const value = entity?.type === type ? (entity.attributes[attribute] ?? null) : null;
    if (value === null || (entity === revised && value === before)) continue;
    const filter: Filter = { kind: 'compare', attribute, comparison: 'equal', operand: { kind: 'value', value } };
    if ((await allRows.count(type, filter)) > 0) return false;
  }
  return true;
}

async function isAtMost(
  allRows: AllRows,
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
    if (grows > 0 && grows + (target === NEW ? 0 : await allRows.count(item, filter)) > most) return false;
  }
  return true;
}
