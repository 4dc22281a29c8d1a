import type { Value } from '#domain/kinds';
import type { Attributes, ResourceType } from '#domain/schema';
import type { Filter } from './filter.ts';

/** The parts of a resource to read; nothing else is read or computed. */
export interface Selection {
  /** Without `id`, which every record has. */
  readonly attributes: readonly string[];
  /** Relationships whose linkage (the related identifiers) to read. */
  readonly linkage: readonly string[];
  /** Limits the linkage and related resources that are read. */
  readonly bounds?: Bounds | undefined;
}

/** By to-many relationship. Without an entry, all of a relationship is read, ordered by identifier. */
export type Bounds = Readonly<Record<string, Bound>>;

/** The part of a to-many relationship to read: the members that match, in an order of their own. */
export interface Bound {
  readonly filter: Filter;
  /** Ties are broken by identifier. */
  readonly sort: readonly SortKey[];
  /** Undefined: all matches. */
  readonly page: CursorPage | undefined;
  /** True to count the matches of each resource. */
  readonly total: boolean;
}

/**
 * Sorts by an attribute of the resource, or of the one at the end of a path of to-one relationships. Unset values come last, or first when
 * descending.
 */
export interface SortKey {
  readonly path: readonly string[];
  readonly attribute: string;
  readonly descending: boolean;
}

/** A part of a list; `size` is at most 2^53-1. */
export type Page = NumberedPage | CursorPage;

/** `number` counts from 1 and is at most 2^53-1. */
export interface NumberedPage {
  readonly kind: 'numbered';
  readonly size: number;
  readonly number: number;
}

/** The matches after or before a position, in list order. Unlike page numbers, positions do not shift. */
export interface CursorPage {
  readonly kind: 'cursor';
  readonly size: number;
  readonly direction: 'after' | 'before';
  /** Undefined: `after` reads from the start, `before` up to the end. */
  readonly position: ListPosition | undefined;
}

/** A position in a sorted list: the values of the sort keys, `null` if unset, and an identifier. It needs no record. */
export interface ListPosition {
  readonly keys: readonly (Value | null)[];
  readonly id: string;
}

/** Related resources to read together with the primary ones: the targets of a relationship, within its bound. */
export interface RelatedSelection extends Selection {
  readonly relationship: string;
  /** A record related to more resources than this omits the linkage, and not all are read. No limit by default. */
  readonly most?: number | undefined;
}

/**
 * Asks for resources of one type. Ties of the sort are broken by identifier.
 * @example { type: 'person', filter: everything, sort: [], page: { kind: 'numbered', size: 10, number: 1 }, attributes: ['name'], linkage: [], total: true }
 */
export interface Query extends Selection {
  readonly type: ResourceType;
  readonly filter: Filter;
  readonly sort: readonly SortKey[];
  /** Undefined: all matches. */
  readonly page: Page | undefined;
  /** True to count the matches over all pages. */
  readonly total: boolean;
  /** True to read the version of each record, but not of related ones. Default: false. */
  readonly version?: boolean;
  /** Related resources to read in the same snapshot. */
  readonly related?: readonly RelatedSelection[];
  /** The most identifiers of a linkage; records omit longer ones. No limit by default. */
  readonly longestLinkage?: number | undefined;
  /**
   * The resources that relationships can reach. Linkage, related resources and the paths of sort keys skip others as if they did not exist, and
   * streams leave out records that have come out of reach since their first batch. Does not apply to `filter`, which has its own conditions.
   */
  readonly reachable?: FilterByType | undefined;
}

/** A condition on the resources of each type. Types without a condition are unrestricted. */
export type FilterByType = Readonly<Partial<Record<ResourceType, Filter>>>;

export interface ResourceIdentifier {
  readonly type: ResourceType;
  readonly id: string;
}

/** A resource and the relationship to follow from it. */
export interface Parent extends ResourceIdentifier {
  readonly relationship: string;
}

export interface ResourceRecord extends ResourceIdentifier {
  /** The selected attributes by name; `null` is unset. */
  readonly attributes: Attributes;
  /** The selected linkage by relationship: identifiers in the order of the bound, else ascending; at most one if it is to-one. */
  readonly linkage: Readonly<Record<string, readonly string[]>>;
  /** By bounded relationship; undefined if there are none. */
  readonly members?: Readonly<Record<string, BoundedMembers>> | undefined;
  /** Relationships whose selected linkage is too long for the query; undefined if there are none. */
  readonly omitted?: readonly string[];
  /** The version of the entity; present if the query asks for it. */
  readonly version?: number;
}

/** Details of the members of a bounded relationship, other than their identifiers. */
export interface BoundedMembers {
  /** Present if the bound has a page. If the linkage is read in parts, only the first and last positions are present. */
  readonly pageInfo?: PageInfo;
  /** Present if the bound asks for it. */
  readonly total?: number;
}

export interface FindResult {
  readonly records: readonly ResourceRecord[];
  /** Present if the query asks for it. */
  readonly total?: number;
  /**
   * Present if the query asks for some: ordered by relationship, then record, then linkage; each resource once per relationship. Incomplete where a
   * record omits the linkage of the relationship.
   */
  readonly related?: readonly ResourceRecord[];
  /** Present if the query has a cursor page. */
  readonly pageInfo?: PageInfo;
}

/** The positions of the records, or members, of a cursor page. */
export interface PageInfo {
  /** One for each record or member. */
  readonly positions: readonly ListPosition[];
  /** True if there are more matches in the direction of the page. */
  readonly hasMore: boolean;
}
