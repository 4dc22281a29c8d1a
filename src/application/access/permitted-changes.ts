// What a change needs the permission for.
import type { Entity } from '#domain/entity';
import { NEW, type ChangeSet, type Entities, type Move } from '#domain/relationships';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { ForbiddenError, type ForbiddenRow } from '../model/errors.ts';
import { grantOf, type Action } from '../model/permissions.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import { findMatching, type JudgedRow, type Locked, type WriteContext } from './judge-rows.ts';

/** An action on a resource, or on a field of it; the one that is created is `NEW`. */
interface Needed extends ResourceIdentifier {
  readonly action: Action;
  readonly field?: string;
  /** The resource whose link changes, where this one is at an end of it. */
  readonly moved?: ResourceIdentifier;
}

/** Proof that an actor may make a change. Repositories require one, so forgetting to ask does not compile. */
export class Permitted<Change extends ChangeSet = ChangeSet> {
  readonly #change: Change;
  readonly #needed: readonly Needed[];

  private constructor(change: Change, needed: readonly Needed[]) {
    this.#change = change;
    this.#needed = needed;
  }

  get change(): Change {
    return this.#change;
  }

  /**
   * Judges a change before it is stored.
   * @param judged the target, whose stored row `Accepted` has judged
   * @throws ForbiddenError for the first thing that is not allowed
   */
  static async by<Change extends ChangeSet>(
    context: WriteContext,
    change: Change,
    locked: Locked,
    judged?: JudgedRow,
  ): Promise<Permitted<Change>> {
    const needed = neededFor(change, locked.stored);
    for (const { action, type, field } of needed) {
      const grant = grantOf(context.permissions, action, type);
      if (grant === undefined) throw new ForbiddenError(action, type);
      if (field !== undefined && !grant.fields.has(field)) throw new ForbiddenError(action, type, { field });
    }
    if (change.removed === undefined) requireSeen(change.moves ?? [], locked.visible);
    const isJudged = ({ type, id, action }: Needed): boolean =>
      type === judged?.type && id === judged.id && action === judged.action;
    const stored = needed.filter((each) => each.id !== NEW && !isJudged(each));
    await requireRows(context, stored, 'stored');
    return new Permitted(change, needed);
  }

  /**
   * Judges what has become of the resources.
   * @param added the identifier of the resource that was created, if one was
   * @param result what the write answers with, unless that is gone
   * @throws ForbiddenError for the first thing that must not be left like this
   */
  async requireOutcome(context: WriteContext, added: string, result: ResourceIdentifier): Promise<void> {
    if (this.#change.removed !== undefined || this.#needed.length === 0) return;
    const left = this.#needed.map((each) => ({ ...each, id: each.id === NEW ? added : each.id }));
    const read = { action: 'read', type: result.type, id: result.id } as const;
    await requireRows(context, [...left, read], 'outcome');
  }
}

function neededFor({ added, revised, removed, moves = [] }: ChangeSet, stored: Entities): readonly Needed[] {
  // Links end with the resource that is deleted.
  if (removed !== undefined) return [{ action: 'delete', type: removed.type, id: removed.id }];
  const needed: Needed[] = [];
  if (added !== undefined) {
    const { type, attributes } = added;
    const create = { action: 'create', type, id: NEW } as const;
    const set = Object.keys(attributes).filter((name) => attributes[name] !== null);
    needed.push(create, ...set.map((field) => ({ ...create, field })));
  }
  if (revised !== undefined) {
    const { type, id } = revised;
    const changed = changedAttributes(revised, stored[type].get(id));
    needed.push(...changed.map((field) => ({ action: 'update', type, id, field }) as const));
  }
  return [...needed, ...moves.flatMap(endsOf)];
}

function changedAttributes({ attributes }: Entity, before: Entity | undefined): readonly string[] {
  return Object.keys(attributes).filter((name) => attributes[name] !== before?.attributes[name]);
}

/** The linkage that changes with a move: its own, and that of the resources which it leaves and joins. */
function endsOf({ type, id, relationship, from, to }: Move): readonly Needed[] {
  const { to: target, inverse } = relationshipOf(type, relationship);
  const change = (of: ResourceType, at: string, field: string): Needed => ({
    action: at === NEW ? 'create' : 'update',
    type: of,
    id: at,
    field,
  });
  const moved = { type, id };
  const others = [from, to].flatMap((each) => (each === null ? [] : [{ ...change(target, each, inverse), moved }]));
  return [change(type, id, relationship), ...others];
}

/** @throws ForbiddenError if something leaves a resource that the actor does not see */
function requireSeen(moves: readonly Move[], visible: Entities): void {
  for (const { type, id, relationship, from } of moves)
    if (from !== null && !visible[relationshipOf(type, relationship).to].has(from))
      throw new ForbiddenError('update', type, { field: relationship, id, is: 'held' });
}

/** @throws ForbiddenError for the first resource on which the actor may not do this */
async function requireRows(context: WriteContext, needed: readonly Needed[], is: ForbiddenRow['is']): Promise<void> {
  const groups = Map.groupBy(needed, ({ action, type }) => `${action} ${type}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { action, type } = first;
    const ids = [...new Set(group.map(({ id }) => id))];
    const allowed = await findMatching(context, type, ids, grantOf(context.permissions, action, type)?.where);
    const refused = group.find(({ id }) => !allowed.has(id));
    if (refused !== undefined) throw new ForbiddenError(action, type, { id: refused.id, is, moved: refused.moved });
  }
}
