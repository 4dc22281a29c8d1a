// GET on anything but a list, for any resource: read the query string, call a use case, render the result.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ResourceRecord } from '#application/model/query';
import type { Part, Viewed, ViewedResource } from '#application/model/view';
import { okAnswer, type Answer } from '../answer/answer.ts';
import { digestOf, entityTag, type EpochMark, type Represented } from '../answer/entity-tags.ts';
import {
  renderNone,
  renderOne,
  renderRelationship,
  renderRoot,
  type DocumentRenderer,
} from '../answer/render-document.ts';
import { streamOne, streamRelationship } from '../answer/stream-document.ts';
import { okTagged, renderers, representedAt, needsDigest, type TaggedRenderer } from '../answer/tagged-renderers.ts';
import { linkedPaths, primaryOf, relationshipIn, resourceIn, type Operation } from '../api/operations.ts';
import { refuseParameters } from '../request/query/parse-query.ts';
import type { Api, Handler } from './handler.ts';

/** The entry point, from which clients find all resources. */
export function getRoot(api: Api): Handler {
  return async ({ actor: { subject, role }, queryString }) => {
    refuseParameters(queryString);
    const actor = api.may === undefined ? null : { subject, role, may: api.may };
    return okAnswer(renderRoot(api.service, api.linkTo, linkedPaths(api), api.isOpen ? {} : { actor }));
  };
}

/** One resource. */
export function getResource(api: Api, operation: Operation): Handler {
  const resource = primaryOf(operation);
  const rendererOf = renderers(api, resource, { kind: 'resources' });
  return async ({ actor, path, id, queryString, since }) => {
    const renderer = { ...rendererOf(queryString, actor), path };
    const mark = await api.epochMark();
    const { findResource } = api.use.by(actor).reading(since);
    const found = await findResource.execute(resource.type, id, renderer.presentation.view, api.limits.maxIncluded);
    return answerOne(found, mark, renderer);
  };
}

/** The resource of a to-one relationship, or null. */
export function getRelated(api: Api, operation: Operation): Handler {
  const { stored } = relationshipIn(operation).field;
  const rendererOf = renderers(api, primaryOf(operation), { kind: 'resources' });
  return async ({ actor, path, id, queryString, since }) => {
    const renderer = { ...rendererOf(queryString, actor), path };
    const from = { type: resourceIn(operation).type, id, relationship: stored };
    const mark = await api.epochMark();
    const { findResource } = api.use.by(actor).reading(since);
    const found = await findResource.executeRelated(from, renderer.presentation.view, api.limits.maxIncluded);
    if (found.related !== undefined) return answerOne(found.related, mark, renderer);
    return okTagged(mark, renderNone(renderer), representedAt(renderer, found.parent));
  };
}

function answerOne(
  found: Viewed<ViewedResource>,
  mark: EpochMark,
  renderer: TaggedRenderer & DocumentRenderer,
): Answer | Promise<Answer> {
  if (found.kind === 'whole')
    return okTagged(mark, renderOne(found.whole, renderer), representedAt(renderer, found.whole.record));
  return streamTagged(mark, found.parts, (record, parts) => ({
    represented: representedAt(renderer, record),
    pieces: streamOne(parts, renderer),
  }));
}

/** The linkage of a relationship. */
export function getLinkage(api: Api, operation: Operation): Handler {
  const resource = primaryOf(operation);
  const relationship = relationshipIn(operation).name;
  const rendererOf = renderers(api, resource, { kind: 'linkage', relationship });
  return async ({ actor, id, queryString, since }) => {
    const renderer = rendererOf(queryString, actor);
    const mark = await api.epochMark();
    const { findResource } = api.use.by(actor).reading(since);
    const found = await findResource.execute(resource.type, id, renderer.presentation.view, api.limits.maxIncluded);
    const represented = (record: ResourceRecord): Represented => ({
      resource: record,
      view: renderer.tagView,
      needsDigest: needsDigest(renderer),
    });
    if (found.kind === 'whole')
      return okTagged(mark, renderRelationship(found.whole, relationship, renderer), represented(found.whole.record));
    return streamTagged(mark, found.parts, (record, parts) => ({
      represented: represented(record),
      pieces: streamRelationship(parts, record, relationship, renderer),
    }));
  };
}

/** The text of an answer in pieces, and what its entity tag is made of. */
interface StreamedView {
  readonly represented: Represented;
  readonly pieces: AsyncGenerator<string, void, undefined>;
}

/**
 * Answers a GET with one resource, or a relationship of it, that is read in parts.
 * @param parts of which the first has only the record
 * @param view of the record, and of all parts
 */
async function streamTagged(
  mark: EpochMark,
  parts: AsyncIterable<Part>,
  view: (record: ResourceRecord, parts: AsyncIterable<Part>) => StreamedView,
): Promise<Answer> {
  const source = parts[Symbol.asyncIterator]();
  const first = await source.next();
  const record = first.done !== true && first.value.kind === 'records' ? first.value.records[0] : undefined;
  if (record === undefined) throw new Error('a resource in parts that does not begin with its record');
  const { represented, pieces } = view(record, resumed(first, source));
  if (!represented.needsDigest) {
    const tag = entityTag(represented, mark, () => '');
    return { status: 200, headers: { ETag: tag }, pieces: resumed(await pieces.next(), pieces) };
  }
  // The tag, which is sent first, holds a digest of the whole text.
  const texts: Buffer[] = [];
  for await (const piece of pieces) {
    texts.push(Buffer.from(piece));
    await nextTurn();
  }
  const tag = entityTag(represented, mark, () => digestOf(texts));
  return { status: 200, headers: { ETag: tag }, pieces: each(texts) };
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
