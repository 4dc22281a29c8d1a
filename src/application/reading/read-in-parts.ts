// Views of any length, in parts. While the caller works on a part, the next one is read.
import type { ResourceType } from '#domain/schema';
import { hasIdentifier } from '../model/filter.ts';
import type { Page } from '../model/query.ts';
import type { ListRequest, Part, View } from '../model/view.ts';
import type { StreamingReader } from '../ports/resource-reader.ts';
import { findRecord } from './find-record.ts';
import { BATCH, longestLinkage } from './limits.ts';
import { primarySelection } from './load-related.ts';
import { RelatedStream, splitLinkage } from './stream-related.ts';

/** Reads a list and what it includes. */
export function readListInParts(reader: StreamingReader, request: ListRequest): AsyncIterable<Part> {
  return prefetchNext(partsOfList(reader, request));
}

/**
 * Reads one resource, with its version, and what the view includes.
 * @param most how many resources may be included
 * @throws NotFoundError, TooManyIncludedError
 */
export function readResourceInParts(
  reader: StreamingReader,
  type: ResourceType,
  id: string,
  view: View,
  most: number,
): AsyncIterable<Part> {
  return prefetchNext(partsOfResource(reader, type, id, view, most));
}

async function* partsOfList(reader: StreamingReader, request: ListRequest): AsyncGenerator<Part, void, undefined> {
  const { type, filter, sort, page, view } = request;
  const total = page !== undefined && request.total ? await countMatches(reader, request) : undefined;
  const related = new RelatedStream(view, { type, filter, sort }, reader.isSnapshot && page === undefined);
  const selection = { ...view.selections[type], longestLinkage: longestLinkage(BATCH) };
  const query = { type, filter, sort, page, total: false, ...selection };
  let count = 0;
  let hasMore: boolean | undefined;
  if (!isPastEnd(page, total))
    for await (const batch of reader.stream(query)) {
      count += batch.records.length;
      hasMore = batch.pageInfo?.hasMore;
      for await (const part of splitLinkage(reader, 'data', batch, selection.bounds)) {
        related.follow(part);
        yield part;
      }
    }
  yield* related.parts(reader);
  yield { kind: 'end', total: page === undefined ? count : total, hasMore };
}

async function* partsOfResource(
  reader: StreamingReader,
  type: ResourceType,
  id: string,
  view: View,
  most: number,
): AsyncGenerator<Part, void, undefined> {
  const related = new RelatedStream(view, { type, filter: hasIdentifier(id), sort: [] }, false, most);
  const { bounds } = primarySelection(view, type);
  const selection = { ...view.selections[type], bounds, version: true, longestLinkage: longestLinkage(1) };
  const { record } = await findRecord(reader, type, id, selection);
  for await (const part of splitLinkage(reader, 'data', { records: [record] }, bounds)) {
    related.follow(part);
    yield part;
  }
  yield* related.parts(reader);
  yield { kind: 'end' };
}

async function countMatches(
  reader: StreamingReader,
  { type, filter }: Pick<ListRequest, 'type' | 'filter'>,
): Promise<number | undefined> {
  const page = { kind: 'numbered', size: 1, number: 1 } as const;
  const query = { type, filter, sort: [], page, attributes: [], linkage: [], total: true };
  return (await reader.find(query)).total;
}

/** True if the page is empty because it starts past the last match. It is then not read. */
function isPastEnd(page: Page | undefined, total: number | undefined): boolean {
  return page?.kind === 'numbered' && total !== undefined && (page.number - 1) * page.size >= total;
}

/** Requests the next item while the caller works on the current one. Closes the source when the caller stops. */
async function* prefetchNext<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (let item = await next; item.done !== true; item = await next) {
      next = items.next();
      // It is awaited in its turn. Until then, an error must not count as an unhandled rejection.
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    await next.catch(() => undefined);
    await items.return?.();
  }
}
