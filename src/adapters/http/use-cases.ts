import type { Entity } from '../../domain/entity.ts';
import type { Position } from '../../application/model/position.ts';
import type { ResourceType } from '../../application/model/schema.ts';
import type { UnitOfWork } from '../../application/ports/unit-of-work.ts';
import type { FindResource } from '../../application/reading/find-resource.ts';
import type { FindResources } from '../../application/reading/find-resources.ts';
import type { Change, Create, Remove } from '../../application/writing.ts';
import type { SentValues } from './jsonapi/documents/read-resource.ts';

/** Everything that the routes call. */
export interface UseCases {
  /** @param since as of `UnitOfWork.since` */
  reading(since: Position | undefined): Reading;
  /** Opens the transaction that a write and its answer share; knows the epoch, and where the data is. */
  readonly unitOfWork: Pick<UnitOfWork, 'write' | 'epoch' | 'timeline' | 'position'>;
  readonly writes: Readonly<Record<ResourceType, ResourceWrites>>;
}

export interface Reading {
  readonly findResource: FindResource;
  readonly findResources: FindResources;
}

/**
 * The type of a method, whose parameters TypeScript does not compare strictly: so a use case can require the attributes of its own type where
 * `SentValues` are passed.
 */
type Loose<Write extends (...parameters: never) => unknown> = {
  write(...parameters: Parameters<Write>): ReturnType<Write>;
}['write'];

/** The writes of one resource type. */
export interface ResourceWrites {
  readonly create: Loose<Create<SentValues>>;
  readonly update: Loose<Change<Entity, SentValues>>;
  readonly remove: Remove<Entity>;
  /** By to-many relationship. */
  readonly toMany: Readonly<Record<string, ToManyWrites>>;
  /** By to-one relationship. */
  readonly toOne: Readonly<Record<string, ToOneWrites>>;
}

export interface ToManyWrites {
  readonly link: Change<Entity, readonly string[]>;
  readonly replace: Change<Entity, readonly string[]>;
  readonly unlink: Change<Entity, readonly string[]>;
  /** Creates a related resource. */
  readonly create: Loose<Change<Entity, SentValues>>;
}

export interface ToOneWrites {
  /** `null` unsets the relationship; undefined changes nothing. */
  readonly assign: Change<Entity, string | null | undefined>;
  /** Unsets the relationship if it leads to this one; `null`: wherever it leads. Undefined changes nothing. */
  readonly unassign: Change<Entity, string | null | undefined>;
  /** Changes the related resource, which must be the one that the values identify. */
  readonly update: Loose<Change<Entity, SentValues & { readonly id: string }>>;
  /** Deletes the related resource. */
  readonly remove: Remove<Entity>;
}
