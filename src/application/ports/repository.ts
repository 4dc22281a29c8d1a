import type { Entity } from '../../domain/entity.ts';
import type { Owned } from '../../domain/ownership.ts';
import type { Person, PersonAttributes } from '../../domain/person.ts';
import { perOwned, type Item, type ItemAttributes, type OwnedRelationship } from '../model/owned-resources.ts';

/** The entities of one type, for writing. Lives inside one transaction. Identifiers are canonical; one that nothing has is passed over. */
export interface Repository<Stored extends Entity, Draft> {
  /** Stores a new entity, under a new identifier and as version 1. It is locked then. */
  add(draft: Draft): Promise<Stored>;
  /** Those that exist, in the order of their identifiers, in which they are locked: nobody else changes them until the transaction ends. */
  lock(ids: readonly string[]): Promise<readonly Stored[]>;
  /** Stores changed entities, which must be locked, as they are: attributes, owner and version. */
  save(entities: readonly Stored[]): Promise<void>;
  /** Removes entities, which must be locked. */
  remove(ids: readonly string[]): Promise<void>;
}

/** What has an owner, for writing. */
export interface OwnedRepository<Item extends Owned, Draft> extends Repository<Item, Draft> {
  /** What persons own at present, ascending. Nothing is locked; it stays so while the persons are. */
  ownedBy(personIds: readonly string[]): Promise<readonly string[]>;
  /** Who owns these at present, each once. Nothing is locked, so it may not stay so. */
  ownersOf(ids: readonly string[]): Promise<readonly string[]>;
}

/** The owner must be locked. */
export type OwnedDraft<Attributes> = Attributes & Pick<Owned, 'ownerId'>;

export type PersonRepository = Repository<Person, PersonAttributes>;

/** Of what persons own, by the relationship that leads to it. */
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
