import { entityName } from '#domain/entity';
import { perType, relationshipOf, type ResourceType } from '#domain/schema';
import { TooManyIncludedError } from '../model/errors.ts';
import { hasIdentifierIn } from '../model/filter.ts';
import type { FindResult, Query, RelatedSelection, ResourceRecord, Selection } from '../model/query.ts';
import type { View } from '../model/view.ts';
import type { ResourceReader } from '../ports/resource-reader.ts';
import { longestLinkage, requireLinkage } from './limits.ts';

export interface IncludeLimits {
  /** The most resources that may be included. */
  readonly most: number;
  /** True if linkage is read regardless of its length. */
  readonly wholeLinkage?: boolean;
}

/**
 * Reads the resources at the include paths of a view, ordered by path, then primary resource, then linkage. Each is
 * returned once, including primary resources that a path leads back to, unless the view omits those.
 * Sends at most one query per path segment, and none for known resources.
 * @param found the primary resources, and related ones read with them
 * @returns undefined if the view includes nothing
 * @throws TooManyIncludedError before reading more; TooLongError if a linkage is too long to be read with its record
 */
export async function loadRelated(
  reader: ResourceReader,
  view: View,
  {
    records: primary,
    related,
  }: { readonly records: readonly ResourceRecord[]; readonly related?: FindResult['related'] },
  { most, wholeLinkage = false }: IncludeLimits,
): Promise<readonly ResourceRecord[] | undefined> {
  if (view.include === undefined) return undefined;
  if (!wholeLinkage) requireLinkage(related ?? []);
  const omitted = new Set(view.omitsPrimary === true ? primary.map(entityName) : []);
  const isKept = (resource: Pick<ResourceRecord, 'type' | 'id'>): boolean => !omitted.has(entityName(resource));
  if (view.include.length === 1 && hasDirectIncludesOnly(view) && related !== undefined && related.length <= most)
    return related.filter(isKept);
  const known: KnownRecords = perType(() => new Map());
  // A primary resource with its own bounds shows different linkage than it would as an included resource.
  const readAsIncluded = view.primaryBounds === undefined ? primary : [];
  for (const record of [...readAsIncluded, ...(related ?? [])]) known[record.type].set(record.id, record);
  // There is one record per resource, so a set of records has each resource once.
  const included = new Set<ResourceRecord>();
  const walked = new Map<string, readonly ResourceRecord[]>();
  const follow = async (from: readonly ResourceRecord[], relationship: string): Promise<readonly ResourceRecord[]> => {
    const [first] = from;
    if (first === undefined) return [];
    const { to } = relationshipOf(first.type, relationship);
    const ids = relatedIds(from, relationship);
    const added = ids.filter((id) => {
      const record = known[to].get(id);
      return isKept({ type: to, id }) && (record === undefined || !included.has(record));
    });
    if (included.size + added.length > most)
      throw new TooManyIncludedError(
        to,
        most,
        from.length === 1 ? { type: first.type, id: first.id, relationship } : undefined,
      );
    const unknown = ids.filter((id) => !known[to].has(id));
    for (const record of await findByIds(reader, view, to, unknown, wholeLinkage)) known[to].set(record.id, record);
    return ids.map((id) => known[to].get(id)).filter((record) => record !== undefined);
  };
  for (const path of view.include) {
    let level = primary;
    for (const [depth, relationship] of path.entries()) {
      const key = path.slice(0, depth + 1).join('.');
      level = walked.get(key) ?? (await follow(level, relationship));
      walked.set(key, level);
      for (const record of level) if (isKept(record)) included.add(record);
      if (!wholeLinkage) requireLinkage(level);
    }
  }
  return [...included];
}

/**
 * Reads resources by identifier, in no particular order.
 * @param wholeLinkage whether to read linkage of any length
 */
export async function findByIds(
  reader: ResourceReader,
  view: View,
  type: ResourceType,
  ids: readonly string[],
  wholeLinkage = false,
): Promise<readonly ResourceRecord[]> {
  if (ids.length === 0) return [];
  const { records } = await reader.find({
    type,
    filter: hasIdentifierIn(ids),
    sort: [],
    page: undefined,
    ...view.selections[type],
    total: false,
    longestLinkage: wholeLinkage ? undefined : longestLinkage(ids.length),
  });
  return records;
}

type KnownRecords = Readonly<Record<ResourceType, Map<string, ResourceRecord>>>;

/** The linkage of records, each identifier once. */
function relatedIds(records: readonly ResourceRecord[], relationship: string): readonly string[] {
  const ids = new Set<string>();
  for (const { linkage } of records) for (const id of linkage[relationship] ?? []) ids.add(id);
  return [...ids];
}

/** The parts of the primary resource that have to be read. */
export function primarySelection({ selections, primaryBounds }: View, type: ResourceType): Selection {
  return primaryBounds === undefined ? selections[type] : { ...selections[type], bounds: primaryBounds };
}

/**
 * The part of a query that reads included resources together with the primary ones: the first segment of each path.
 * @param type the type of the primary resources
 * @param most the limit of related resources per primary one
 */
export function directIncludes(view: View, type: ResourceType, most: number): Pick<Query, 'related'> {
  const relationships = new Set(view.include?.flatMap((path) => path.slice(0, 1)));
  const related = [...relationships].map((relationship): RelatedSelection => {
    return { relationship, ...view.selections[relationshipOf(type, relationship).to], most };
  });
  return related.length === 0 ? {} : { related };
}

/** True if every include path has one segment; then one query finds everything. */
export function hasDirectIncludesOnly({ include = [] }: View): boolean {
  return include.every((path) => path.length === 1);
}
