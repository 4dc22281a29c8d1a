import type { ResourceReader } from '../ports/resource-reader.ts';
import type { Reads } from '../ports/unit-of-work.ts';
import { hasIdentifier, type Filter } from '../model/filter.ts';
import type { Page, SortKey } from '../model/query.ts';
import type { View, ViewedList } from '../model/view.ts';
import { relationshipOf, type ResourceType } from '../model/schema.ts';
import { findRecord, type Parent } from './find-resource.ts';
import { loadRelated } from './load-related.ts';
import { directIncludes, hasDirectIncludesOnly } from './direct-includes.ts';

export interface ListRequest {
  readonly type: ResourceType;
  readonly filter: Filter;
  readonly sort: readonly SortKey[];
  readonly page: Page | undefined;
  /** Whether to count the matches over all pages. */
  readonly total: boolean;
  readonly view: View;
}

/** Reads lists: all resources of a type, or those related to one resource. */
export class FindResources {
  readonly #reads: Reads;

  constructor(reads: Reads) {
    this.#reads = reads;
  }

  execute(request: ListRequest): Promise<ViewedList> {
    if (hasDirectIncludesOnly(request.view)) return viewList(this.#reads.reader, request);
    return this.#reads.read((reader) => viewList(reader, request));
  }

  /** @throws NotFoundError if the parent does not exist */
  async executeRelated(parent: Parent, request: ListRequest): Promise<ViewedList> {
    const filter = relatedTo(parent, request.filter);
    return this.#reads.read(async (reader) => {
      await findRecord(reader, parent.type, parent.id, { attributes: [], linkage: [] });
      return viewList(reader, { ...request, filter });
    });
  }
}

/** Matches what is related to the parent and matches `filter`. */
export function relatedTo({ type, id, relationship }: Parent, filter: Filter): Filter {
  const { inverse } = relationshipOf(type, relationship);
  return { kind: 'and', filters: [{ kind: 'related', relationship: inverse, filter: hasIdentifier(id) }, filter] };
}

async function viewList(reader: ResourceReader, { view, ...request }: ListRequest): Promise<ViewedList> {
  const { type, page } = request;
  const { attributes, linkage } = view.selections[type];
  const included = directIncludes(view, type);
  const found = await reader.find({
    ...request,
    attributes,
    linkage,
    total: page !== undefined && request.total,
    ...included,
  });
  const { records, walk } = found;
  const total = page === undefined ? records.length : found.total;
  return { records, total, included: await loadRelated(reader, view, found), ...(walk && { walk }) };
}
