// A write is a function of an open transaction: its caller can do more in it, such as read and render the result.
import type { Entity } from '#domain/entity';
import type { AttributesOf, LinkageOf, ResourceType, TargetOf, ToManyOf, ToOneOf } from '#domain/schema';
import { requireRow, type JudgedRow } from '../access/judge-rows.ts';
import type { Action } from '../model/permissions.ts';
import type { ResourceIdentifier, ResourceRecord } from '../model/query.ts';
import type { Attempt } from './attempts.ts';

/** A resource to create. Relationships left out lead nowhere. */
export interface NewResource<Type extends ResourceType> {
  readonly attributes: AttributesOf<Type>;
  readonly linkage: LinkageOf<Type>;
}

/** Whatever is left out stays. */
export interface Changes<Type extends ResourceType> {
  readonly attributes: Partial<AttributesOf<Type>>;
  readonly linkage: LinkageOf<Type>;
}

/** Changes of a resource that the caller identifies. */
export interface IdentifiedChanges<Type extends ResourceType> extends Changes<Type> {
  readonly id: string;
}

/** Creates a resource; returns it with all attributes and linkage. */
export type Create<Type extends ResourceType> = (
  attempt: Attempt,
  sent: NewResource<Type>,
  guard?: Guard,
) => Promise<ResourceRecord>;

/** Creates a resource to which the one that an identifier names is related; returns it like `Create`. */
export type CreateRelated<Type extends ResourceType> = (
  attempt: Attempt,
  id: string,
  sent: NewResource<Type>,
  guard?: Guard,
) => Promise<ResourceRecord>;

/** Changes the target that an identifier leads to; returns the resource to answer with. */
export type Change<Sent> = (attempt: Attempt, id: string, sent: Sent, guard?: Guard) => Promise<ResourceIdentifier>;

/**
 * Changes attributes and relationships of the target that an identifier leads to.
 * @param shown to-many relationships whose linkage to return; none by default
 * @returns the resource with all attributes, and the linkage that is known
 */
export type Update<Sent> = (
  attempt: Attempt,
  id: string,
  sent: Sent,
  guard?: Guard,
  shown?: readonly string[],
) => Promise<ResourceRecord>;

/** Deletes the target that an identifier leads to. */
export type Remove = (attempt: Attempt, id: string, guard?: Guard) => Promise<void>;

/** The writes of every type. One of a relationship that is missing does not compile. */
export type Writes = { readonly [Type in ResourceType]: ResourceWrites<Type> };

export interface ResourceWrites<Type extends ResourceType> {
  readonly create: Create<Type>;
  readonly update: Update<Changes<Type>>;
  readonly remove: Remove;
  readonly toMany: { readonly [Name in ToManyOf<Type>]: ToManyWrites<TargetOf<Type, Name>> };
  readonly toOne: { readonly [Name in ToOneOf<Type>]: ToOneWrites<TargetOf<Type, Name>> };
}

/** @param Target the type that the relationship leads to */
export interface ToManyWrites<Target extends ResourceType> {
  readonly link: Change<readonly string[]>;
  readonly replace: Change<readonly string[]>;
  readonly unlink: Change<readonly string[]>;
  readonly create: CreateRelated<Target>;
}

export interface ToOneWrites<Target extends ResourceType> {
  /** `null` unsets the relationship; undefined changes nothing. */
  readonly assign: Change<string | null | undefined>;
  /** Unsets the relationship if it leads to this one; `null`: wherever it leads. Undefined changes nothing. */
  readonly unassign: Change<string | null | undefined>;
  readonly update: Update<IdentifiedChanges<Target>>;
  readonly remove: Remove;
}

/** The writes of a type that is known only at run time. Callers have to pass a guard. */
export interface AnyWrites extends Guarded<Pick<ResourceWrites<ResourceType>, 'create' | 'update' | 'remove'>> {
  readonly toMany: Readonly<Record<string, Guarded<ToManyWrites<ResourceType>>>>;
  readonly toOne: Readonly<Record<string, Guarded<ToOneWrites<ResourceType>>>>;
}

type Guarded<Writes> = {
  readonly [Name in keyof Writes]: Writes[Name] extends (...given: infer Given) => infer Result
    ? (...given: Required<Given>) => Result
    : never;
};

/** The writes of a type. The cast is safe because their input was parsed by the description of the same type. */
export function writesOf(writes: Writes, type: ResourceType): AnyWrites {
  return writes[type] as AnyWrites;
}

/**
 * A precondition of the caller. A write calls it with its locked target, before it checks that linked resources exist.
 * @param target undefined for a write that adds to all resources of a type
 * @throws the error that the write should fail with
 */
export type Guard = (target: Entity | undefined) => void;

/** Accepts any target. */
export const unguarded: Guard = () => undefined;

/**
 * Proof that the actor may change a write's target, as far as that is said of resources, and that a guard has accepted it. `store` requires one, so
 * forgetting either does not compile.
 */
export class Accepted<Target extends Entity | undefined = Entity | undefined> {
  readonly #target: Target;
  readonly #action: Action;

  private constructor(target: Target, action: Action) {
    this.#target = target;
    this.#action = action;
  }

  get target(): Target {
    return this.#target;
  }

  /** What the actor may do to the target as it is stored. */
  get judged(): JudgedRow | undefined {
    return this.#target && { type: this.#target.type, id: this.#target.id, action: this.#action };
  }

  /**
   * @param action what the write does to its target
   * @throws ForbiddenError if the actor may not do this to the target as it is stored
   * @throws whatever the guard throws
   */
  static async by<Target extends Entity | undefined>(
    attempt: Attempt,
    guard: Guard,
    target: Target,
    action: Action,
  ): Promise<Accepted<Target>> {
    if (target !== undefined) await requireRow(attempt, action, target);
    guard(target);
    return new Accepted(target, action);
  }
}
