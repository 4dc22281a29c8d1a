// The version of JSON:API that a document declares, and the profiles applied to it.
import {
  CURSOR_PROFILE,
  INCLUDED_PROFILE,
  plainFormat,
  profiledFormat,
  type DocumentFormat,
} from '../api/media-types.ts';
import type { Read } from '../request/read.ts';

/** The format of a read's document: JSON:API 1.0, or 1.1 with every profile that applies, requested or not. */
export function formatOf(read: Read): DocumentFormat {
  if (read.dialect.version === '1.0') return plainFormat;
  const page = read.members?.page ?? read.page;
  return profiledFormat([
    ...(read.isBounded ? [INCLUDED_PROFILE] : []),
    ...(page?.kind === 'cursor' ? [CURSOR_PROFILE] : []),
  ]);
}

/** The headers that name the applied profiles; none for a plain document. */
export function profileHeaders(read: Read): { readonly headers?: Readonly<Record<string, string>> } {
  const { mediaType, jsonapi } = formatOf(read);
  return jsonapi.profile === undefined ? {} : { headers: { 'Content-Type': mediaType } };
}
