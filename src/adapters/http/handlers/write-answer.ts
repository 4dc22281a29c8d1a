import { digest, entityTag, type Represented } from '../conditions/entity-tag.ts';
import type { Document } from '../jsonapi/documents/render-document.ts';
import type { Answer } from './handler.ts';

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

/** @param mark of the epoch */
export function toAnswer(written: WriteAnswer, mark: string): Answer {
  if (written.status === 204) return written;
  const { status, document, headers, represents, shown } = written;
  const text = JSON.stringify(document);
  const shownText = (): string => (shown === undefined ? text : JSON.stringify(shown));
  const tag = represents === undefined ? {} : { ETag: entityTag(represents, mark, () => digest(shownText())) };
  return { status, headers: { ...headers, ...tag }, text };
}
