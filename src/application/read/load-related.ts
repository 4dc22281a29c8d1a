import type { ResourceReader } from '../ports/resource-reader.ts';
import { hasIdentifierIn } from '../query/filter.ts';
import type { ResourceRecord } from '../query/query.ts';
import type { View } from '../query/view.ts';
import { relationshipOf, type ResourceType } from '../schema/schema.ts';

/**
 * The resources that the include paths of a view lead to from the primary ones: in the order first met (by path, then by primary resource,
 * then by linkage), each once, one that is also primary too. Asks at most one question per path segment.
 * @returns undefined when the view asks for no related resources
 */
export async function loadRelated(
  reader: ResourceReader,
  view: View,
  primary: readonly ResourceRecord[],
): Promise<readonly ResourceRecord[] | undefined> {
  if (view.include === undefined) return undefined;
  const known = new Map(primary.map((record) => [keyOf(record.type, record.id), record]));
  const included = new Map<string, ResourceRecord>();
  const walked = new Map<string, readonly ResourceRecord[]>();
  for (const path of view.include) {
    let level = primary;
    for (const [depth, relationship] of path.entries()) {
      const key = path.slice(0, depth + 1).join('.');
      level = walked.get(key) ?? (await follow(reader, view, known, level, relationship));
      walked.set(key, level);
      for (const record of level) included.set(keyOf(record.type, record.id), record);
    }
  }
  return [...included.values()];
}

/** The resources that are related to the given ones, each once; those not yet known are read in one go. */
async function follow(
  reader: ResourceReader,
  view: View,
  known: Map<string, ResourceRecord>,
  from: readonly ResourceRecord[],
  relationship: string,
): Promise<readonly ResourceRecord[]> {
  const [first] = from;
  if (first === undefined) return [];
  const { to } = relationshipOf(first.type, relationship);
  const ids = [...new Set(from.flatMap((record) => record.linkage[relationship] ?? []))];
  const unknown = ids.filter((id) => !known.has(keyOf(to, id)));
  if (unknown.length > 0) {
    const { attributes, linkage } = view.selections[to];
    const query = {
      type: to,
      filter: hasIdentifierIn(unknown),
      sort: [],
      page: undefined,
      attributes,
      linkage,
      total: false,
    };
    for (const record of (await reader.find(query)).records) known.set(keyOf(to, record.id), record);
  }
  return ids.map((id) => known.get(keyOf(to, id))).filter((record) => record !== undefined);
}

function keyOf(type: ResourceType, id: string): string {
  return `${type} ${id}`;
}
