import { relationshipOf, type ResourceType } from '#domain/schema';
import { TooManyIncludedError } from '../model/errors.ts';
import type { Parent, ResourceRecord } from '../model/query.ts';
import type { View, Viewed, ViewedResource } from '../model/view.ts';
import type { ResourceReader } from '../ports/resource-reader.ts';
import type { Reads } from '../ports/unit-of-work.ts';
import { findRecord } from './find-record.ts';
import { longestLinkage, requireLinkage, wholeOrParts } from './limits.ts';
import {
  directIncludes,
  hasDirectIncludesOnly,
  loadRelated,
  primarySelection,
  type IncludeLimits,
} from './load-related.ts';
import { readResourceInParts } from './read-in-parts.ts';

/** The target of a to-one relationship. */
export interface ViewedRelated {
  /** The resource that has the relationship, with its version. */
  readonly parent: ResourceRecord;
  /** Undefined if the relationship is empty. */
  readonly related: Viewed<ViewedResource> | undefined;
}

/**
 * Reads one resource with its version: by its identifier, or as the target of a to-one relationship. A resource with
 * long linkage is returned in parts; the first part is the record without that linkage.
 */
export class FindResource {
  readonly #reads: Reads;

  constructor(reads: Reads) {
    this.#reads = reads;
  }

  /**
   * @param most how many resources may be included
   * @throws NotFoundError, TooManyIncludedError, also while the parts are read
   */
  execute(type: ResourceType, id: string, view: View, most: number): Promise<Viewed<ViewedResource>> {
    const whole = (reader: ResourceReader): Promise<ViewedResource> => viewResource(reader, type, id, view, { most });
    return wholeOrParts(hasDirectIncludesOnly(view) ? whole(this.#reads.reader) : this.#reads.read(whole), () =>
      this.#reads.stream((reader) => readResourceInParts(reader, type, id, view, most)),
    );
  }

  /**
   * @param most how many resources may be included
   * @throws NotFoundError if the parent does not exist; TooManyIncludedError, also while the parts are read
   */
  executeRelated(from: Parent, view: View, most: number): Promise<ViewedRelated> {
    const { to } = relationshipOf(from.type, from.relationship);
    return this.#reads.read(async (reader) => {
      const { parent, relatedId } = await findParent(reader, from);
      if (relatedId === undefined) return { parent, related: undefined };
      const related = await wholeOrParts(viewResource(reader, to, relatedId, view, { most }), () =>
        this.#reads.stream((each) => readResourceInParts(each, to, relatedId, view, most)),
      );
      return { parent, related };
    });
  }
}

/**
 * Reads a resource, with its version, and the identifier of its to-one relationship's target.
 * @returns `relatedId` undefined if the relationship is empty
 * @throws NotFoundError
 */
export async function findParent(
  reader: ResourceReader,
  { type, id, relationship }: Parent,
): Promise<{ readonly parent: ResourceRecord; readonly relatedId: string | undefined }> {
  const selection = { attributes: [], linkage: [relationship], version: true };
  const { record: parent } = await findRecord(reader, type, id, selection);
  return { parent, relatedId: parent.linkage[relationship]?.[0] };
}

/**
 * Reads one resource, with its version, and what the view includes.
 * @throws NotFoundError, TooManyIncludedError; TooLongError if a linkage is too long to be read with its record
 */
export async function viewResource(
  reader: ResourceReader,
  type: ResourceType,
  id: string,
  view: View,
  limits: IncludeLimits,
): Promise<ViewedResource> {
  const { most, wholeLinkage = false } = limits;
  const selection = {
    ...primarySelection(view, type),
    ...directIncludes(view, type, most),
    version: true,
    longestLinkage: wholeLinkage ? undefined : longestLinkage(1),
  };
  const { record, related } = await findRecord(reader, type, id, selection);
  for (const { relationship } of selection.related ?? [])
    if (record.omitted?.includes(relationship) === true)
      throw new TooManyIncludedError(relationshipOf(type, relationship).to, most, { type, id, relationship });
  if (!wholeLinkage) requireLinkage([record]);
  return { record, included: await loadRelated(reader, view, { records: [record], related }, limits) };
}

/**
 * Views a resource without reading it.
 * @param record with all attributes, and its version
 * @returns undefined if the view has to be read, because it includes other resources or shows linkage that the record lacks
 */
export function viewKnown(record: ResourceRecord, view: View): ViewedResource | undefined {
  if (view.include !== undefined) return undefined;
  const { attributes, linkage } = view.selections[record.type];
  if (linkage.some((name) => record.linkage[name] === undefined)) return undefined;
  const selected = { attributes: pick(record.attributes, attributes), linkage: pick(record.linkage, linkage) };
  return { record: { ...record, ...selected }, included: undefined };
}

function pick<Value>(values: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
