import type { Filter } from './filter.ts';
import type { ResourceType } from '#domain/schema';
import type { Bounds, Page, Parent, ListPosition, ResourceRecord, Selection, SortKey, PageInfo } from './query.ts';

/** The members of each type to show, the same throughout a document, and the related resources to include. */
export interface View {
  readonly selections: Readonly<Record<ResourceType, Selection>>;
  /** Include paths in the order of the request; undefined if there are none. The linkage of each relationship on a path is selected. */
  readonly include: readonly (readonly string[])[] | undefined;
  /** The bounds of the primary resource if they differ from those of its type, which only happens on relationship routes. */
  readonly primaryBounds?: Bounds | undefined;
  /** True if included resources must not repeat primary ones. */
  readonly omitsPrimary?: boolean | undefined;
}

export interface ListRequest {
  readonly type: ResourceType;
  readonly filter: Filter;
  readonly sort: readonly SortKey[];
  /** Undefined: all matches. */
  readonly page: Page | undefined;
  /** True to count the matches over all pages. */
  readonly total: boolean;
  readonly view: View;
}

export interface ViewedResource {
  /** With its version. */
  readonly record: ResourceRecord;
  /** Each once, in the order of first occurrence; undefined if the view includes none. */
  readonly included: readonly ResourceRecord[] | undefined;
}

export interface ViewedList {
  readonly records: readonly ResourceRecord[];
  /** Matches over all pages; undefined if not requested. */
  readonly total: number | undefined;
  readonly included: readonly ResourceRecord[] | undefined;
  /** Present if the list is a cursor page. */
  readonly pageInfo?: PageInfo;
}

/** A result. Short ones are read as a whole, long ones in parts while they are sent. */
export type Viewed<Whole> = ViewedWhole<Whole> | ViewedInParts;

export interface ViewedWhole<Whole> {
  readonly kind: 'whole';
  readonly whole: Whole;
}

export interface ViewedInParts {
  readonly kind: 'parts';
  /** All primary resources, then all included ones, then the end. Nothing is read before the first part is requested. */
  readonly parts: AsyncIterable<Part>;
}

export type Part = RecordsPart | LinkagePart | EndPart;

/** Some resources. One that omits linkage comes in a part of its own, and its linkage follows. */
export interface RecordsPart {
  readonly kind: 'records';
  readonly place: 'data' | 'included';
  readonly records: readonly ResourceRecord[];
  /** The position of each, on a cursor page. */
  readonly positions?: readonly ListPosition[] | undefined;
}

/** Part of a linkage that the last resource omits. Relationships follow in the order of `omitted`. */
export interface LinkagePart {
  readonly kind: 'linkage';
  /** The resource and the relationship. */
  readonly of: Parent;
  readonly ids: readonly string[];
  /** The position of each identifier, if they are a page of the relationship. */
  readonly positions?: readonly ListPosition[] | undefined;
}

/** The end of a result, with what is known once all resources of a list are read. */
export interface EndPart {
  readonly kind: 'end';
  /** See `ViewedList`. */
  readonly total?: number | undefined;
  /** See `PageInfo`. */
  readonly hasMore?: boolean | undefined;
}
