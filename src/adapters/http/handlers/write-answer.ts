import type { ViewedResource } from '../../../application/model/view.ts';
import { digest, entityTag, type Represented } from '../conditions/entity-tag.ts';
import { resourcePath } from '../jsonapi/documents/links.ts';
import { renderOne, type Document } from '../jsonapi/documents/render-document.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import type { Answer, ApiRequest } from './handler.ts';
import { representedAt, type TaggedRenderer } from './represented.ts';

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

type AtPath = Pick<ApiRequest, 'path'>;

/** To a request that has created a resource. */
export function answerCreated(stored: ViewedResource, renderer: TaggedRenderer): WrittenDocument {
  const path = resourcePath(resources[stored.record.type], stored.record);
  return { ...answerChanged(stored, renderer, { path }), status: 201, headers: { Location: renderer.linkTo(path) } };
}

/** To a request that has changed a resource. */
export function answerChanged(stored: ViewedResource, renderer: TaggedRenderer, { path }: AtPath): WrittenDocument {
  const atPath = { ...renderer, path };
  return { status: 200, document: renderOne(stored, atPath), represents: representedAt(atPath, stored.record) };
}

/** To a request that has changed a relationship: it represents that, whose plain GET shows no other resource. */
export function answerRelinked(stored: ViewedResource, renderer: TaggedRenderer, { path }: AtPath): WrittenDocument {
  const represents = { resource: stored.record, view: renderer.tagView, showsOthers: false };
  const document = renderOne(stored, { ...renderer, path });
  const isLeftOut = stored.included === undefined && renderer.presentation.view.include !== undefined;
  return { status: 200, document: isLeftOut ? { ...document, meta: NOT_INCLUDED } : document, represents };
}

const NOT_INCLUDED = { message: 'There are too many related resources to include them' };

/** @param mark of the epoch */
export function toAnswer(written: WriteAnswer, mark: string): Answer {
  if (written.status === 204) return written;
  const { status, document, headers, represents, shown } = written;
  const text = JSON.stringify(document);
  const shownText = (): string => (shown === undefined ? text : JSON.stringify(shown));
  const tag = represents === undefined ? {} : { ETag: entityTag(represents, mark, () => digest(shownText())) };
  return { status, headers: { ...headers, ...tag }, text };
}
