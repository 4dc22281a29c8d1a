// A write is a function of an open transaction, so its caller can do more in it, such as read and render the result.
import type { Entity } from '#domain/entity';
import type { AttributesOf, LinkageOf, ResourceType, TargetOf, ToManyOf, ToOneOf } from '#domain/schema';
import { requireRow, type JudgedRow } from '../access/judge-rows.ts';
import type { Action } from '../model/permissions.ts';
import type { ResourceIdentifier, ResourceRecord } from '../model/query.ts';
import type { WriteTransaction } from './write-transaction.ts';

/** A resource to create. Omitted relationships are empty. */
export interface NewResource<Type extends ResourceType> {
  readonly attributes: AttributesOf<Type>;
  readonly linkage: LinkageOf<Type>;
}

/** Changes to make. Omitted attributes and relationships stay as they are. */
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
  transaction: WriteTransaction,
  sent: NewResource<Type>,
  guard?: Guard,
) => Promise<ResourceRecord>;

/** Creates a resource related to the one with this identifier; returns it like `Create`. */
export type CreateRelated<Type extends ResourceType> = (
  transaction: WriteTransaction,
  id: string,
  sent: NewResource<Type>,
  guard?: Guard,
) => Promise<ResourceRecord>;

/** Changes the target: the resource with this identifier, or the one it is related to. Returns the resource to answer with. */
export type Change<Sent> = (
  transaction: WriteTransaction,
  id: string,
  sent: Sent,
  guard?: Guard,
) => Promise<ResourceIdentifier>;

/**
 * Changes attributes and relationships of the target.
 * @param shown to-many relationships whose linkage to return; none by default
 * @returns the resource with all attributes and the known linkage
 */
export type Update<Sent> = (
  transaction: WriteTransaction,
  id: string,
  sent: Sent,
  guard?: Guard,
  shown?: readonly string[],
) => Promise<ResourceRecord>;

/** Deletes the target. */
export type Remove = (transaction: WriteTransaction, id: string, guard?: Guard) => Promise<void>;

/** The writes of every type. Leaving out a relationship does not compile. */
export type Writes = { readonly [Type in ResourceType]: ResourceWrites<Type> };

export interface ResourceWrites<Type extends ResourceType> {
  readonly create: Create<Type>;
  readonly update: Update<Changes<Type>>;
  readonly remove: Remove;
  readonly toMany: { readonly [Name in ToManyOf<Type>]: ToManyWrites<TargetOf<Type, Name>> };
  readonly toOne: { readonly [Name in ToOneOf<Type>]: ToOneWrites<TargetOf<Type, Name>> };
}

/** @param Target the related type */
export interface ToManyWrites<Target extends ResourceType> {
  readonly link: Change<readonly string[]>;
  readonly replace: Change<readonly string[]>;
  readonly unlink: Change<readonly string[]>;
  readonly create: CreateRelated<Target>;
}

export interface ToOneWrites<Target extends ResourceType> {
  /** `null` unsets the relationship; undefined changes nothing. */
  readonly assign: Change<string | null | undefined>;
  /** Unsets the relationship if this is its target; `null` unsets it in any case, undefined never. */
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
 * A caller's precondition. A write calls it with its locked target before it checks that linked resources exist.
 * @param target undefined for a write that adds to all resources of a type
 * @throws the error that the write should fail with
 */
export type Guard = (target: Entity | undefined) => void;

/** Accepts any target. */
export const unguarded: Guard = () => undefined;

/**
 * Proof that the policy and the caller's guard both accepted the target. `store` requires it, so skipping either check does not
 * compile.
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

  /** The target as judged in its stored state. */
  get judged(): JudgedRow | undefined {
    return this.#target && { type: this.#target.type, id: this.#target.id, action: this.#action };
  }

  /**
   * @param action what the write does to its target
   * @throws ForbiddenError if the actor may not do this to the target in its stored state
   * @throws the guard's error
   */
  static async by<Target extends Entity | undefined>(
    transaction: WriteTransaction,
    guard: Guard,
    target: Target,
    action: Action,
  ): Promise<Accepted<Target>> {
    if (target !== undefined) await requireRow(transaction, action, target);
    guard(target);
    return new Accepted(target, action);
  }
}
