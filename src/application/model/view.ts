import type { ResourceType } from './schema.ts';
import type { ResourceRecord, Selection } from './query.ts';

/** What a client wants to see of a resource: the same members of a type wherever it stands, and which related resources along. */
export interface View {
  readonly selections: Readonly<Record<ResourceType, Selection>>;
  /** Paths of relationships, in the order asked for. Each relationship on a path is among the selected linkage of its type. Undefined: no related resources asked for. */
  readonly include: readonly (readonly string[])[] | undefined;
}

/** One resource as a view shows it. */
export interface ViewedResource {
  readonly record: ResourceRecord;
  /** The related resources in the order first met, each once; undefined when the view asks for none. */
  readonly included: readonly ResourceRecord[] | undefined;
}

/** A list of resources as a view shows it. */
export interface ViewedList {
  readonly records: readonly ResourceRecord[];
  /** The number of matches over all pages. */
  readonly total: number;
  readonly included: readonly ResourceRecord[] | undefined;
}
