import type { ResourceReader, StreamingReader } from '../ports/resource-reader.ts';
import type { Reads } from '../ports/unit-of-work.ts';
import type { ResourceRecord } from '../model/query.ts';
import type { ViewedList } from '../model/view.ts';
import { findRecord, type Parent } from './find-resource.ts';
import { relatedTo, type ListRequest } from './find-resources.ts';
import { loadRelated, TooManyRelatedError } from './load-related.ts';
import { oneAhead } from './one-ahead.ts';
import { RelatedStream } from './stream-related.ts';

/** A short list is read as a whole, a long one in parts. */
export type UnpagedList =
  | { readonly kind: 'whole'; readonly list: ViewedList }
  /** All primary resources, then all included ones, in batches. Nothing is read before the first part is requested. */
  | { readonly kind: 'parts'; readonly parts: AsyncIterable<ListPart> };

export interface ListPart {
  readonly place: 'data' | 'included';
  readonly records: readonly ResourceRecord[];
}

type UnpagedRequest = Omit<ListRequest, 'page' | 'total'>;

/** At most so many primary, and so many included resources are read as a whole. */
const MOST_IN_WHOLE = 500;

/** Reads lists of any length without pages. */
export class StreamResources {
  readonly #reads: Reads;

  constructor(reads: Reads) {
    this.#reads = reads;
  }

  /** @throws StorageUnavailableError, QueryTimeoutError; also while reading the parts */
  async execute(request: UnpagedRequest): Promise<UnpagedList> {
    const list =
      request.view.include === undefined
        ? await findWhole(this.#reads.reader, request)
        : await this.#reads.read((reader) => findWhole(reader, request));
    return this.#wholeOr(list, (reader) => streamParts(reader, request));
  }

  /** @throws NotFoundError if the parent does not exist, or is gone by the time of the first part */
  async executeRelated(parent: Parent, unlimited: UnpagedRequest): Promise<UnpagedList> {
    const request = { ...unlimited, filter: relatedTo(parent, unlimited.filter) };
    const requireParent = (reader: ResourceReader): Promise<unknown> =>
      findRecord(reader, parent.type, parent.id, { attributes: [], linkage: [] });
    const list = await this.#reads.read(async (reader) => {
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
    return { kind: 'parts', parts: this.#reads.stream((reader) => oneAhead(parts(reader))) };
  }
}

/** @returns undefined if the list is long */
async function findWhole(
  reader: ResourceReader,
  { type, filter, sort, view }: UnpagedRequest,
): Promise<ViewedList | undefined> {
  const { attributes, linkage } = view.selections[type];
  const page = { kind: 'numbered', size: MOST_IN_WHOLE + 1, number: 1 } as const;
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
  { type, filter, sort, view }: UnpagedRequest,
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
