// What a role learns from the feed of each type. A row of some types can be judged by what a change keeps of it; of the others the feed only tells to read the
// type again, because whether an actor sees a row can change without a change of it.
import { isManyToMany, relationshipNames, relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import { isComparison, type FilterOf } from '../model/filter-forms.ts';
import { matchesEverything, type Filter } from '../model/filter.ts';
import { grantOf, type RolePermissions } from '../model/permissions.ts';

/** Rules about the feed, as far as they do not depend on claims. */
export interface FeedRules {
  /** The readable types whose rows are judged by what a change keeps. */
  readonly alone: ReadonlySet<ResourceType>;
  /** For each type, what its changes say about other types, or about itself. */
  readonly triggers: Readonly<Partial<Record<ResourceType, readonly Trigger[]>>>;
}

/** A change of a type after which another type is to be read again. */
export interface Trigger {
  readonly refetch: ResourceType;
  /** True if every change counts; else only those of the members below. */
  readonly byAny: boolean;
  /** True if creations and deletions count. */
  readonly byExistence: boolean;
  /** Attributes, to-one relationships, and many-to-many relationships that the type declares. */
  readonly by: ReadonlySet<string>;
}
