import { isIdentifier } from '../../domain/identifier.ts';
import { NotFoundError } from '../errors.ts';
import type { ResourceReader } from '../ports/resource-reader.ts';
import type { Reads } from '../ports/unit-of-work.ts';
import { hasIdentifier } from '../model/filter.ts';
import type { Found, Query, ResourceRecord, Selection } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { relationshipOf, type ResourceType } from '../model/schema.ts';
import { loadRelated } from './load-related.ts';
import { directIncludes, hasDirectIncludesOnly } from './direct-includes.ts';

/** A resource and the relationship to follow from it. */
export interface Parent {
  readonly type: ResourceType;
  readonly id: string;
  readonly relationship: string;
}

/** What a to-one relationship leads to. */
export interface ViewedRelated {
  /** The resource that has the relationship, with its version. */
  readonly parent: ResourceRecord;
  /** Undefined if the relationship is empty. */
  readonly related: ViewedResource | undefined;
}

/** Reads one resource, with its version: by its identifier, or as the one that a to-one relationship leads to. */
export class FindResource {
  readonly #reads: Reads;

  constructor(reads: Reads) {
    this.#reads = reads;
  }

  /** @throws NotFoundError */
  execute(type: ResourceType, id: string, view: View): Promise<ViewedResource> {
    if (hasDirectIncludesOnly(view)) return viewResource(this.#reads.reader, type, id, view);
    return this.#reads.read((reader) => viewResource(reader, type, id, view));
  }

  /** @throws NotFoundError if the parent does not exist */
  executeRelated({ type, id, relationship }: Parent, view: View): Promise<ViewedRelated> {
    return this.#reads.read(async (reader) => {
      const selection = { attributes: [], linkage: [relationship], version: true };
      const { record: parent } = await findRecord(reader, type, id, selection);
      const [relatedId] = parent.linkage[relationship] ?? [];
      if (relatedId === undefined) return { parent, related: undefined };
      return { parent, related: await viewResource(reader, relationshipOf(type, relationship).to, relatedId, view) };
    });
  }
}

/**
 * Reads one resource, with its version, and what the view includes.
 * @throws NotFoundError
 */
export async function viewResource(
  reader: ResourceReader,
  type: ResourceType,
  id: string,
  view: View,
): Promise<ViewedResource> {
  const selection = { ...view.selections[type], ...directIncludes(view, type), version: true };
  const { record, related } = await findRecord(reader, type, id, selection);
  return { record, included: await loadRelated(reader, view, { records: [record], related }) };
}

/**
 * Reads parts of one resource, and related ones.
 * @throws NotFoundError
 */
export async function findRecord(
  reader: ResourceReader,
  type: ResourceType,
  id: string,
  selection: Selection & Pick<Query, 'version' | 'related'>,
): Promise<{ readonly record: ResourceRecord; readonly related: Found['related'] }> {
  if (!isIdentifier(id)) throw new NotFoundError(type, id);
  const query = { type, filter: hasIdentifier(id), sort: [], page: undefined, total: false, ...selection };
  const { records, related } = await reader.find(query);
  const [record] = records;
  if (record === undefined) throw new NotFoundError(type, id);
  return { record, related };
}
