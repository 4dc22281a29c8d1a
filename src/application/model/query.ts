import type { ResourceType } from './schema.ts';
import type { Filter } from './filter.ts';

/** What is wanted of each resource of one type. What is not named is neither computed nor read. */
export interface Selection {
  /** Attributes, without `id`, which every record has. */
  readonly attributes: readonly string[];
  /** Relationships whose linkage (the related identifiers) is wanted. */
  readonly linkage: readonly string[];
}

/** Orders by an attribute of the resource, or of the one that the to-one relationships of `path` lead to. Unset values come last, first when descending. */
export interface SortKey {
  readonly path: readonly string[];
  readonly attribute: string;
  readonly descending: boolean;
}

/** `number` counts from 1; both are whole numbers up to 2^53-1. */
export interface Page {
  readonly size: number;
  readonly number: number;
}

/** Resources that are read along with others: all that a relationship leads to from these, and what is wanted of each. */
export interface RelatedSelection extends Selection {
  readonly relationship: string;
}

/** One question about the resources of one type. Equal rows of the sort, and all rows without one, stand in the order of their identifiers. */
export interface Query extends Selection {
  readonly type: ResourceType;
  readonly filter: Filter;
  readonly sort: readonly SortKey[];
  /** All matches when undefined. */
  readonly page: Page | undefined;
  /** Whether the number of matches over all pages is wanted. */
  readonly total: boolean;
  /** Related resources of the same snapshot; none when absent. */
  readonly related?: readonly RelatedSelection[];
}

/** Names one resource. */
export interface ResourceIdentifier {
  readonly type: ResourceType;
  readonly id: string;
}

export interface ResourceRecord extends ResourceIdentifier {
  /** The selected attributes by name; `null` is unset. */
  readonly attributes: Readonly<Record<string, string | null>>;
  /** The selected linkage by relationship: related identifiers in ascending order; at most one for a to-one relationship. */
  readonly linkage: Readonly<Record<string, readonly string[]>>;
}

export interface Found {
  readonly records: readonly ResourceRecord[];
  /** Present when the query asks for it. */
  readonly total?: number;
  /** Present when the query asks for some: of one relationship after the other, in the order first met (by record, then by linkage), each once. */
  readonly related?: readonly ResourceRecord[];
}
