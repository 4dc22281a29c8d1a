import type { ResourceReader, StreamingReader } from '../ports/resource-reader.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { ResourceRecord } from '../model/query.ts';
import type { ViewedList } from '../model/view.ts';
import { findRecord } from './find-resource.ts';
import { relatedTo, type ListRequest, type Parent } from './find-resources.ts';
import { loadRelated, TooManyRelatedError } from './load-related.ts';
import { oneAhead } from './one-ahead.ts';
import { RelatedStream } from './stream-related.ts';

/** A list with all its matches: as a whole while it is short, else part by part. */
export type UnpagedList =
  | { readonly kind: 'whole'; readonly list: ViewedList }
  /** First all primary resources, then all included ones, some at a time. Nothing is read before the first part is asked for. */
  | { readonly kind: 'parts'; readonly parts: AsyncIterable<ListPart> };

export interface ListPart {
  readonly place: 'data' | 'included';
  readonly records: readonly ResourceRecord[];
}

/** Primary resources of a list that is read as a whole, and again as many included ones. */
const MOST_IN_WHOLE = 500;

/** Reads lists of any length, without pages, as a view shows them. */
export class StreamResources {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /** @throws StorageUnavailableError, QueryTimeoutError; also while parts are read */
  async execute(request: Omit<ListRequest, 'page'>): Promise<UnpagedList> {
    const list =
      request.view.include === undefined
        ? await findWhole(this.#unitOfWork.reader, request)
        : await this.#unitOfWork.read((reader) => findWhole(reader, request));
    return this.#wholeOr(list, (reader) => streamParts(reader, request));
  }

  /** @throws NotFoundError when the parent does not exist, or, with the first part, does not exist any more */
  async executeRelated(parent: Parent, unlimited: Omit<ListRequest, 'page'>): Promise<UnpagedList> {
    const request = { ...unlimited, filter: relatedTo(parent, unlimited.filter) };
    const requireParent = (reader: ResourceReader): Promise<unknown> =>
      findRecord(reader, parent.type, parent.id, { attributes: [], linkage: [] });
    const list = await this.#unitOfWork.read(async (reader) => {
      await requireParent(reader);
      return findWhole(reader, request);
    });
    return this.#wholeOr(list, async function* (reader) {
      await requireParent(reader);
      yield* streamParts(reader, request);
    });
  }

  #wholeOr(list: ViewedList | undefined, parts: (reader: StreamingReader) => AsyncIterable<ListPart>): UnpagedList {
    if (list !== undefined) return { kind: 'whole', list };
    return { kind: 'parts', parts: this.#unitOfWork.stream((reader) => oneAhead(parts(reader))) };
  }
}

/** The list if it is short. */
async function findWhole(
  reader: ResourceReader,
  { type, filter, sort, view }: Omit<ListRequest, 'page'>,
): Promise<ViewedList | undefined> {
  const { attributes, linkage } = view.selections[type];
  const page = { size: MOST_IN_WHOLE + 1, number: 1 };
  const { records } = await reader.find({ type, filter, sort, page, attributes, linkage, total: false });
  if (records.length > MOST_IN_WHOLE) return undefined;
  try {
    return { records, total: records.length, included: await loadRelated(reader, view, { records }, MOST_IN_WHOLE) };
  } catch (error) {
    if (error instanceof TooManyRelatedError) return undefined;
    throw error;
  }
}

async function* streamParts(
  reader: StreamingReader,
  { type, filter, sort, view }: Omit<ListRequest, 'page'>,
): AsyncGenerator<ListPart, void, undefined> {
  const { attributes, linkage } = view.selections[type];
  const related = new RelatedStream(view, { type, filter, sort }, reader.isSnapshot);
  const query = { type, filter, sort, page: undefined, attributes, linkage, total: false };
  for await (const records of reader.stream(query)) {
    related.follow(records);
    yield { place: 'data', records };
  }
  for await (const records of related.records(reader)) yield { place: 'included', records };
}
