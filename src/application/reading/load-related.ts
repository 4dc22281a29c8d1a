import type { ResourceReader } from '../ports/resource-reader.ts';
import { hasIdentifierIn } from '../model/filter.ts';
import type { Found, ResourceRecord } from '../model/query.ts';
import type { View } from '../model/view.ts';
import { hasDirectIncludesOnly } from './direct-includes.ts';
import { perType, relationshipOf, type ResourceType } from '../model/schema.ts';

/** More related resources would have to be read than the caller takes. */
export class TooManyRelatedError extends Error {
  constructor() {
    super('too many related resources');
    this.name = 'TooManyRelatedError';
  }
}

/**
 * The resources that the include paths of a view lead to from the primary ones: in the order first met (by path, then by primary resource,
 * then by linkage), each once, one that is also primary too. Asks at most one question per path segment, and none for what is known.
 * @param found the primary resources, and what was read along
 * @param most how many may be read
 * @returns undefined when the view asks for no related resources
 * @throws TooManyRelatedError before more than that are read
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
  // Of each resource there is one record, so that these are told apart by themselves.
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

/** The resources with these identifiers as the view shows them, in no order; without asking when there are none. */
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

/** The identifiers that records are related to, in the order first met, each once. */
function relatedIds(records: readonly ResourceRecord[], relationship: string): readonly string[] {
  const ids = new Set<string>();
  for (const { linkage } of records) for (const id of linkage[relationship] ?? []) ids.add(id);
  return [...ids];
}
