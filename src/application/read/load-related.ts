import type { ResourceReader } from '../ports/resource-reader.ts';
import { hasIdentifierIn } from '../query/filter.ts';
import type { ResourceRecord } from '../query/query.ts';
import type { View } from '../query/view.ts';
import { relationshipOf, type ResourceType } from '../schema/schema.ts';

/** More related resources would have to be read than the caller takes. */
export class TooManyRelatedError extends Error {
  constructor() {
    super('too many related resources');
    this.name = 'TooManyRelatedError';
  }
}

/**
 * The resources that the include paths of a view lead to from the primary ones: in the order first met (by path, then by primary resource,
 * then by linkage), each once, one that is also primary too. Asks at most one question per path segment.
 * @param most how many may be read
 * @returns undefined when the view asks for no related resources
 * @throws TooManyRelatedError before more than that are read
 */
export async function loadRelated(
  reader: ResourceReader,
  view: View,
  primary: readonly ResourceRecord[],
  most = Infinity,
): Promise<readonly ResourceRecord[] | undefined> {
  if (view.include === undefined) return undefined;
  const known = new Map(primary.map((record) => [keyOf(record.type, record.id), record]));
  const included = new Map<string, ResourceRecord>();
  const walked = new Map<string, readonly ResourceRecord[]>();
  const follow = async (from: readonly ResourceRecord[], relationship: string): Promise<readonly ResourceRecord[]> => {
    const [first] = from;
    if (first === undefined) return [];
    const { to } = relationshipOf(first.type, relationship);
    const ids = [...new Set(from.flatMap((record) => record.linkage[relationship] ?? []))];
    const unknown = ids.filter((id) => !known.has(keyOf(to, id)));
    if (known.size - primary.length + unknown.length > most) throw new TooManyRelatedError();
    for (const record of await findByIds(reader, view, to, unknown)) known.set(keyOf(to, record.id), record);
    return ids.map((id) => known.get(keyOf(to, id))).filter((record) => record !== undefined);
  };
  for (const path of view.include) {
    let level = primary;
    for (const [depth, relationship] of path.entries()) {
      const key = path.slice(0, depth + 1).join('.');
      level = walked.get(key) ?? (await follow(level, relationship));
      walked.set(key, level);
      for (const record of level) included.set(keyOf(record.type, record.id), record);
    }
  }
  return [...included.values()];
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

function keyOf(type: ResourceType, id: string): string {
  return `${type} ${id}`;
}
