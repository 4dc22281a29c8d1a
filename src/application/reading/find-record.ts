import { isIdentifier } from '#domain/identifier';
import type { ResourceType } from '#domain/schema';
import { NotFoundError } from '../model/errors.ts';
import { hasIdentifier } from '../model/filter.ts';
import type { FindResult, Query, ResourceRecord, Selection } from '../model/query.ts';
import type { ResourceReader } from '../ports/resource-reader.ts';

/**
 * Reads parts of one resource, and related ones.
 * @throws NotFoundError
 */
export async function findRecord(
  reader: ResourceReader,
  type: ResourceType,
  id: string,
  selection: Selection & Pick<Query, 'version' | 'related' | 'longestLinkage'>,
): Promise<{ readonly record: ResourceRecord; readonly related: FindResult['related'] }> {
  if (!isIdentifier(id)) throw new NotFoundError(type, id);
  const query = { type, filter: hasIdentifier(id), sort: [], page: undefined, total: false, ...selection };
  const { records, related } = await reader.find(query);
  const [record] = records;
  if (record === undefined) throw new NotFoundError(type, id);
  return { record, related };
}
