import type { ResourceRecord } from '#application/model/query';
import type { ViewedResource } from '#application/model/view';
import { resourcePath } from '../api/links.ts';
import { atomicFormat } from '../api/media-types.ts';
import { operationKindOf, relationshipIn, type WriteOperation } from '../api/operations.ts';
import { resources } from '../api/resources.ts';
import type { Answer } from './answer.ts';
import { digest, entityTag, type EpochMark, type Represented } from './entity-tags.ts';
import {
  renderDeleted,
  renderNone,
  renderOne,
  renderRelationship,
  type AtomicResult,
  type Document,
  type DocumentRenderer,
  type Renderer,
} from './render-document.ts';
import { representedAt, type TaggedRenderer } from './tagged-renderers.ts';

/** The answer to a write. */
export type WriteAnswer =
  WrittenDocument | { readonly status: 204; readonly headers?: Readonly<Record<string, string>> };

export interface WrittenDocument {
  readonly status: 200 | 201;
  readonly document: Document;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a GET would show now; undefined: nothing. */
  readonly represents?: Represented;
  /** The document of that GET, if it is another one. */
  readonly shown?: Document;
}

/**
 * Answers a write with what it has stored.
 * @param emptied the resource that the path starts from, if the write has emptied the relationship in the path
 */
export function answerWritten(
  operation: WriteOperation,
  stored: ViewedResource,
  renderer: TaggedRenderer & DocumentRenderer,
  emptied?: ResourceRecord,
): WrittenDocument {
  const { answer } = operationKindOf(operation);
  if (answer === 'changed relationship') return answerRelinked(operation, stored, renderer);
  if (answer === 'created') return answerCreated(stored, renderer);
  const changed = answerChanged(stored, renderer);
  if (emptied === undefined) return changed;
  return { ...changed, represents: representedAt(renderer, emptied), shown: renderNone(renderer) };
}

function answerCreated(stored: ViewedResource, renderer: TaggedRenderer): WrittenDocument {
  const path = resourcePath(resources[stored.record.type], stored.record);
  const answer = answerChanged(stored, { ...renderer, path });
  return { ...answer, status: 201, headers: { Location: renderer.linkTo(path) } };
}

function answerChanged(stored: ViewedResource, renderer: TaggedRenderer & DocumentRenderer): WrittenDocument {
  return { status: 200, document: renderOne(stored, renderer), represents: representedAt(renderer, stored.record) };
}

/** It represents the relationship, whose plain GET shows no other resource. */
function answerRelinked(
  operation: WriteOperation,
  stored: ViewedResource,
  renderer: TaggedRenderer & DocumentRenderer,
): WrittenDocument {
  const { record } = stored;
  const represents = { resource: record, view: renderer.tagView, needsDigest: renderer.leadsToHidden };
  const shown = renderRelationship({ record, included: undefined }, relationshipIn(operation).name, renderer);
  const document = renderOne(stored, renderer);
  const isLeftOut = stored.included === undefined && renderer.presentation.view.include !== undefined;
  return { status: 200, document: isLeftOut ? { ...document, meta: NOT_INCLUDED } : document, represents, shown };
}

export function answerDeleted(): WrittenDocument {
  return { status: 200, document: renderDeleted() };
}

/** The result of an operation that has added or changed a resource. */
export function resultOf({ record }: ViewedResource, { renderResource }: Renderer): AtomicResult {
  return { data: renderResource(record) };
}

/** Answers a list of operations. */
export function answerResults(results: readonly AtomicResult[]): WriteAnswer {
  if (results.every(({ data }) => data === undefined)) return { status: 204 };
  const { jsonapi, mediaType } = atomicFormat;
  return { status: 200, document: { 'atomic:results': results, jsonapi }, headers: { 'Content-Type': mediaType } };
}

const NOT_INCLUDED = { message: 'There are too many related resources to include them' };

export function toAnswer(written: WriteAnswer, mark: EpochMark): Answer {
  if (written.status === 204) return written;
  const { status, document, headers, represents, shown } = written;
  const text = JSON.stringify(document);
  const shownText = (): string => (shown === undefined ? text : JSON.stringify(shown));
  const tag = represents === undefined ? {} : { ETag: entityTag(represents, mark, () => digest(shownText())) };
  return { status, headers: { ...headers, ...tag }, text };
}
