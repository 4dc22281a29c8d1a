import type { Entity } from '../../domain/entity.ts';
import type { ResourceIdentifier } from '../../application/model/query.ts';
import type { ResourceType } from '../../application/model/schema.ts';
import type { Transaction, UnitOfWork } from '../../application/ports/unit-of-work.ts';
import type { FindRelated } from '../../application/reading/find-related.ts';
import type { FindResource } from '../../application/reading/find-resource.ts';
import type { FindResources } from '../../application/reading/find-resources.ts';
import type { StreamResources } from '../../application/reading/stream-resources.ts';
import type { Guard } from '../../application/writing.ts';

/** Everything that the routes call. */
export interface UseCases {
  readonly findResource: FindResource;
  readonly findRelated: FindRelated;
  readonly findResources: FindResources;
  readonly streamResources: StreamResources;
  /** Opens the transaction that a write and its answer share. */
  readonly unitOfWork: Pick<UnitOfWork, 'write'>;
  readonly writes: Readonly<Record<ResourceType, ResourceWrites>>;
}

/**
 * The attributes and relationships that were sent, checked against the description of their type, by the domain's names. The writes below are
 * declared as methods, whose parameters TypeScript does not compare strictly: so a use case can require the attributes of its own type.
 */
export interface Values {
  readonly attributes: Readonly<Record<string, string | null | undefined>>;
  readonly linkage: Readonly<Record<string, RelatedIds | undefined>>;
}

/** Identifiers, each once; of a to-one relationship one, or `null` for none. */
export type RelatedIds = readonly string[] | string | null;

/** The writes of one resource type. Each runs in the caller's transaction, and calls the guard with the resource that it has locked. */
export interface ResourceWrites {
  readonly create: { within(transaction: Transaction, sent: Values): Promise<ResourceIdentifier> };
  readonly update: {
    within(transaction: Transaction, id: string, sent: Values, guard?: Guard<Entity>): Promise<ResourceIdentifier>;
  };
  readonly remove: { within(transaction: Transaction, id: string, guard?: Guard<Entity>): Promise<void> };
  /** By to-many relationship. */
  readonly toMany: Readonly<Record<string, ToManyWrites>>;
  /** By to-one relationship. */
  readonly toOne: Readonly<Record<string, ToOneWrites>>;
}

export interface ToManyWrites {
  readonly link: LinkageWrite<readonly string[]>;
  readonly replace: LinkageWrite<readonly string[]>;
  readonly unlink: LinkageWrite<readonly string[]>;
  /** Creates a related resource. */
  readonly create: {
    within(transaction: Transaction, id: string, sent: Values, guard?: Guard<Entity>): Promise<ResourceIdentifier>;
  };
}

export interface ToOneWrites {
  /** `null` unsets the relationship; undefined changes nothing. */
  readonly assign: LinkageWrite<string | null | undefined>;
  /** Unsets the relationship if it leads to this one; `null`: wherever it leads. Undefined changes nothing. */
  readonly unassign: LinkageWrite<string | null | undefined>;
  /** Changes the related resource, which must be the one with `relatedId`. */
  readonly update: {
    within(
      transaction: Transaction,
      id: string,
      relatedId: string,
      sent: Values,
      guard?: Guard<Entity>,
    ): Promise<ResourceIdentifier>;
  };
  /** Deletes the related resource. */
  readonly remove: { within(transaction: Transaction, id: string, guard?: Guard<Entity>): Promise<void> };
}

/** Changes a relationship of a resource. */
export interface LinkageWrite<Related> {
  within(transaction: Transaction, id: string, related: Related, guard?: Guard<Entity>): Promise<ResourceIdentifier>;
}
