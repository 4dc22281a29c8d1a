import type { ResourceRecord } from '#application/model/query';
import type { ViewedResource } from '#application/model/view';
import { digest } from '../api/digest.ts';
import { resourcePath, type LinkTo } from '../api/links.ts';
import { atomicFormat, type DocumentFormat } from '../api/media-types.ts';
import { operationKindOf, relationshipIn, type WriteOperation } from '../api/operations.ts';
import type { Answer } from './answer.ts';
import { entityTag, type EpochMark, type Represented } from './entity-tags.ts';
import {
  renderDeleted,
  renderNone,
  renderOne,
  renderRelationship,
  type AtomicResult,
  type Document,
  type DocumentRendering,
} from './render-document.ts';
import { renderResource, type Rendering } from './render-resource.ts';
import { representedAt } from './tagged-answers.ts';
import { topLevelLinks } from './top-level-links.ts';

/** The response to a write. */
export type WriteAnswer =
  WrittenDocument | { readonly status: 204; readonly headers?: Readonly<Record<string, string>> };

export interface WrittenDocument {
  readonly status: 200 | 201;
  readonly document: Document;
  readonly headers?: Readonly<Record<string, string>>;
  /** The representation that a GET would now return, for the entity tag; undefined: no tag. */
  readonly represents?: Represented;
  /** The document of that GET, if it differs. */
  readonly shown?: Document;
}

/**
 * Answers a write with the stored result.
 * @param emptied the resource in the path, if the write emptied the relationship in the path
 */
export function answerWritten(
  operation: WriteOperation,
  stored: ViewedResource,
  rendering: DocumentRendering,
  emptied?: ResourceRecord,
): WrittenDocument {
  const { answer } = operationKindOf(operation);
  if (answer === 'changed relationship') return answerRelinked(operation, stored, rendering);
  if (answer === 'created') return answerCreated(stored, rendering);
  const changed = answerChanged(stored, rendering);
  if (emptied === undefined) return changed;
  return { ...changed, represents: representedAt(rendering, emptied), shown: renderNone(rendering) };
}

function answerCreated(stored: ViewedResource, rendering: DocumentRendering): WrittenDocument {
  const path = resourcePath(rendering.read.fields[stored.record.type], stored.record);
  const answer = answerChanged(stored, { ...rendering, path });
  return { ...answer, status: 201, headers: { Location: rendering.linkTo(path) } };
}

function answerChanged(stored: ViewedResource, rendering: DocumentRendering): WrittenDocument {
  return { status: 200, document: renderOne(stored, rendering), represents: representedAt(rendering, stored.record) };
}

/**
 * Answers with the resource whose relationship changed or, in JSON:API 1.1, with the linkage. The entity tag is that of a plain GET of
 * the relationship, which shows no other resource.
 */
function answerRelinked(
  operation: WriteOperation,
  stored: ViewedResource,
  rendering: DocumentRendering,
): WrittenDocument {
  const { record } = stored;
  const { variant, hidesLinks } = rendering.read;
  const represents = { resource: record, variant, needsDigest: hidesLinks, isPart: false };
  const relationship = relationshipIn(operation);
  const isModern = rendering.read.dialect.version === '1.1';
  const document = isModern ? renderRelationship(stored, relationship, rendering) : renderOne(stored, rendering);
  const shown = renderRelationship({ record, included: undefined }, relationship, plainGet(rendering));
  const isLeftOut = stored.included === undefined && rendering.read.view.include !== undefined;
  return { status: 200, document: isLeftOut ? { ...document, meta: NOT_INCLUDED } : document, represents, shown };
}

/** The rendering of the same read without query parameters. */
function plainGet(rendering: DocumentRendering): DocumentRendering {
  return { ...rendering, read: { ...rendering.read, parameters: [], includesUnasked: true } };
}

export function answerDeleted(format: DocumentFormat, linkTo: LinkTo): WrittenDocument {
  return { status: 200, document: renderDeleted(format, linkTo) };
}

/** The result of an operation that has added or changed a resource. */
export function resultOf({ record }: ViewedResource, rendering: Rendering): AtomicResult {
  return { data: renderResource(record, rendering) };
}

/** Answers atomic operations. */
export function answerResults(results: readonly AtomicResult[], linkTo: LinkTo): WriteAnswer {
  if (results.every(({ data }) => data === undefined)) return { status: 204 };
  const { jsonapi, mediaType } = atomicFormat;
  const document = { 'atomic:results': results, ...topLevelLinks(undefined, atomicFormat, linkTo), jsonapi };
  return { status: 200, document, headers: { 'Content-Type': mediaType } };
}

const NOT_INCLUDED = { message: 'Too many related resources to include' };

export function toAnswer(written: WriteAnswer, mark: EpochMark): Answer {
  if (written.status === 204) return written;
  const { status, document, headers, represents, shown } = written;
  const text = JSON.stringify(document);
  const shownText = (): string => (shown === undefined ? text : JSON.stringify(shown));
  const tag = represents === undefined ? {} : { ETag: entityTag(represents, mark, () => digest(shownText())) };
  return { status, headers: { ...headers, ...tag }, text };
}
