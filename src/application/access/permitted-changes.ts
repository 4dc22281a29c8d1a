// What a change needs the permission for.
import type { Entity } from '#domain/entity';
import { NEW, type ChangeSet, type Entities, type Move } from '#domain/relationships';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { ForbiddenError } from '../model/errors.ts';
import { grantOf, type Action, type Permissions } from '../model/permissions.ts';

/** An action on resources of a type, or on a field of them. */
interface Needed {
  readonly action: Action;
  readonly type: ResourceType;
  readonly field?: string;
}

/** Proof that an actor may make a change. Repositories require one, so forgetting to ask does not compile. */
export class Permitted<Change extends ChangeSet = ChangeSet> {
  readonly #change: Change;

  private constructor(change: Change) {
    this.#change = change;
  }

  get change(): Change {
    return this.#change;
  }

  /**
   * @param locked everything that changes, as stored now
   * @throws ForbiddenError for the first thing that is not allowed
   */
  static by<Change extends ChangeSet>(permissions: Permissions, change: Change, locked: Entities): Permitted<Change> {
    for (const { action, type, field } of neededFor(change, locked)) {
      const grant = grantOf(permissions, action, type);
      if (grant === undefined) throw new ForbiddenError(action, type);
      if (field !== undefined && !grant.fields.has(field)) throw new ForbiddenError(action, type, field);
    }
    return new Permitted(change);
  }
}

function neededFor({ added, revised, removed, moves = [] }: ChangeSet, locked: Entities): readonly Needed[] {
  // Links end with the resource that is deleted.
  if (removed !== undefined) return [{ action: 'delete', type: removed.type }];
  const needed: Needed[] = [];
  if (added !== undefined) {
    const { type, attributes } = added;
    const set = Object.keys(attributes).filter((name) => attributes[name] !== null);
    needed.push({ action: 'create', type }, ...set.map((field) => ({ action: 'create', type, field }) as const));
  }
  if (revised !== undefined) {
    const { type } = revised;
    const changed = changedAttributes(revised, locked[type].get(revised.id));
    needed.push(...changed.map((field) => ({ action: 'update', type, field }) as const));
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
    field,
  });
  const others = [from, to].flatMap((each) => (each === null ? [] : [change(target, each, inverse)]));
  return [change(type, id, relationship), ...others];
}
