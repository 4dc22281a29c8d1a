import type { ResourceReader } from '../ports/resource-reader.ts';
import { hasIdentifierIn } from '../model/filter.ts';
import type { Found, ResourceRecord } from '../model/query.ts';
import type { View } from '../model/view.ts';
import { hasDirectIncludesOnly } from './direct-includes.ts';
import { perType, relationshipOf, type ResourceType } from '../model/schema.ts';

/** There are more related resources than the caller accepts. */
export class TooManyRelatedError extends Error {
  constructor() {
    super('too many related resources');
    this.name = 'TooManyRelatedError';
  }
}

/**
 * Reads the resources at the include paths of a view, ordered by path, then primary resource, then linkage. Each comes once, also a primary one
 * that a path leads back to.
 * Sends at most one query per path segment, and none for known resources.
 * @param found the primary resources, and related ones read with them
 * @param most how many resources may be read
 * @returns undefined if the view includes nothing
 * @throws TooManyRelatedError before reading more
 */
export async function loadRelated(
  reader: ResourceReader,
  view: View,
  { records: primary, related }: { readonly records: readonly ResourceRecord[]; readonly related?: Found['related'] },
  most = Infinity,
): Promise<readonly ResourceRecord[] | undefined> {
  if (view.include === undefined) return undefined;
  if (view.include.length === 1 && hasDirectIncludesOnly(view) && related !== undefined) return related;
  const known: KnownRecords = perType(() => new Map());
  for (const record of [...primary, ...(related ?? [])]) known[record.type].set(record.id, record);
  // There is one record per resource, so a set of records has each resource once.
  const included = new Set<ResourceRecord>();
  const walked = new Map<string, readonly ResourceRecord[]>();
  let read = 0;
  const follow = async (from: readonly ResourceRecord[], relationship: string): Promise<readonly ResourceRecord[]> => {
    const [first] = from;
    if (first === undefined) return [];
    const { to } = relationshipOf(first.type, relationship);
    const ids = relatedIds(from, relationship);
    const unknown = ids.filter((id) => !known[to].has(id));
    read += unknown.length;
    if (read > most) throw new TooManyRelatedError();
    for (const record of await findByIds(reader, view, to, unknown)) known[to].set(record.id, record);
    return ids.map((id) => known[to].get(id)).filter((record) => record !== undefined);
  };
  for (const path of view.include) {
    let level = primary;
    for (const [depth, relationship] of path.entries()) {
      const key = path.slice(0, depth + 1).join('.');
      level = walked.get(key) ?? (await follow(level, relationship));
      walked.set(key, level);
      for (const record of level) included.add(record);
    }
  }
  return [...included];
}

/** Reads resources by identifier, in no particular order. */
export async function findByIds(
  reader: ResourceReader,
  view: View,
  type: ResourceType,
  ids: readonly string[],
): Promise<readonly ResourceRecord[]> {
  if (ids.length === 0) return [];
  const { attributes, linkage } = view.selections[type];
  const filter = hasIdentifierIn(ids);
  return (await reader.find({ type, filter, sort: [], page: undefined, attributes, linkage, total: false })).records;
}

type KnownRecords = Readonly<Record<ResourceType, Map<string, ResourceRecord>>>;

/** The linkage of records, each identifier once. */
function relatedIds(records: readonly ResourceRecord[], relationship: string): readonly string[] {
  const ids = new Set<string>();
  for (const { linkage } of records) for (const id of linkage[relationship] ?? []) ids.add(id);
  return [...ids];
}
