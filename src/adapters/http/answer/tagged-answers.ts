// Responses with one resource or relationship, and their entity tags.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ResourceRecord } from '#application/model/query';
import type { Part, Viewed, ViewedResource } from '#application/model/view';
import { digest } from '../api/digest.ts';
import { resourcePath } from '../api/links.ts';
import { relationshipIn } from '../api/operations.ts';
import type { Read } from '../request/read.ts';
import type { Answer } from './answer.ts';
import { profileHeaders } from './document-format.ts';
import { digestOf, entityTag, type EpochMark, type Represented } from './entity-tags.ts';
import { renderNone, renderOne, renderRelationship, type Document, type DocumentRendering } from './render-document.ts';
import { streamOne, streamRelationship } from './stream-document.ts';

/**
 * The response to a GET of one resource.
 * @param mark taken before the resource was read: if a failover came in between, a later mark would vouch for a state that was lost
 */
export function answerOne(
  found: Viewed<ViewedResource>,
  mark: EpochMark,
  rendering: DocumentRendering,
): Answer | Promise<Answer> {
  if (found.kind === 'whole')
    return tagged(mark, renderOne(found.whole, rendering), representedAt(rendering, found.whole.record), rendering);
  return streamTagged(mark, found.parts, rendering, (record, parts) => ({
    represented: representedAt(rendering, record),
    pieces: streamOne(parts, rendering),
  }));
}

/**
 * The response to a GET of an empty to-one relationship.
 * @param parent the resource that has the relationship
 */
export function answerNone(parent: ResourceRecord, mark: EpochMark, rendering: DocumentRendering): Answer {
  return tagged(mark, renderNone(rendering), representedAt(rendering, parent), rendering);
}

/** The response to a GET of the linkage of a relationship. */
export function answerLinkage(
  found: Viewed<ViewedResource>,
  mark: EpochMark,
  rendering: DocumentRendering,
): Answer | Promise<Answer> {
  const { read } = rendering;
  const relationship = relationshipIn(read.operation);
  const represented = (resource: ResourceRecord): Represented => ({
    resource,
    variant: read.variant,
    needsDigest: needsDigest(read),
    isPart: read.isBounded,
  });
  if (found.kind === 'whole') {
    const document = renderRelationship(found.whole, relationship, rendering);
    return tagged(mark, document, represented(found.whole.record), rendering);
  }
  return streamTagged(mark, found.parts, rendering, (record, parts) => ({
    represented: represented(record),
    pieces: streamRelationship(parts, record, relationship, rendering),
  }));
}

/** The parts of the tag of a document with a resource as primary data. */
export function representedAt({ read, path }: DocumentRendering, resource: Represented['resource']): Represented {
  const isOwnPath = path === resourcePath(read.fields[resource.type], resource);
  const variant = isOwnPath ? read.variant : `${read.variant}-${digest(path)}`;
  return { resource, variant, needsDigest: needsDigest(read), isPart: read.isBounded };
}

/** True if a text shows more than the version of its resource and the variant cover. */
function needsDigest({ hidesLinks, view, isBounded }: Read): boolean {
  return hidesLinks || isBounded || view.include !== undefined;
}

function tagged(
  mark: EpochMark,
  document: Document,
  represented: Represented,
  { read }: Pick<DocumentRendering, 'read'>,
): Answer {
  const text = JSON.stringify(document);
  const { headers } = profileHeaders(read);
  return { status: 200, headers: { ...headers, ETag: entityTag(represented, mark, () => digest(text)) }, text };
}

/** The text of a response in pieces, and the parts of its entity tag. */
interface StreamedView {
  readonly represented: Represented;
  readonly pieces: AsyncGenerator<string, void, undefined>;
}

/**
 * Answers a GET with one resource, or a relationship of it, that is read in parts.
 * @param parts the first has only the record
 * @param view renders all parts, given the record
 */
async function streamTagged(
  mark: EpochMark,
  parts: AsyncIterable<Part>,
  { read }: Pick<DocumentRendering, 'read'>,
  view: (record: ResourceRecord, parts: AsyncIterable<Part>) => StreamedView,
): Promise<Answer> {
  const source = parts[Symbol.asyncIterator]();
  const first = await source.next();
  const record = first.done !== true && first.value.kind === 'records' ? first.value.records[0] : undefined;
  if (record === undefined) throw new Error('the parts of a resource do not begin with its record');
  const { represented, pieces } = view(record, resumed(first, source));
  const { headers } = profileHeaders(read);
  if (!represented.needsDigest) {
    const tag = entityTag(represented, mark, () => '');
    return { status: 200, headers: { ...headers, ETag: tag }, pieces: resumed(await pieces.next(), pieces) };
  }
  // The tag, which is sent first, holds a digest of the whole text.
  const texts: Buffer[] = [];
  for await (const piece of pieces) {
    texts.push(Buffer.from(piece));
    await nextTurn();
  }
  const tag = entityTag(represented, mark, () => digestOf(texts));
  return { status: 200, headers: { ...headers, ETag: tag }, pieces: each(texts) };
}

async function* each(texts: readonly Buffer[]): AsyncGenerator<Buffer, void, undefined> {
  yield* texts;
}

/** Puts the first item back into an iterator. Unlike a generator, the result can be ended before it is iterated. */
function resumed<Item>(
  first: IteratorResult<Item, unknown>,
  source: AsyncIterator<Item, unknown>,
): AsyncIterable<Item> {
  let next: Promise<IteratorResult<Item, unknown>> | undefined = Promise.resolve(first);
  const iterator: AsyncIterator<Item, unknown> = {
    next: () => {
      const result = next ?? source.next();
      next = undefined;
      return result;
    },
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
