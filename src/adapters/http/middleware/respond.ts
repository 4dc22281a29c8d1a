import type { Document } from '../jsonapi/document.ts';
import { MEDIA_TYPE } from '../jsonapi/media-type.ts';
import type { Context } from './state.ts';

/** Answers with a document. */
export function respond(
  ctx: Context,
  status: number,
  document: Document,
  headers: Readonly<Record<string, string>>,
): void {
  ctx.status = status;
  ctx.set({ ...headers });
  ctx.set('Content-Type', MEDIA_TYPE);
  ctx.body = JSON.stringify(document);
}
