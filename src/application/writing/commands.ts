// A write is a function of an open transaction, so its caller can do more in it, such as read and render the result.
import type { Entity } from '#domain/entity';
import type { AnyLinkage, Attributes, AttributesOf, LinkageOf, ResourceType } from '#domain/schema';
import { requireRow, type JudgedRow } from '../access/judge-rows.ts';
import type { Action } from '../model/permissions.ts';
import type { ResourceIdentifier, ResourceRecord } from '../model/query.ts';
import type { WriteTransaction } from './write-transaction.ts';

/** A resource to create. Omitted attributes get their default or are unset; omitted relationships are empty. */
export interface Creation {
  readonly attributes: Attributes;
  readonly linkage: AnyLinkage;
}

/** Changes to make. Omitted attributes and relationships stay as they are. */
export interface Changes {
  readonly attributes: Readonly<Record<string, Attributes[string] | undefined>>;
  readonly linkage: AnyLinkage;
}

/** Changes of a resource that the caller identifies. */
export interface IdentifiedChanges extends Changes {
  readonly id: string;
}

/** A `Creation` with the exact types of one resource type. */
export interface NewResource<Type extends ResourceType> {
  readonly attributes: AttributesOf<Type>;
  readonly linkage: LinkageOf<Type>;
}

/** `Changes` with the exact types of one resource type. */
export interface ChangesOf<Type extends ResourceType> {
  readonly attributes: Partial<AttributesOf<Type>>;
  readonly linkage: LinkageOf<Type>;
}

/** Creates a resource; returns it with all attributes and linkage. */
export type Create<Sent = Creation> = (
  transaction: WriteTransaction,
  sent: Sent,
  guard?: Guard,
) => Promise<ResourceRecord>;

/** Creates a resource related to the one with this identifier; returns it like `Create`. */
export type CreateRelated<Sent = Creation> = (
  transaction: WriteTransaction,
  id: string,
  sent: Sent,
  guard?: Guard,
) => Promise<ResourceRecord>;

/** Changes the target: the resource with this identifier, or the one it is related to. Returns the resource for the response. */
export type Relink<Sent> = (
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
export type Update<Sent = Changes> = (
  transaction: WriteTransaction,
  id: string,
  sent: Sent,
  guard?: Guard,
  shown?: readonly string[],
) => Promise<ResourceRecord>;

/** Deletes the target. */
export type Remove = (transaction: WriteTransaction, id: string, guard?: Guard) => Promise<void>;

/** The writes of a type. */
export interface ResourceWrites {
  readonly create: Create;
  readonly update: Update;
  readonly remove: Remove;
  /** By the name of the relationship. */
  readonly toMany: Readonly<Record<string, ToManyWrites>>;
  readonly toOne: Readonly<Record<string, ToOneWrites>>;
}

export interface ToManyWrites {
  readonly link: Relink<readonly string[]>;
  readonly replace: Relink<readonly string[]>;
  readonly unlink: Relink<readonly string[]>;
  readonly create: CreateRelated;
}

export interface ToOneWrites {
  /** `null` unsets the relationship; undefined changes nothing. */
  readonly assign: Relink<string | null | undefined>;
  /** Unsets the relationship if this is its target; `null` unsets it in any case, undefined never. */
  readonly unassign: Relink<string | null | undefined>;
  readonly update: Update<IdentifiedChanges>;
  readonly remove: Remove;
}

/** The same writes, with the guard required. */
export type Guarded<Writes> = {
  readonly [Name in keyof Writes]: Writes[Name] extends (...given: infer Given) => infer Result
    ? (...given: Required<Given>) => Result
    : Guarded<Writes[Name]>;
};

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
   * @param action the action that the write takes on its target
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
