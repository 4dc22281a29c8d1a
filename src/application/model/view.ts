import type { ResourceType } from './schema.ts';
import type { ResourceRecord, Selection, Walk } from './query.ts';

/** What a client wants to see: the same members of a type wherever it occurs, and the related resources to include. */
export interface View {
  readonly selections: Readonly<Record<ResourceType, Selection>>;
  /** Include paths in the order of the request; undefined if there are none. The linkage of each relationship on a path is selected. */
  readonly include: readonly (readonly string[])[] | undefined;
}

export interface ViewedResource {
  /** With its version. */
  readonly record: ResourceRecord;
  /** In the order first met, each once; undefined if the view includes none. */
  readonly included: readonly ResourceRecord[] | undefined;
}

export interface ViewedList {
  readonly records: readonly ResourceRecord[];
  /** Matches over all pages; undefined if they were not to be counted. */
  readonly total: number | undefined;
  readonly included: readonly ResourceRecord[] | undefined;
  /** Present if the list is a cursor page. */
  readonly walk?: Walk;
}
