// Derives the permissions that a change needs, and checks them before and after it is stored.
import type { Entity } from '#domain/entity';
import { NEW, type ChangeSet, type Entities, type Move } from '#domain/relationships';
import { relationshipOf, schema, type ResourceType } from '#domain/schema';
import { ForbiddenError, type ForbiddenRow } from '../model/errors.ts';
import { nothing } from '../model/filter.ts';
import { grantOf, type Action } from '../model/permissions.ts';
import type { Parent, ResourceIdentifier } from '../model/query.ts';
import { findMatching, type JudgedRow, type Locked, type WriteContext } from './judge-rows.ts';

/** An action on a resource or on one of its fields. The resource being created has the id `NEW`. */
interface Needed extends ResourceIdentifier {
  readonly action: Action;
  readonly field?: string;
  /** The relationship whose change needs it. */
  readonly through?: Parent;
  /** The resource whose relationship changes, if this resource is its old or new target. */
  readonly moved?: ResourceIdentifier;
}

/** Proof that an actor may make a change. Repositories require it, so an unchecked change does not compile. */
export class Permitted {
  readonly change: ChangeSet;
  readonly #needed: readonly Needed[];

  private constructor(change: ChangeSet, needed: readonly Needed[]) {
    this.change = change;
    this.#needed = needed;
  }

  /**
   * Judges a change before it is stored.
   * @param judged the target, if `Accepted` has judged its stored row
   * @throws ForbiddenError for the first action that is not allowed
   */
  static async by(context: WriteContext, change: ChangeSet, locked: Locked, judged?: JudgedRow): Promise<Permitted> {
    const needed = neededFor(change, locked.stored);
    for (const { action, type, field, through } of needed) {
      const grant = grantOf(context.permissions, action, type);
      if (grant === undefined) throw new ForbiddenError(action, type, { through });
      if (field !== undefined && !grant.fields.has(field)) throw new ForbiddenError(action, type, { field, through });
    }
    if (change.removed === undefined) requireSeen(change.moves ?? [], locked.visible);
    const isJudged = ({ type, id, action }: Needed): boolean =>
      type === judged?.type && id === judged.id && action === judged.action;
    const stored = needed.filter((each) => each.id !== NEW && !isJudged(each));
    await requireRows(context, stored, 'stored');
    return new Permitted(change, needed);
  }

  /** The actions that must also be allowed once the change is stored. A new resource is then identified by `id`. */
  neededAfter(id: string): readonly Needed[] {
    const needed = this.change.removed === undefined ? this.#needed : [];
    return needed.map((each) => (each.id === NEW ? { ...each, id } : each));
  }
}

/** A stored resource whose new state has been judged. `storedRecord` takes no other kind. */
export class Judged {
  readonly #entity: Entity;

  private constructor(entity: Entity) {
    this.#entity = entity;
  }

  /** @throws ForbiddenError for the first resource whose new state is not allowed */
  static async by(context: WriteContext, permitted: Permitted, stored: Entity): Promise<Judged> {
    const { type, id } = stored;
    const needed = permitted.neededAfter(id);
    if (needed.length > 0) await requireRows(context, [...needed, { action: 'read', type, id }], 'outcome');
    return new Judged(stored);
  }

  get entity(): Entity {
    return this.#entity;
  }
}

function neededFor({ added, filled, revised, removed, moves = [] }: ChangeSet, stored: Entities): readonly Needed[] {
  // Deleting a resource needs no permission for the links that end with it.
  if (removed !== undefined) return removed.map(({ type, id }) => ({ action: 'delete', type, id }));
  const needed: Needed[] = [];
  if (added !== undefined) {
    const { type, attributes } = added;
    const create = { action: 'create', type, id: NEW } as const;
    const set = Object.keys(attributes).filter((name) => attributes[name] !== null && filled?.has(name) !== true);
    needed.push(create, ...set.map((field) => ({ ...create, field })));
  }
  if (revised !== undefined) {
    const { type, id } = revised;
    const changed = changedAttributes(revised, stored[type].get(id));
    needed.push(...changed.map((field) => ({ action: 'update', type, id, field }) as const));
  }
  const isFilled = ({ id, relationship }: Move): boolean => id === NEW && filled?.has(relationship) === true;
  return [...needed, ...moves.filter((move) => !isFilled(move)).flatMap(endsOf)];
}

function changedAttributes({ type, attributes }: Entity, before: Entity | undefined): readonly string[] {
  return Object.keys(attributes).filter(
    (name) => attributes[name] !== before?.attributes[name] && schema[type].attributes[name]?.stamped === undefined,
  );
}

/** The permissions that a move needs: for the relationship, and for its inverse at the old and the new target. */
function endsOf({ type, id, relationship, from, to }: Move): readonly Needed[] {
  const { to: target, inverse } = relationshipOf(type, relationship);
  const change = (of: ResourceType, at: string, field: string): Needed => ({
    action: at === NEW ? 'create' : 'update',
    type: of,
    id: at,
    field,
    through: { type, id, relationship },
  });
  const moved = { type, id };
  const others = [from, to].flatMap((each) => (each === null ? [] : [{ ...change(target, each, inverse), moved }]));
  return [change(type, id, relationship), ...others];
}

/** @throws ForbiddenError if a resource moves away from one that the actor does not see */
function requireSeen(moves: readonly Move[], visible: Entities): void {
  for (const { type, id, relationship, from } of moves)
    if (from !== null && !visible[relationshipOf(type, relationship).to].has(from))
      throw new ForbiddenError('update', type, {
        field: relationship,
        through: { type, id, relationship },
        id,
        is: 'hidden owner',
      });
}

/** @throws ForbiddenError for the first resource on which the action is not allowed */
async function requireRows(context: WriteContext, needed: readonly Needed[], is: ForbiddenRow['is']): Promise<void> {
  const groups = Map.groupBy(needed, ({ action, type }) => `${action} ${type}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { action, type } = first;
    const ids = [...new Set(group.map(({ id }) => id))];
    const allowed = await findMatching(context, type, ids, grantOf(context.permissions, action, type)?.rows ?? nothing);
    const refused = group.find(({ id }) => !allowed.has(id));
    if (refused === undefined) continue;
    const { id, through, moved } = refused;
    throw new ForbiddenError(action, type, { id, is, through, moved });
  }
}
