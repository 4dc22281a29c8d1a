import { isIdentifier } from '../../domain/identifier.ts';
import { NotFoundError } from '../errors.ts';
import type { ResourceReader } from '../ports/resource-reader.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { hasIdentifier } from '../query/filter.ts';
import type { Found, Query, ResourceRecord, Selection } from '../query/query.ts';
import type { View, ViewedResource } from '../query/view.ts';
import type { ResourceType } from '../schema/schema.ts';
import { loadRelated } from './load-related.ts';
import { isReadAtOnce, readAlong } from './read-along.ts';

/** Reads one resource as a view shows it. */
export class FindResource {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /** @throws NotFoundError */
  execute(type: ResourceType, id: string, view: View): Promise<ViewedResource> {
    if (isReadAtOnce(view)) return viewResource(this.#unitOfWork.reader, type, id, view);
    return this.#unitOfWork.read((reader) => viewResource(reader, type, id, view));
  }
}

/**
 * Reads one resource, and what the view includes, with a given reader.
 * @throws NotFoundError
 */
export async function viewResource(
  reader: ResourceReader,
  type: ResourceType,
  id: string,
  view: View,
): Promise<ViewedResource> {
  const { record, related } = await findOne(reader, type, id, view.selections[type], readAlong(view, type));
  if (view.include === undefined) return { record, included: undefined };
  return { record, included: await loadRelated(reader, view, { records: [record], related }) };
}

/** A resource that has just been created with these attributes, and to which nothing is related. */
export function viewNew(
  type: ResourceType,
  id: string,
  stored: Readonly<Record<string, string | null>>,
  { selections, include }: View,
): ViewedResource {
  const { attributes, linkage } = selections[type];
  const record = {
    type,
    id,
    attributes: Object.fromEntries(attributes.map((name) => [name, stored[name] ?? null])),
    linkage: Object.fromEntries(linkage.map((name) => [name, []])),
  };
  return { record, included: include === undefined ? undefined : [] };
}

/**
 * Reads the selected parts of one resource.
 * @throws NotFoundError; for what cannot be an identifier without asking the storage
 */
export async function findRecord(
  reader: ResourceReader,
  type: ResourceType,
  id: string,
  selection: Selection,
): Promise<ResourceRecord> {
  return (await findOne(reader, type, id, selection)).record;
}

/** The same, with what is related to it. */
async function findOne(
  reader: ResourceReader,
  type: ResourceType,
  id: string,
  { attributes, linkage }: Selection,
  along: Pick<Query, 'related'> = {},
): Promise<{ readonly record: ResourceRecord; readonly related: Found['related'] }> {
  if (!isIdentifier(id)) throw new NotFoundError(type, id);
  const filter = hasIdentifier(id);
  const question = { type, filter, sort: [], page: undefined, attributes, linkage, total: false, ...along };
  const found = await reader.find(question);
  const [record] = found.records;
  if (record === undefined) throw new NotFoundError(type, id);
  return { record, related: found.related };
}
