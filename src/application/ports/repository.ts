import type { Draft, Entity } from '#domain/entity';
import type { Link } from '#domain/relationships';
import type { ResourceType } from '#domain/schema';

/** One for each type. */
export type Repositories = Readonly<Record<ResourceType, Repository>>;

/** Identifiers of linked resources, by to-many relationship. */
export type Members = Readonly<Record<string, readonly string[]>>;

/**
 * Writes entities of one type inside a transaction. Identifiers are canonical; those that do not exist are skipped. Calls
 * take effect in the order in which they are made, whether or not the caller waits for each. If `save` or `remove` fails, a
 * later call may throw the error, or the end of the transaction, which then stores nothing.
 * @example const [person] = await repositories.person.lock(['1'])
 */
export interface Repository {
  /**
   * Stores a new entity as version 1, under a new identifier, and locks it. The entities it refers to must be locked.
   * @returns the entity with its stamps; those that were `null` are set to the time of the transaction, by the storage's clock
   */
  add(draft: Draft): Promise<Entity>;
  /**
   * Locks the entities that exist, in the order of their identifiers, until the transaction ends.
   * @param members identifiers, by to-many relationship: the entities that these are linked to are locked as well. Nothing locks the
   * members, so they may have moved.
   * @example await repositories.person.lock(['1'], { computers: ['7'] }) // person 1, and the owner of computer 7
   */
  lock(ids: readonly string[], members?: Members): Promise<readonly Entity[]>;
  /**
   * Stores locked entities as they are: attributes, targets and version.
   * @returns the entities with their stamps; those that were `null` are set to the time of the transaction, or to the stored time if that is later
   */
  save(entities: readonly Entity[]): Promise<readonly Entity[]>;
  /** Removes locked entities. */
  remove(ids: readonly string[]): Promise<void>;
  /**
   * The entities linked to one of the targets by a to-one relationship, ascending. Locks nothing; the result is stable
   * while the targets are locked.
   * @param targetIds identifiers of the related type
   */
  referringTo(relationship: string, targetIds: readonly string[]): Promise<readonly string[]>;
  /** The targets of a to-one relationship of these entities, each once. Locks nothing, so they may change. */
  targetsOf(relationship: string, ids: readonly string[]): Promise<readonly string[]>;
  /**
   * The links of these entities in a many-to-many relationship, from either side, ascending. Takes no lock. The result is stable while the
   * entities are locked.
   * @param others the only entities at the other end whose links count; by default all do
   */
  linksOf(relationship: string, ids: readonly string[], others?: readonly string[]): Promise<readonly Link[]>;
  /** Adds and removes links of a many-to-many relationship that this type declares. Both ends must be locked. */
  relink(relationship: string, change: LinkChange): Promise<void>;
}

export interface LinkChange {
  /** Links that do not exist yet. */
  readonly added: readonly Link[];
  readonly removed: readonly Link[];
}
