import { isIdentifier } from '../../domain/identifier.ts';
import { NotFoundError } from '../errors.ts';
import type { ResourceReader } from '../ports/resource-reader.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { hasIdentifier } from '../model/filter.ts';
import type { Query, ResourceRecord, Selection } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { ResourceType } from '../model/schema.ts';
import { loadRelated } from './load-related.ts';
import { directIncludes, hasDirectIncludesOnly } from './direct-includes.ts';

/** Reads one resource. */
export class FindResource {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /** @throws NotFoundError */
  execute(type: ResourceType, id: string, view: View): Promise<ViewedResource> {
    if (hasDirectIncludesOnly(view)) return viewResource(this.#unitOfWork.reader, type, id, view);
    return this.#unitOfWork.read((reader) => viewResource(reader, type, id, view));
  }
}

/**
 * Reads one resource and what the view includes.
 * @throws NotFoundError
 */
export async function viewResource(
  reader: ResourceReader,
  type: ResourceType,
  id: string,
  view: View,
): Promise<ViewedResource> {
  const { records, related } = await reader.find(queryFor(type, id, view.selections[type], directIncludes(view, type)));
  const record = single(records, type, id);
  if (view.include === undefined) return { record, included: undefined };
  return { record, included: await loadRelated(reader, view, { records: [record], related }) };
}

/**
 * Reads parts of one resource.
 * @throws NotFoundError
 */
export async function findRecord(
  reader: ResourceReader,
  type: ResourceType,
  id: string,
  selection: Selection,
): Promise<ResourceRecord> {
  const { records } = await reader.find(queryFor(type, id, selection, {}));
  return single(records, type, id);
}

/**
 * @throws NotFoundError for a string that cannot be an identifier
 */
function queryFor(
  type: ResourceType,
  id: string,
  { attributes, linkage }: Selection,
  includes: Pick<Query, 'related'>,
): Query {
  if (!isIdentifier(id)) throw new NotFoundError(type, id);
  return { type, filter: hasIdentifier(id), sort: [], page: undefined, attributes, linkage, total: false, ...includes };
}

/** @throws NotFoundError */
function single([record]: readonly ResourceRecord[], type: ResourceType, id: string): ResourceRecord {
  if (record === undefined) throw new NotFoundError(type, id);
  return record;
}
