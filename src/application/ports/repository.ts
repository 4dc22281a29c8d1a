import type { Entity } from '../../domain/entity.ts';
import type { Owned } from '../../domain/ownership.ts';
import type { Person, PersonAttributes } from '../../domain/person.ts';
import { perOwned, type Item, type ItemAttributes, type OwnedRelationship } from '../model/owned-resources.ts';

/**
 * Writes entities of one type inside a transaction. Identifiers are canonical; those that do not exist are skipped.
 * @example const [person] = await persons.lock(['1'])
 */
export interface Repository<Stored extends Entity, Draft> {
  /** Stores a new entity as version 1, under a new identifier, and locks it. */
  add(draft: Draft): Promise<Stored>;
  /** Locks the entities that exist, in the order of their identifiers, until the transaction ends. */
  lock(ids: readonly string[]): Promise<readonly Stored[]>;
  /** Stores locked entities as they are: attributes, owner and version. */
  save(entities: readonly Stored[]): Promise<void>;
  /** Removes locked entities. */
  remove(ids: readonly string[]): Promise<void>;
}

/** Writes items that persons own. */
export interface OwnedRepository<Stored extends Owned, Draft> extends Repository<Stored, Draft> {
  /** The items of these persons, ascending. Locks nothing; stable while the persons are locked. */
  ownedBy(personIds: readonly string[]): Promise<readonly string[]>;
  /** The owners of these items, each once. Locks nothing, so they may change. */
  ownersOf(ids: readonly string[]): Promise<readonly string[]>;
}

/** A new item; its owner must be locked. */
export type OwnedDraft<Attributes> = Attributes & Pick<Owned, 'ownerId'>;

export type PersonRepository = Repository<Person, PersonAttributes>;

/** By relationship. */
export type OwnedRepositories = {
  readonly [Relationship in OwnedRelationship]: OwnedRepositoryOf<Relationship>;
};

export type OwnedRepositoryOf<Relationship extends OwnedRelationship> = OwnedRepository<
  Item<Relationship>,
  OwnedDraft<ItemAttributes<Relationship>>
>;

/** Makes a repository for each relationship. */
export function ownedRepositories(
  make: <Relationship extends OwnedRelationship>(relationship: Relationship) => OwnedRepositoryOf<Relationship>,
): OwnedRepositories {
  const repositories: Readonly<Record<string, unknown>> = perOwned(make);
  return repositories as OwnedRepositories;
}
