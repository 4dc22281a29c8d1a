import { relationshipOf } from '#domain/schema';
import { TooManyIncludedError } from '../model/errors.ts';
import { hasIdentifier, type Filter } from '../model/filter.ts';
import type { Page, Parent } from '../model/query.ts';
import type { ListRequest, Viewed, ViewedList } from '../model/view.ts';
import type { ResourceReader } from '../ports/resource-reader.ts';
import type { Reads } from '../ports/unit-of-work.ts';
import { findRecord } from './find-record.ts';
import { longestLinkage, MOST_RESOURCES, mostRelated, requireLinkage, TooLongError, wholeOrParts } from './limits.ts';
import { directIncludes, hasDirectIncludesOnly, loadRelated } from './load-related.ts';
import { readListInParts } from './read-in-parts.ts';

/** Reads lists: all resources of a type, or those related to one resource. Long lists are returned in parts. */
export class FindResources {
  readonly #reads: Reads;

  constructor(reads: Reads) {
    this.#reads = reads;
  }

  execute(request: ListRequest): Promise<Viewed<ViewedList>> {
    const whole = (reader: ResourceReader): Promise<ViewedList> => viewList(reader, request);
    return wholeOrParts(hasDirectIncludesOnly(request.view) ? whole(this.#reads.reader) : this.#reads.read(whole), () =>
      this.#reads.stream((reader) => readListInParts(reader, request)),
    );
  }

  /** @throws NotFoundError if the parent does not exist, or has been deleted by the time the first part is read */
  executeRelated(parent: Parent, request: ListRequest): Promise<Viewed<ViewedList>> {
    const related = { ...request, filter: relatedTo(parent, request.filter) };
    const requireParent = (reader: ResourceReader): Promise<unknown> =>
      findRecord(reader, parent.type, parent.id, { attributes: [], linkage: [] });
    const whole = this.#reads.read(async (reader) => {
      await requireParent(reader);
      return viewList(reader, related);
    });
    return wholeOrParts(whole, () =>
      this.#reads.stream(async function* (reader) {
        await requireParent(reader);
        yield* readListInParts(reader, related);
      }),
    );
  }
}

/** Matches the resources that are related to the parent and match `filter`. */
export function relatedTo({ type, id, relationship }: Parent, filter: Filter): Filter {
  const { inverse } = relationshipOf(type, relationship);
  return { kind: 'and', filters: [{ kind: 'related', relationship: inverse, filter: hasIdentifier(id) }, filter] };
}

/** @throws TooLongError */
async function viewList(reader: ResourceReader, request: ListRequest): Promise<ViewedList> {
  const { type, filter, sort, view } = request;
  const { page, most } = beginningOf(request.page);
  const found = await reader.find({
    type,
    filter,
    sort,
    ...view.selections[type],
    page,
    total: request.page !== undefined && request.total,
    ...directIncludes(view, type, mostRelated(page.size)),
    longestLinkage: longestLinkage(page.size),
  });
  const { records, pageInfo } = found;
  if (records.length > most) throw new TooLongError('the list is too long');
  requireLinkage(records);
  const included = await loadRelated(reader, view, found, { most: MOST_RESOURCES }).catch(asTooLong);
  const total = request.page === undefined ? records.length : found.total;
  return { records, total, included, ...(pageInfo && { pageInfo }) };
}

/**
 * The page to read first. It shows whether the requested page is short enough to be read as a whole.
 * @returns also `most`: if the first page has more resources than that, the requested page is too long
 */
function beginningOf(page: Page | undefined): { readonly page: Page; readonly most: number } {
  const most = MOST_RESOURCES;
  if (page === undefined) return { page: { kind: 'numbered', size: most + 1, number: 1 }, most };
  if (page.size <= most) return { page, most };
  if (page.kind === 'cursor' || page.number === 1) return { page: { ...page, size: most + 1 }, most };
  // A smaller page with the same number would start elsewhere. Read only the first resource of the requested page, to see
  // whether the page is empty.
  const number = Math.min((page.number - 1) * page.size + 1, Number.MAX_SAFE_INTEGER);
  return { page: { kind: 'numbered', size: 1, number }, most: 0 };
}

function asTooLong(error: unknown): never {
  throw error instanceof TooManyIncludedError ? new TooLongError(error.message) : error;
}
