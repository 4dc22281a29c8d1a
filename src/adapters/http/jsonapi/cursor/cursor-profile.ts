// The profile "Cursor Pagination" of JSON:API 1.1: its name in media types, and its types of errors.
import { MEDIA_TYPE, readRanges, type MediaRange } from '../documents/media-type.ts';

export const CURSOR_PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

export const CURSOR_MEDIA_TYPE = `${MEDIA_TYPE};profile="${CURSOR_PROFILE}"`;

/** `links.type` of an error. */
export function cursorErrorType(name: 'max-size-exceeded' | 'range-pagination-not-supported'): {
  readonly type: string;
} {
  return { type: CURSOR_PROFILE + name };
}

/** Whether an entry of an Accept header is JSON:API with this profile and no other parameter. */
export function namesCursorProfile({ type, parameters }: MediaRange): boolean {
  const [only] = parameters;
  if (type !== MEDIA_TYPE || only === undefined || parameters.length > 1) return false;
  const [, value] = /^profile\s*=\s*(.*)$/is.exec(only) ?? [];
  return value !== undefined && unquoted(value).split(' ').some(isCursorProfile);
}

/** Whether an Accept header asks for the profile at least as much as for none. */
export function asksForCursors(accept: string | undefined): boolean {
  const ranges = readRanges(accept ?? '').filter(({ type, weight }) => type === MEDIA_TYPE && weight > 0);
  const highest = (isMeant: (range: MediaRange) => boolean): number =>
    Math.max(0, ...ranges.filter(isMeant).map(({ weight }) => weight));
  const asked = highest(namesCursorProfile);
  return asked > 0 && asked >= highest(({ parameters }) => parameters.length === 0);
}

/** With `http` or `https`, and with or without the slash at the end. */
function isCursorProfile(uri: string): boolean {
  return uri.replace(/^http:/, 'https:').replace(/\/?$/, '/') === CURSOR_PROFILE;
}

function unquoted(value: string): string {
  const quoted = /^"(.*)"$/s.exec(value)?.[1];
  return quoted === undefined ? value : quoted.replaceAll(/\\(.)/gs, '$1');
}
